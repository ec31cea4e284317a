// Scenes of captured men and the material balance.

import assert from 'node:assert/strict';

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const phone = { viewport: { width: 390, height: 844 }, ...touch };
const across = { viewport: { width: 844, height: 390 }, ...touch };
/** Many captures: Rooks take what stands in their files. */
const FEN = '1r1r1r6/10k1/12/12/12/12/12/12/12/1Q1R1R6/1P1P1P6/K11 w - - 0 1';
const MOVES = ['f3f12', 'b12b3', 'd3d12', 'b3b2', 'f12e12', 'b2d2', 'd12d2'];

/** The pictures of a side's captures, and its lead. */
const men = (board, side) => board.page.evaluate((wanted) => {
  const rows = [...document.querySelectorAll('.men-row')];
  const row = document.querySelector(`.player[data-side=${wanted}] .men-row`) ?? rows[wanted === 'white' ? 0 : 1];
  return row.hidden ? '' : [...[...row.querySelectorAll('use')].map((node) => node.getAttribute('href').slice(1)), row.querySelector('b')?.textContent ?? ''].join(' ').trim();
}, side);

export function menScenes(scene) {
  scene('what is captured stands beside the board', async (board) => {
    const { page } = board;
    await board.listen();
    await board.position('metamachy', FEN, {}, ['f3f12', 'b12b3']);
    const value = await page.evaluate(async (script) => {
      const { describeGame } = await import(script);
      const { pieces } = await describeGame('metamachy');
      return Object.fromEntries(pieces.map((piece) => [piece.letter, piece.value]));
    }, `${board.url}/js/protocol.js`);
    assert.equal(await men(board, 'black'), 'WhiteQueen');
    const lead = Math.round((value.P * 3) / 10) / 10;
    assert.equal(await men(board, 'white'), `BlackRook +${lead}`);
    await page.keyboard.press('m');
    await board.heard(/White has captured Rook; Black has captured Queen; White is ahead by [\d.]+ pawns/);
    // It is that of the position that is shown.
    await page.keyboard.press('ArrowUp');
    assert.deepEqual([await men(board, 'black'), /Rook/.test(await men(board, 'white'))], ['', false]);
    await page.keyboard.press('ArrowDown');
    assert.match(await page.getAttribute('.player[data-side=white] .men-row', 'aria-label'), /White has captured Rook/);
    await board.accessible();
    // A Pawn that becomes something was not captured.
    await board.position('metamachy', 'k11/4P7/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1', {}, ['e11e12q']);
    assert.deepEqual([await men(board, 'white'), await men(board, 'black')], [`+${Math.round(value.Q / 10) / 10}`, '']);
  });

  for (const [name, options] of [['upright', phone], ['across', across], ['dark', { colorScheme: 'dark' }]]) {
    scene(`what is captured, ${name}`, async (board) => {
      const { page } = board;
      await board.position('metamachy', FEN, { pace: { kind: 'clock', base_ms: 300_000, increment_ms: 5000 } }, MOVES);
      assert.match(await men(board, 'white'), /^(BlackRook ){3}\+/);
      assert.match(await men(board, 'black'), /^WhiteQueen( WhitePawn){2}$/);
      await board.picture(`men-${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.equal(wide, 0, 'the page is as wide as the screen');
      await page.click('[title="Analyse the game"]');
      await page.waitForSelector('.notes .move');
      await page.waitForSelector('.men-line .men-row');
      assert.match(await men(board, 'white'), /^(BlackRook ){3}\+/);
      await board.picture(`men-analysis-${name}`);
      await board.accessible();
    }, options);
  }
}
