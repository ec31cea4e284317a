// Scenes of the engine as a partner: hints, and draw offers.

import assert from 'node:assert/strict';

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const phone = { viewport: { width: 390, height: 844 }, ...touch };
const across = { viewport: { width: 844, height: 390 }, ...touch };
const MATE = 'k11/12/1K10/12/12/12/12/12/12/12/12/9R2 w - - 0 1';

const words = (board) => board.page.textContent('.hint-box');
/** Waits for the first step of a hint. */
const hinted = (board) => board.page.waitForSelector('.layer.signs .mark.hint');

export function partnerScenes(scene) {
  scene('a hint in three steps', async (board) => {
    const { page } = board;
    await board.listen();
    await board.position('metamachy', MATE, { black: 'engine', black_level: 1 });
    await page.keyboard.press('h');
    await hinted(board);
    assert.match(await words(board), /^Look at the Rook on j1\.$/);
    assert.equal(await board.count('.layer.arrows .arrow'), 0);
    await board.heard(/Look at the Rook on j1/);
    await page.keyboard.press('h');
    assert.match(await words(board), /^Rook j1 to j12, check\.$/);
    assert.equal(await board.count('.layer.arrows .arrow'), 1);
    await page.click('text=Hint');
    assert.match(await words(board), /It mates in 1 move\./);
    await board.heard(/It mates in 1 move/);
    await board.picture('hint');
    await board.accessible();
    // What is played ends it.
    await board.play('j1', 'j12');
    await page.waitForSelector('.hint-box', { state: 'hidden' });
    assert.equal(await board.count('.layer.signs .mark.hint, .layer.arrows .arrow'), 0);
    assert.ok(await page.isDisabled('[title="Hint (H)"]'));
  });

  scene('a hint for the turn that is shown', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { setup: 'default', level: 1 });
    await page.click('text=Hint');
    await hinted(board);
    const [, from] = /on ([a-l]\d+)\.$/.exec(await words(board));
    assert.match(await board.piece(from), /^White/);
    await board.play('e3', 'e5');
    await board.moves(2);
    // The new position begins anew, also for who looks back.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('h');
    await hinted(board);
    assert.match(await words(board), /^Look at the/);
    assert.equal(await board.piece('e5'), 'WhitePawn', 'the position that it is about is shown');
    await page.click('.hint-box [title=Close]');
    assert.equal(await board.count('.layer.signs .mark.hint'), 0);
    await page.keyboard.press('h');
    await hinted(board);
    assert.match(await words(board), /^Look at the/);
    await board.newGame('metamachy', { who: 'engines', level: 1, pace: 'slow' });
    assert.ok(!await page.isVisible('text=Hint'), 'nobody needs one');
  });

  for (const [name, options] of [['upright', phone], ['across', across]]) {
    scene(`a hint for a turn of several moves, on a phone held ${name}`, async (board) => {
      const { page } = board;
      await board.newGame('chieftain', { level: 1 });
      await page.tap('text=Hint');
      await hinted(board);
      assert.match(await words(board), /^Begin with the .* on [a-p]\d+\.$/);
      await page.tap('text=Hint');
      assert.equal(await board.count('.layer.arrows .arrow'), 1);
      await page.tap('text=Hint');
      await page.waitForFunction(() => document.querySelectorAll('.layer.arrows .arrow').length > 1);
      assert.match(await words(board), /; .*The score is /s);
      await board.picture(`hint-${name}`);
      await board.accessible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.equal(wide, 0, 'the page is as wide as the screen');
    }, options);
  }

  scene('a draw is offered to the engine', async (board) => {
    const { page } = board;
    // It stands badly, and accepts after its fourth turn.
    await board.begin({
      variant: 'metamachy', fen: 'k11/p10p/12/12/12/12/12/12/12/12/R10R/5K4Q1 w - - 0 1', white: 'person', black: 'engine', black_level: 1,
      pace: { kind: 'nodes', nodes: 100 },
    });
    assert.ok(await page.isDisabled('[title="Offer a draw"]'), 'nothing was played yet');
    await board.play('f1', 'g1');
    await board.moves(2);
    await page.click('[title="Offer a draw"]');
    await page.waitForFunction(() => document.querySelector('.status').textContent === 'Dhow plays on');
    assert.ok(await page.isDisabled('[title="Offer a draw"]'), 'it was asked');
    for (const [from, to, number] of [['g1', 'f1', 4], ['f1', 'g1', 6], ['g1', 'f1', 8]]) {
      await board.play(from, to);
      await board.moves(number);
    }
    await page.click('[title="Offer a draw"]');
    await page.waitForSelector('.over-box:not([hidden])');
    assert.match((await board.texts('.over-box')).join(), /Draw, 1\/2-1\/2 Draw by agreement/);
    await page.reload();
    await page.waitForSelector('.over-box:not([hidden])');
    assert.match((await board.texts('.over-box')).join(), /Draw by agreement/, 'it is stored');
  });

  scene('the engine offers a draw', async (board) => {
    const { page } = board;
    await board.listen();
    // It would do so late in a game.
    await page.routeWebSocket(/socket/, (line) => {
      const server = line.connectToServer();
      server.onMessage((text) => line.send(String(text).replace('"ply":2,"side"', '"ply":2,"draw_offered":"black","side"').replace('"draw_offered":null', '"draw_offered_":0')));
    });
    await board.newGame('metamachy', { setup: 'default', level: 1 });
    await board.play('e3', 'e5');
    await board.moves(2);
    await board.heard(/Dhow offers a draw/);
    await board.picture('draw-offered');
    await board.accessible();
    await page.click('text=Accept');
    await page.waitForFunction(() => document.querySelector('.status').textContent === 'Dhow plays on');
    // A move declines it.
    await board.play('d3', 'd5');
    await board.moves(4);
    assert.ok(!await page.isVisible('text=Dhow offers a draw'));
  });

  scene('two people agree to a draw', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    await page.click('[title="Offer a draw"]');
    await page.waitForSelector('dialog[open]');
    await board.accessible();
    await page.click('dialog >> text=Play on');
    assert.ok(await page.isHidden('.over-box'));
    await page.click('[title="Offer a draw"]');
    await page.click('dialog .danger');
    await page.waitForSelector('.over-box:not([hidden])');
    assert.match((await board.texts('.over-box')).join(), /Draw by agreement/);
  });
}
