// Scenes for people who use keys and do not see the board, with the texts that are read to them.

import assert from 'node:assert/strict';
import { analyse, moves } from './analysis.mjs';

/** Chooses a game by keys alone, up to the board. */
async function byKeys(board, choose) {
  const { page } = board;
  await board.listen();
  await page.goto(board.to('/'));
  await board.choices();
  await choose?.();
  await page.locator('.choices .primary').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.board-host .man');
  await board.settled();
}

const select = (board, words, value) => board.page.locator('.choices label', { hasText: words }).locator('select').selectOption(value);

export function keyScenes(scene) {
  scene('a game by keys, and its announcements', async (board) => {
    const { page } = board;
    const { keyboard } = page;
    await byKeys(board, async () => {
      await select(board, 'Players', 'two');
      await select(board, 'setup', 'default');
    });
    assert.ok(await page.evaluate(() => document.activeElement.matches('.board-host')), 'the board has the focus');
    await keyboard.press('p');
    await board.heard(/^[a-l]\d+: White Pawn, may move/);
    await keyboard.press('Enter');
    await board.heard(/Pawn [a-l]3 picked up: may go to/);
    await keyboard.press('Enter');
    await board.heard(/put down on/);
    await keyboard.press('Enter');
    for (let i = 0; i < 5; i++) await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await board.heard(/the Pawn on [a-l]3 cannot go there/i);
    assert.equal(await board.count('.move'), 0);
    // Nothing on an empty square, a letter without a piece, and one of a blocked piece.
    await keyboard.press('Enter');
    await board.heard(/nothing to pick up/);
    await keyboard.press('o');
    await board.heard(/no piece of this game has the letter O/);
    await keyboard.press('r');
    await board.heard(/no Rook may be moved/);
    await keyboard.press('n');
    await keyboard.press('.');
    await board.heard(/Knight [a-l]\d+\. Leaps two squares one way .*From here it moves or captures .*: /);
    await page.waitForSelector('.card h3');
    await keyboard.press(',');
    await board.heard(/White to move. White: .*Lion [a-l]\d+.*King [a-l]\d+.*Black: .*King [a-l]\d+/);
    await board.accessible();
    // Also where it is begun by the button for it.
    await page.locator('.top-links .primary').focus();
    await keyboard.press('Enter');
    await page.waitForSelector('dialog[open] .level-words, dialog[open] .field');
    await page.locator('dialog .primary').focus();
    await keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.matches('.board-host'));
  });

  scene('moves in writing, in a game', async (board) => {
    const { page } = board;
    const { keyboard } = page;
    await board.listen();
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await keyboard.press('/');
    await keyboard.type('e3e5');
    await keyboard.press('Enter');
    await board.heard(/White: Pawn e3 to e5/);
    // The field stays for the next move.
    await keyboard.type('e8');
    await keyboard.press('Enter');
    await board.heard(/Black: Pawn e10 to e8/);
    await keyboard.type('Nb9');
    await keyboard.press('Enter');
    await board.heard(/No Knight can legally move so/);
    await keyboard.type('hello');
    await keyboard.press('Enter');
    await board.heard(/hello is not a move/i);
    await board.picture('typed');
    await board.accessible();
    await keyboard.press('Escape');
    assert.ok(await page.evaluate(() => !document.activeElement.matches('input')));
    assert.deepEqual(await board.texts('.move'), ['e5', 'e8']);
    await board.newGame('mini-chieftain', { who: 'two' });
    await keyboard.press('/');
    for (const text of ['Nb2-c4', 'end']) {
      await keyboard.type(text);
      await keyboard.press('Enter');
      await board.settled();
    }
    assert.equal(await board.count('.move'), 2);
  });

  scene('moves in writing, in an analysis', async (board) => {
    const { page } = board;
    await board.listen();
    await analyse(board, 'metamachy');
    await page.keyboard.press('/');
    for (const text of ['e5', 'e10e8', 'Nb4']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await board.settled();
    }
    assert.deepEqual(await moves(board), ['e5', 'e8', 'Nb4']);
    await board.heard(/White: Knight c2 to b4/);
    await page.keyboard.type('Nb5');
    await page.keyboard.press('Enter');
    await board.heard(/No Knight can legally move so/);
    await page.keyboard.press('Escape');
    // What is there already is walked, however it is written.
    await page.click('[title="First position (up)"]');
    await page.keyboard.press('/');
    await page.keyboard.type('e3-e5');
    await page.keyboard.press('Enter');
    await board.settled();
    assert.deepEqual(await moves(board), ['e5', 'e8', 'Nb4']);
    assert.match((await board.texts('.notes [aria-current]')).join(), /^e5$/);
  });

  scene('events are announced', async (board) => {
    const { page } = board;
    await board.listen();
    await board.position('metamachy', 'k11/4P7/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1');
    await board.click('e11');
    await board.click('e12');
    await page.waitForSelector('.promotion');
    // Its choices fill it.
    const { sheet, sum } = await page.evaluate(() => {
      const node = document.querySelector('.promotion');
      return { sheet: node.clientWidth, sum: [...node.children].reduce((all, { offsetWidth }) => all + offsetWidth, 0) };
    });
    assert.ok(sum % sheet <= 2, `${sum} of ${sheet}`);
    await page.keyboard.press('Enter');
    await board.heard(/White: Pawn e11 to e12, becomes a Queen, check/);
    await board.position('metamachy', 'k11/12/3p8/12/4P7/12/12/12/12/12/12/5K6 b K - 0 1', {}, ['d10d8']);
    await board.play('e8', 'd9');
    await board.heard(/White: Pawn e8 takes en passant, to d9/);
  });

  scene('a move that is not legal: why', async (board) => {
    const { page } = board;
    const notice = (pattern) => page.waitForFunction((text) =>
      new RegExp(text).test(document.querySelector('.status.notice')?.textContent), pattern.source);
    await board.position('metamachy', 'k11/12/12/12/12/4r7/12/12/12/12/4N7/4K7 w - - 0 1');
    await board.play('e1', 'k9');
    await notice(/The King on e1 cannot go there/);
    await board.drag('e1', 'f12');
    await notice(/cannot go there/);
    assert.equal(await board.piece('e1'), 'WhiteKing');
    await page.click('[title="Analyse the game"]');
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await board.settled();
    await board.play('e1', 'k9');
    await notice(/The King on e1 cannot go there/);
    await board.play('e1', 'd1');
    assert.deepEqual(await moves(board), ['Kd1']);
  });
}
