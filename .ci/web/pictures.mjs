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
