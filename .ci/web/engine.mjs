// Scenes of the engine: the levels at which it plays, and lines that it annotates.

import assert from 'node:assert/strict';
import { ALL } from './driver.mjs';

/** White could take a Queen, and loses one. */
const BLUNDER = `[White "Anna"]
[Black "Ben"]
[Variant "metamachy"]
[SetUp "1"]
[FEN "5k6/12/12/12/12/3q8/12/12/12/12/3Q8/5K6 w - - 0 1"]

1. Kg1 Qxd2 2. Kh1 *
`;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const levels = (board) => board.texts('.player-level');
const field = (board, words) => board.page.locator(':is(dialog, .choices) label', { hasText: words }).locator('select');

/** Opens a text as an analysis. */
async function open(board, text) {
  const { page } = board;
  await page.goto(board.to('/analysis?variant=metamachy'));
  await page.waitForURL(/analysis\/[0-9a-f]{32}/);
  const before = page.url();
  await page.click('[title="Open a FEN or PGN"]');
  await page.fill('dialog textarea', text);
  await page.click('dialog .primary');
  await page.waitForURL((url) => url.href !== before);
  await page.waitForSelector('.notes .move');
}

/** Annotates the line that is shown. */
async function annotate(board, effort = 'shallow') {
  const { page } = board;
  await page.click('.annotation > button');
  await field(board, 'Thinking').selectOption(effort);
  await page.click('dialog .primary');
}

const annotated = (board) => board.page.waitForSelector('.tallies:not([hidden])');

