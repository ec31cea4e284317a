// Scenes of arrows and circles that a person draws.

import assert from 'node:assert/strict';
import { analyse, open } from './analysis.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Draws from a square to another with the right button, while keys are held. */
async function draw(board, from, to, ...keys) {
  const { mouse, keyboard } = board.page;
  const [a, b] = [await board.at(from), await board.at(to)];
  for (const key of keys) await keyboard.down(key);
  await mouse.move(a.x, a.y);
  await mouse.down({ button: 'right' });
  await mouse.move(b.x, b.y, { steps: 4 });
  await mouse.up({ button: 'right' });
  for (const key of keys) await keyboard.up(key);
}

/** The numbers of arrows and of circles of each colour. */
const drawn = (board) => board.page.evaluate(() => Object.fromEntries(['g', 'r', 'b', 'y'].map((colour) => [colour,
  [`.arrow.drawn-${colour}`, `.mark.drawn-${colour}:not(.inner)`].map((one) => document.querySelectorAll(`.layer ${one}`).length).join(' ')])));
const none = { g: '0 0', r: '0 0', b: '0 0', y: '0 0' };

export function drawingScenes(scene) {
  scene('drawn in a game', async (board) => {
    const { page } = board;
    await board.listen();
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await draw(board, 'e3', 'e5');
    await board.heard(/green arrow from e3 to e5/);
    await draw(board, 'c2', 'd4', 'Shift');
    await draw(board, 'j2', 'i4', 'Alt');
    await draw(board, 'a1', 'l12', 'Shift', 'Alt');
    await draw(board, 'f6', 'f6');
    await draw(board, 'g6', 'g6', 'Shift');
    await draw(board, 'h6', 'h6', 'Alt');
    await draw(board, 'i6', 'i6', 'Shift', 'Alt');
    assert.deepEqual(await drawn(board), { g: '1 1', r: '1 1', b: '1 1', y: '1 1' });
    await page.click('[title="Signs and keys (?)"]');
    assert.match((await board.texts('.signs-box .legend')).join(), /drawn, green.*drawn, red: dashes.*drawn, yellow: dots/);
    await board.picture('drawn-game');
    await page.click('.signs-box [title=Close]');
    // Once more takes away, another colour changes.
    await draw(board, 'e3', 'e5');
    await board.heard(/green arrow from e3 to e5 removed/);
    await draw(board, 'c2', 'd4', 'Alt');
    await draw(board, 'f6', 'f6');
    assert.deepEqual(await drawn(board), { g: '0 0', r: '0 1', b: '2 1', y: '1 1' });
    // Beside the board nothing is drawn, and a piece can be played meanwhile.
    const { x, y } = await board.at('a1');
    await page.mouse.move(x, y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(x, y + 400);
    await page.mouse.up({ button: 'right' });
    assert.deepEqual(await drawn(board), { g: '0 0', r: '0 1', b: '2 1', y: '1 1' });
    await board.click('c7');
    assert.deepEqual(await drawn(board), none, 'a click on an empty square removes all');
    await draw(board, 'e3', 'e5');
    await board.play('e3', 'e5');
    assert.deepEqual(await drawn(board), none, 'so does a move');
    await board.page.goto(board.to('/puzzles'));
    await page.waitForSelector('.puzzle-title');
    await board.settled();
    await draw(board, 'a1', 'b2');
    assert.equal((await drawn(board)).g, '1 0');
  });

  scene('drawn in an analysis', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    await open(board, '[Variant "metamachy"]\n\n1. e5 {[%clk 0:03:00] so [%xyz 1]} e8 {[%csl Gm1,Ra4] [%cal Ga10l12]} *');
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length === 2);
    assert.deepEqual(await board.texts('.notes .comment'), ['so']);
    await page.click('.notes .move >> nth=1');
    assert.deepEqual(await drawn(board), { ...none, g: '1 0', r: '0 1' });
    assert.equal(await page.inputValue('.comment-field'), '');
    await page.click('.notes .move >> nth=0');
    assert.deepEqual(await drawn(board), none);
    await draw(board, 'c2', 'd4', 'Alt');
    await board.click('c7');
    await page.click('.comment-field');
    await page.keyboard.type('and then');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.querySelector('.notes .comment')?.textContent === 'soand then');
    await page.click('.notes .move >> nth=1');
    assert.deepEqual(await drawn(board), { ...none, g: '1 0', r: '0 1' });
    await draw(board, 'a10', 'l12');
    await page.waitForTimeout(900);
    await page.reload();
    await page.waitForSelector('.notes .move');
    await page.click('.notes .move >> nth=0');
    await page.waitForSelector('.arrow.drawn-b');
    assert.equal(await page.inputValue('.comment-field'), 'soand then');
    const { content } = await board.saves('[title="Save PGN"]');
    const flat = String(content).replace(/\s+/g, ' ');
    assert.ok(flat.includes('e5 {[%clk 0:03:00] [%xyz 1] soand then [%cal Bc2d4]}'), flat);
    assert.ok(flat.includes('e8 {[%csl Gm1,Ra4]}'), flat);
    await board.picture('drawn-analysis');
    await board.accessible();
  });

  scene('drawn by a finger, and by keys', async (board) => {
    const { page } = board;
    await board.listen();
    await analyse(board, 'metamachy');
    await page.tap('[title="Draw arrows and circles (D)"]');
    await page.tap('.pen-box [data-colour=r]');
    await board.tap('f6');
    const session = await board.context.newCDPSession(page);
    const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const [from, to] = [await board.at('e3'), await board.at('e7')];
    await touch('touchStart', [from]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [{ x: from.x, y: from.y + ((to.y - from.y) * i) / 6 }]);
    // After a flick Chromium takes the next tap for one that stops it.
    await page.waitForTimeout(200);
    await touch('touchEnd', []);
    assert.deepEqual(await drawn(board), { ...none, r: '1 1' });
    assert.equal(await board.piece('e3'), 'WhitePawn');
    await board.picture('phone-drawn');
    await board.accessible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(wide, 0, 'the page is as wide as the screen');
    await page.tap('.pen-box >> text=Clear');
    assert.deepEqual(await drawn(board), none);
    await page.focus('.board-host');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await board.heard(/Enter on another square draws an arrow/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await board.heard(/red arrow from [a-l]\d to [a-l]\d/);
    await page.tap('[title="Draw arrows and circles (D)"]');
    await board.tap('e3');
    await board.tap('e5');
    await board.settled();
    assert.equal(await board.piece('e5'), 'WhitePawn', 'moves are made again');
  }, phone);
}
