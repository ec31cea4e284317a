// Scenes of links to positions and games.

import assert from 'node:assert/strict';
import { moves } from './analysis.mjs';

/** The address that a button has copied. */
async function copied(board) {
  await board.page.click('[title="Copy link"]');
  await board.page.waitForFunction(() => document.querySelector('.status').textContent.includes('Link copied'));
  return board.page.evaluate(() => navigator.clipboard.readText());
}

export function linkScenes(scene) {
  scene.alone('a link opens a game and its positions', async (board) => {
    const { page } = board;
    await board.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    await board.play('e10', 'e8');
    await board.play('c2', 'b4');
    const whole = await copied(board);
    await page.keyboard.press('ArrowLeft');
    const earlier = await copied(board);
    assert.notEqual(whole, earlier);
    await page.goto(whole);
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await board.settled();
    assert.deepEqual(await moves(board), ['e5', 'e8', 'Nb4']);
    assert.equal(await board.piece('b4'), 'WhiteKnight');
    assert.equal(new URL(await copied(board)).hash, new URL(whole).hash);
    await page.goto(earlier);
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await board.settled();
    assert.deepEqual(await moves(board), ['e5', 'e8', 'Nb4']);
    assert.equal(await board.piece('c2'), 'WhiteKnight');
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length === 3);
  });

  scene('a link with a move that cannot be made', async (board) => {
    const { page } = board;
    const fen = encodeURIComponent('k11/4p7/12/12/12/12/12/12/12/4P7/12/5K6 w - - 0 1');
    await page.goto(board.to(`/analysis?variant=metamachy&fen=${fen}&moves=e3e5+e11e2+e5e6`));
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await page.waitForSelector('.left-out[open] li');
    assert.deepEqual(await moves(board), ['e5']);
    assert.match((await board.texts('.left-out')).join(), /Not all moves of the link can be made.*move 2, `e11e2`: /);
    await board.settled();
    assert.equal(await board.piece('e5'), 'WhitePawn');
    await board.picture('link-wrong');
    await board.accessible();
  });

  scene('a link with turns of several moves', async (board) => {
    const { page } = board;
    await page.goto(board.to('/analysis?variant=chieftain&moves=b2c4+g2f4+end'));
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length === 3);
    await page.waitForFunction(() => document.querySelector('.status').textContent.includes('Black to move'));
    assert.equal(await board.count('.left-out:not([hidden])'), 0);
  });
}