export function engineScenes(scene) {
  scene('the engine plays at a level, which is kept', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await board.choices();
    await field(board, 'Level').selectOption('1');
    await page.waitForFunction(() => document.querySelector('.level-words').textContent.startsWith('Level 1:'));
    await board.settled();
    await board.picture('levels');
    await board.accessible();
    await board.newGame('metamachy', { level: 2, setup: 'default' });
    assert.deepEqual(await levels(board), ['level 2', '']);
    await board.play('e3', 'e5');
    await board.moves(2);
    await page.reload();
    await board.moves(2);
    assert.deepEqual(await levels(board), ['level 2', '']);
    await page.click('[title=Resign]');
    await page.click('dialog .danger');
    await page.waitForSelector('.over-box:not([hidden])');
    await board.picture('over-level');
    await page.locator('.over-box select').selectOption('4');
    await page.click('.over-box .primary');
    await page.waitForFunction(() => document.querySelector('.over-box').hidden);
    await board.moves(1);
    assert.deepEqual(await levels(board), ['level 4', '']);
    await page.click('[title="Analyse the game"]');
    await page.waitForFunction(() => /, level 4 - Player/.test(document.querySelector('.analysis-title')?.textContent));
    await page.goto(board.to('/'));
    await board.choices();
    assert.equal(await field(board, 'Level').inputValue(), '2', 'the last choice');
  });

  scene('two engines at levels of their own', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await board.choices();
    await field(board, 'Players').selectOption('engines');
    await field(board, "White's level").selectOption('1');
    await field(board, "Black's level").selectOption('10');
    await field(board, 'Time').selectOption('quick');
    await board.settled();
    await board.picture('levels-engines');
    await page.click('.choices button.primary');
    await page.waitForFunction(() => document.querySelectorAll('.move').length >= 4);
    assert.deepEqual(await levels(board), ['full strength', 'level 1']);
    await page.click('[title="Pause the engine"]');
  });

  scene('levels on a phone', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await board.choices();
    await page.locator('.choices .level-words').scrollIntoViewIfNeeded();
    await board.settled();
    await board.picture('phone-levels');
    await page.click('.choices button.primary');
    await page.waitForSelector('.board-host .man, .placing:not([hidden])');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(wide, 0, 'the page is as wide as the screen');
    await board.picture('phone-level');
  }, phone);

  scene.alone('a game is annotated, saved and read again', async (board) => {
    const { page } = board;
    await board.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(board, BLUNDER);
    await page.click('.annotation > button');
    await board.settled();
    await board.picture('annotate-dialog');
    await board.accessible();
    await page.keyboard.press('Escape');
    await annotate(board);
    await annotated(board);
    const texts = await board.texts('.notes .move');
    assert.deepEqual(texts.slice(0, 2), ['Kg1??', 'Qxd7'], 'the better turn stands behind the blunder');
    assert.equal(await board.count('.graph-mark.blunder'), 1);
    await page.click('.tally.blunder:not(:disabled)');
    await page.waitForFunction(() => document.querySelector('.notes [aria-current]')?.textContent === 'Kg1??');
    assert.deepEqual(await board.texts('.badge'), ['??'], 'on the square of the King');
    await board.settled();
    await board.picture('annotated');
    await board.accessible();
    await page.reload();
    await annotated(board);
    assert.deepEqual(await board.texts('.notes .move'), texts, 'it is kept');
    await page.click('[title="Copy PGN"]');
    await page.waitForFunction(() => document.querySelector('.status').textContent.includes('PGN copied'));
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\{Average loss.*1\. Kg1\?\? \{\[%eval #?-[\d.]+\]\} \{loses the Queen to the Queen on d2\} \(1\.\sQxd7 \{\[%eval #?[\d.]+\]\}/s);
    await open(board, copied);
    await annotated(board);
    assert.deepEqual(await board.texts('.notes .move'), texts);
    assert.equal(await board.count('.graph.empty'), 0, 'its scores fill the graph');
    assert.deepEqual(await board.texts('.notes .comment'), ['loses the Queen to the Queen on d2'], 'scores are no comments');
    // The other line is another game.
    await page.click('.variation .move');
    await page.click('[title="Make this the main line"]');
    await page.waitForSelector('.tallies', { state: 'hidden' });
  });

  scene('annotating is cancelled', async (board) => {
    const { page } = board;
    await open(board, BLUNDER);
    await annotate(board, 'slowest');
    await page.waitForSelector('.annotation-running:not([hidden])');
    assert.match((await board.texts('.annotation-words')).join(), /0 of 3|waits/);
    await board.picture('annotating');
    // Whoever loads the page again still sees it.
    await page.reload();
    await page.waitForSelector('.annotation-running:not([hidden])');
    await page.click('.annotation-running [title=Cancel]');
    await page.waitForSelector('.annotation-running', { state: 'hidden' });
    assert.ok(await page.isVisible('.annotation > button'));
    assert.equal(await board.count('.tallies:not([hidden])'), 0);
  });

  scene('annotating goes on where it stood after a reload', async (board) => {
    const { page } = board;
    await open(board, `[Variant "metamachy"]\n\n1. e5 e8 2. d5 d8 3. Nb4 Nb9 4. Nk4 Nk9 *`);
    await annotate(board, 'usual');
    const done = (least) => page.waitForFunction((number) =>
      Number(/(\d+) of 8/.exec(document.querySelector('.annotation-words')?.textContent)?.[1] ?? -1) >= number, least);
    await done(3);
    await page.waitForTimeout(2500);
    await page.reload();
    await page.waitForSelector('.annotation-running:not([hidden]), .tallies:not([hidden])');
    const first = Number(/(\d+) of 8/.exec((await board.texts('.annotation-words')).join())?.[1] ?? 8);
    assert.ok(first >= 2, `it begins again at ${first}`);
    await page.waitForSelector('.tallies:not([hidden])', { timeout: 60_000 });
  });

  scene('a finished game with leaders is annotated', async (board) => {
    const { page } = board;
    await board.newGame('mini-chieftain', { who: 'two' });
    await board.play('b2', 'c4');
    await page.click('.end-turn');
    await board.moves(2);
    await page.click('[title=Resign]');
    await page.click('dialog .danger');
    await page.click('.over-box button:has-text("Annotate")');
    await page.waitForSelector('dialog[open] select');
    await field(board, 'Thinking').selectOption('shallow');
    await page.click('dialog .primary');
    await annotated(board);
    assert.equal((await board.texts('.tallies tbody th')).join(), 'White,Black');
    await board.picture('annotated-leaders');
  });

  for (const [name, options] of [['on a phone in the dark', { ...phone, colorScheme: 'dark' }],
    ...ALL ? [['on a phone', phone], ['in the dark', { colorScheme: 'dark' }]] : []]) {
    scene(`an annotated game ${name}`, async (board) => {
      await open(board, BLUNDER);
      await annotate(board);
      await annotated(board);
      await board.page.click('.tally.blunder:not(:disabled)');
      await board.settled();
      const wide = await board.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.equal(wide, 0, 'the page is as wide as the screen');
      await board.picture(`annotated ${name}`.replaceAll(' ', '-'));
      await board.accessible();
    }, options);
  }
}
