// Scenes in which something goes wrong, or is done in an unusual way.

import assert from 'node:assert/strict';

/** Lets a scene end the connection, and change what is sent. */
export async function listenIn(board) {
  const line = { cut: () => {}, change: (text) => text };
  await board.page.routeWebSocket(/\/socket$/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => server.send(line.change(text)));
    line.cut = () => { server.close(); page.close({ code: 1013, reason: 'cut' }); };
  });
  return line;
}

export function troubleScenes(scene) {
  scene('a connection is lost and found', async (board) => {
    const { page } = board;
    const line = await listenIn(board);
    await board.newGame('metamachy', { who: 'two', setup: 'default', pace: 'blitz' });
    await board.play('e3', 'e5');
    await board.play('e10', 'e8');
    assert.equal(await board.count('.clock.running'), 1);
    await line.cut();
    // Nobody knows how much time is left: no clock runs on.
    await page.waitForFunction(() => document.querySelector('.status').textContent.includes('No connection')
      && !document.querySelector('.clock.running'));
    await page.waitForFunction(() => !document.body.classList.contains('lost'));
    await board.settled();
    assert.equal(await board.piece('e5'), 'WhitePawn');
    await board.play('d3', 'd5');
    await board.moves(3);
  });

  scene('a connection is lost while chiefs are placed', async (board) => {
    const { page } = board;
    const line = await listenIn(board);
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await page.click('text=New game');
    await page.locator('dialog label', { hasText: 'setup' }).locator('select').selectOption('place');
    await page.click('dialog button.primary');
    await page.waitForSelector('.placing:not([hidden])');
    await line.cut();
    await page.waitForFunction(() => document.body.classList.contains('lost'));
    await page.waitForFunction(() => !document.body.classList.contains('lost'));
    await board.settled();
    assert.equal(await board.count('.mark.open'), 4, 'they are still being placed');
    await page.click('.placing .primary');
    await page.waitForSelector('.placing', { state: 'hidden' });
    await page.waitForSelector('.board-host .man');
    await board.settled();
    await board.play('e3', 'e5');
    assert.equal(await board.piece('e5'), 'WhitePawn');
  });

  scene('a move that is refused goes back', async (board) => {
    const { page } = board;
    const line = await listenIn(board);
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    line.change = (text) => text.replace('"e3e5"', '"e3e9"');
    await board.play('e3', 'e5');
    await page.waitForFunction(() => document.querySelector('.status.notice')?.textContent.includes('The Pawn on e3 cannot go there'));
    await board.settled();
    assert.equal(await board.piece('e3'), 'WhitePawn');
    assert.equal(await board.piece('e5'), '');
  });

  scene('a slow drag', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    const [from, to] = [await board.at('e3'), await board.at('e5')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.waitForTimeout(900);
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await page.waitForTimeout(900);
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    await board.settled();
    assert.equal(await board.piece('e5'), 'WhitePawn');
  });

  scene('a page is loaded again within a turn', async (board) => {
    const { page } = board;
    await board.newGame('chieftain', { who: 'two' });
    await board.play('b2', 'c4');
    await page.reload();
    await board.moves(1);
    assert.equal(await board.piece('c4'), 'WhiteKnight');
    assert.match((await board.texts('.turn-words'))[0], /1 made, 3 moves left/);
    await page.keyboard.press('Backspace');
    await page.waitForFunction(() => !document.querySelector('.move'));
    assert.equal(await board.piece('b2'), 'WhiteKnight');
  });

  scene('the way back to the game before', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    const first = page.url();
    await page.click('text=New game');
    await page.check('input[value="maasai"]', { force: true });
    await page.click('dialog button.primary');
    await page.waitForURL((url) => url.href !== first && url.href.includes('/game/'));
    await page.waitForFunction(() => document.querySelector('.game-name').textContent.includes('Maasai'));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('.game-name').textContent.includes('Metamachy'));
    await board.moves(1);
    assert.equal(page.url(), first);
    assert.equal(await board.piece('e5'), 'WhitePawn');
  });

  scene('choices of a new game by keys', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    const who = page.locator('.choices label', { hasText: 'Players' }).locator('select');
    await who.focus();
    await page.keyboard.press('ArrowDown');
    await board.settled();
    const focused = await page.evaluate(() => document.activeElement.closest('label')?.firstElementChild.textContent);
    assert.equal(focused, 'Players');
  });

  scene('a recapture is planned', async (board) => {
    const { page } = board;
    const fen = '11k/12/12/12/3p8/4P7/3P8/12/12/12/12/5K6 b - - 0 1';
    await board.position('metamachy', fen, { white: 'person', black: 'engine', pace: { kind: 'turn', ms: 20_000 } });
    await board.click('d6');
    await page.waitForSelector('.mark.capture');
    await board.play('e7');
    assert.equal(await board.count('.mark.premove'), 2, 'it guards its neighbour');
  });
}
