// Scenes of the board as a file and on paper.

import assert from 'node:assert/strict';
import { analyse } from './analysis.mjs';

/** Saves a picture. @returns {Promise<{name: string, content: Buffer}>} */
async function saved(board, label) {
  await board.page.click('[title="Save a picture, or print"]');
  return board.saves(`dialog >> text=${label}`);
}

export function pictureScenes(scene) {
  scene('a picture of the board is saved', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    await page.click('[title="Save a picture, or print"]');
    await board.picture('picture-dialog');
    await board.accessible();
    await page.click('dialog >> text=Cancel');
    const svg = await saved(board, 'Save SVG');
    assert.match(svg.name, /^dhow-metamachy-1\.svg$/);
    assert.match(String(svg.content), /^<svg [^]*<title>Metamachy: [^<]* b [^<]*<\/title>[^]*<\/svg>\s*$/);
    // What is shown is saved: another position, from the other side.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('f');
    const before = await saved(board, 'Save SVG');
    assert.match(String(before.content), /<title>Metamachy: [^<]* w /);
    const png = await saved(board, 'Save PNG');
    assert.match(png.name, /\.png$/);
    assert.deepEqual([...png.content.subarray(1, 4)].map((code) => String.fromCharCode(code)).join(''), 'PNG');
    const [width, height] = [png.content.readUInt32BE(16), png.content.readUInt32BE(20)];
    assert.ok(width === height && width > 1000, `${width} by ${height} pixels`);
    assert.ok(png.content.length > 20_000, 'the pieces are on it');
    // With what is drawn on it.
    assert.ok(!String(before.content).includes('scale(50)'));
    for (const [from, to] of [['c3', 'f6'], ['k7', 'k7']]) {
      const [one, other] = [await board.at(from), await board.at(to)];
      await page.mouse.move(one.x, one.y);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(other.x, other.y, { steps: 4 });
      await page.mouse.up({ button: 'right' });
    }
    const drawn = await saved(board, 'Save SVG');
    const group = /<g [^>]*scale\(50\)[^]*<\/g>/.exec(String(drawn.content))[0];
    assert.equal((group.match(/<polygon/g) ?? []).length, 1);
    assert.match(group, /translate\(1 6\)[^]*<circle[^>]*stroke="rgb\(21, 120, 27\)"/, 'the circle on k7, from the side of Black');
    const plain = (await saved(board, 'Save PNG')).content;
    await page.setContent(`<link rel="icon" href="data:,"><img src="data:image/png;base64,${plain.toString('base64')}" width="600">`);
    await board.picture('picture-drawn');
    await analyse(board, 'chieftain');
    const other = await saved(board, 'Save SVG');
    assert.match(String(other.content), /<title>Chieftain Chess/);
  });

  scene('a game on paper', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { setup: 'default', level: 1 });
    await board.play('e3', 'e5');
    await board.moves(2);
    await page.click('[data-tab=Pieces]');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const seen = await page.evaluate(() => Object.fromEntries(['.board', '.player-name', '.move', '.controls', '.tab-row', '.top-links', '.pieces-tab', '.status']
      .map((one) => [one, document.querySelector(one).checkVisibility()])));
    assert.deepEqual(seen, { '.board': true, '.player-name': true, '.move': true, '.controls': false, '.tab-row': false, '.top-links': false,
      '.pieces-tab': false, '.status': false });
    assert.ok(await page.evaluate(() => document.querySelector('.board').getBoundingClientRect().height > 400));
    await board.picture('paper');
    assert.ok((await page.pdf({ format: 'A4' })).length > 10_000);
  });
}
