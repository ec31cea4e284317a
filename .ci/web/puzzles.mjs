// Scenes of the puzzles: a wrong try, a right one, the answer, and what the browser remembers.

import assert from 'node:assert/strict';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Opens the first puzzle of a kind. */
async function open(board, kind) {
  const { page } = board;
  await page.goto(board.to('/rules/chess'));
  const puzzles = await page.evaluate(async (script) => (await import(script)).host.puzzles(), `${board.url}/js/host.js`);
  assert.ok(puzzles.length >= 200, `${puzzles.length} puzzles`);
  const puzzle = puzzles.find(kind);
  await page.goto(board.to(`/puzzles/${puzzle.id}`));
  await page.waitForSelector('.board-host .man');
  await page.waitForFunction(() => !document.querySelector('.puzzle-buttons button:nth-child(3)').disabled);
  await board.settled();
  return puzzle;
}

const verdict = (board, pattern) => board.page.waitForFunction(([text]) =>
  new RegExp(text).test(document.querySelector('.puzzle-verdict').textContent), [pattern.source]);

/** Plays a move such as `e3e5` by clicks. */
async function move(board, text) {
  const [, from, to] = /^([a-z]+\d+)([a-z]+\d+)$/.exec(text);
  await board.click(from);
  await board.click(to);
}

export function puzzleScenes(scene) {
  scene('a puzzle is tried, solved and remembered', async (board) => {
    const { page } = board;
    const puzzle = await open(board, ({ goal, solution }) => goal.kind === 'win' && goal.turns === 1 && solution.length === 2);
    assert.deepEqual(await board.texts('h1:visible'), ['Win this turn']);
    await board.accessible();
    const before = await page.evaluate(() => [...document.querySelectorAll('.man')].map((node) => node.dataset.square).join());
    await move(board, puzzle.solution[0]);
    await page.click('.end-turn:not(:disabled)');
    await verdict(board, /does not win in time/);
    await board.picture('puzzle-wrong');
    // What was tried is taken back by itself.
    await page.waitForFunction((squares) => [...document.querySelectorAll('.man')].map((node) => node.dataset.square).sort().join()
      === squares.split(',').sort().join(), before);
    await verdict(board, /Try again/);
    for (const text of puzzle.solution) {
      await page.waitForFunction(() => !document.querySelector('.puzzle-buttons button:nth-child(3)').disabled);
      await board.settled();
      await move(board, text);
    }
    await verdict(board, /Solved!/);
    await board.settled();
    await board.picture('puzzle-solved');
    await board.accessible();
    assert.equal(await board.count('.puzzle-entry.is-solved'), 1);
    const here = page.url();
    await page.click('text=Next puzzle');
    await page.waitForURL((url) => url.href !== here);
    await page.reload();
    await page.waitForSelector('.puzzle-entry.is-solved');
    assert.match((await board.texts('.puzzle-progress')).join(), /^1 of \d+ solved1 of 2\d\d in all games/);
  });

  scene('a mate is shown on demand, against the best defence', async (board) => {
    const { page } = board;
    await open(board, ({ goal }) => goal.kind === 'mate' && goal.moves === 2);
    await page.click('text=Show answer');
    await verdict(board, /answer so far/);
    await page.waitForFunction(() => !document.querySelector('.puzzle-buttons button:nth-child(3)').disabled);
    await page.click('text=Show answer');
    await verdict(board, /This was the answer/);
    assert.equal(await board.count('.puzzle-entry.is-solved'), 0, 'what was shown is not solved');
    await page.click('text=Again');
    await verdict(board, /^$/);
    // A piece is explained as on other boards.
    const man = await page.locator('.board-host .man').first().getAttribute('data-square');
    const { x, y } = await board.at(man);
    await page.mouse.move(x, y);
    await page.waitForSelector('.card .piece-sentence');
    await page.selectOption('.puzzle-choice select', 'maasai');
    await page.waitForFunction(() => /Maasai/.test(document.title));
    await board.settled();
    await board.picture('puzzle-maasai');
  });

  for (const [name, options] of Object.entries({
    'on a phone': phone, 'in the dark, on a phone held across': { ...phone, viewport: { width: 844, height: 390 }, colorScheme: 'dark' },
  })) {
    scene(`a puzzle ${name}`, async (board) => {
      const { page } = board;
      const puzzle = await open(board, ({ variant, goal }) => variant === 'metamachy' && goal.kind === 'mate');
      assert.ok(puzzle);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.equal(wide, 0, 'the page is as wide as the screen');
      await board.picture(`puzzle ${name}`.replaceAll(/[ ,]+/g, '-'));
      await board.accessible();
    }, options);
  }

  scene.alone('a file of puzzles is added, played and deleted', async (board) => {
    const { page } = board;
    await page.goto(board.to('/puzzles'));
    await page.waitForSelector('.board-host .man');
    await page.click('text=Puzzles from files');
    const file = (name, text) => page.setInputFiles('.puzzle-files input', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await file('wrong.epd', 'nonsense');
    await page.waitForFunction(() => /line 1 is not a puzzle/.test(document.querySelector('.puzzle-files .wrong').textContent));
    board.expectRefused(422);
    await file('mine.epd', '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 ;variant chess ;dm 1 ;quiet 0 ;pv a1a8 ;id game 1 turn 9\n');
    await page.waitForSelector('.puzzle-file-list li');
    assert.deepEqual(await board.texts('.puzzle-file-list span'), ['mine.epd: 1 puzzle']);
    await page.waitForFunction(() => document.querySelector('.puzzle-title')?.textContent === 'Mate in 1');
    await page.waitForFunction(() => !document.querySelector('.puzzle-buttons button:nth-child(3)').disabled);
    await board.settled();
    await board.picture('puzzle-file');
    await board.accessible();
    await move(board, 'a1a8');
    await verdict(board, /Solved/);
    await page.reload();
    await page.waitForFunction(() => document.querySelector('.puzzle-title')?.textContent === 'Mate in 1');
    await page.click('text=Puzzles from files');
    await page.click('[title="Delete mine.epd"]');
    await page.click('dialog .danger');
    await page.waitForFunction(() => !document.querySelector('.puzzle-file-list li'));
  });
}
