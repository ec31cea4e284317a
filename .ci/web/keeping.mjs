// Scenes about saved games, missing games, and messages of several pages at once.

import assert from 'node:assert/strict';
import { analyse, moves, open } from './analysis.mjs';
import { listenIn } from './trouble.mjs';

const MATE = 'k11/12/1K10/12/12/12/12/12/12/12/12/9R2 w - - 0 1';

/** A second page of the same person. */
async function another(board, url) {
  const page = await board.context.newPage();
  await page.goto(url);
  await page.waitForSelector('.board-host .man');
  return page;
}

const field = (page) => page.locator('.comment-field');
const comments = (page, ...texts) => page.waitForFunction((wanted) =>
  [...document.querySelectorAll('.notes .comment:not(.quiet)')].map((node) => node.textContent).join() === wanted, texts.join());

export function keepingScenes(scene) {
  scene('an analysis that is missing is reported', async (board) => {
    const { page } = board;
    await page.goto(board.to(`/analysis/${'0'.repeat(32)}`));
    await page.waitForSelector('.missing');
    assert.match((await board.texts('.missing'))[0], /No analysis here.*nothing is kept under this address/is);
    assert.equal(page.url(), board.to(`/analysis/${'0'.repeat(32)}`));
    await board.picture('missing');
    await board.accessible();
    await page.goto(board.to('/analysis?variant=nosuch'));
    await page.waitForSelector('.missing');
  });

  scene('a game that is missing is reported where a new one is chosen', async (board) => {
    const { page } = board;
    await page.goto(board.to(`/game/${'0'.repeat(32)}`));
    await page.waitForSelector('.before .news');
    assert.match((await board.texts('.before .news'))[0], /not available: nothing is kept under this address/);
    await board.accessible();
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await page.click('text=New game');
    await page.waitForSelector('dialog[open] .game-list');
    assert.equal(await board.count('dialog .news'), 0);
  });

  scene.alone('what holds no work takes no place', async (board) => {
    const { page } = board;
    const rows = async () => {
      await page.goto(board.to('/kept'));
      await page.waitForSelector('main h1');
      return board.count('.kept-games tbody tr');
    };
    const before = await rows();
    await analyse(board, 'metamachy');
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    assert.equal(await rows(), before);
    await analyse(board, 'metamachy');
    await board.play('e3', 'e5');
    assert.equal(await rows(), before + 1);
    const times = await page.locator('time').evaluateAll((all) => all.map((time) => time.dateTime));
    await page.click('.kept-games tbody tr:first-child a');
    await page.waitForSelector('.notes .move');
    await rows();
    assert.deepEqual(await page.locator('time').evaluateAll((all) => all.map((time) => time.dateTime)), times);
  });

  scene('an analysis under the address of a game, and the other way round', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    await page.goto(page.url().replace('/game/', '/analysis/'));
    await page.waitForSelector('.notes .move');
    assert.deepEqual(await moves(board), ['e5']);
    const study = page.url();
    await page.goto(study.replace('/analysis/', '/game/'));
    await page.waitForSelector('.notes .move');
    assert.equal(page.url(), study);
  });

  scene('comments of two pages', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    const other = await another(board, page.url());
    await field(page).fill('one');
    await comments(other, 'one');
    assert.equal(await field(other).inputValue(), 'one');
    // Who only looks does not write back what was there before.
    await field(page).fill('two');
    await comments(other, 'two');
    await other.keyboard.press('l');
    await field(other).focus();
    await field(other).blur();
    await page.waitForTimeout(300);
    await comments(page, 'two');
    // Both at once: nothing is lost.
    await field(page).fill('two, three');
    await field(other).fill('two, four');
    await comments(page, 'two, three, four').catch(() => comments(page, 'two, four, three'));
    await page.reload();
    await page.waitForSelector('.notes .comment:not(.quiet)');
    assert.match(await field(page).inputValue(), /^two, (three, four|four, three)$/);
  });

  scene('a comment that is typed without a connection', async (board) => {
    const { page } = board;
    const line = await listenIn(board);
    await analyse(board, 'metamachy');
    await board.play('e3', 'e5');
    await line.cut();
    await page.waitForFunction(() => document.body.classList.contains('lost'));
    await field(page).fill('a thought');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => !document.body.classList.contains('lost'));
    await comments(page, 'a thought');
    await page.reload();
    await comments(page, 'a thought');
  });

  scene('what comes while a page is made ready', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    await board.play('e3', 'e5');
    const slow = await board.context.newPage();
    let joined = () => {};
    const joins = new Promise((resolve) => { joined = resolve; });
    let go = () => {};
    const ready = new Promise((resolve) => { go = resolve; });
    await slow.route(/\/games\/metamachy$/, async (route) => {
      joined();
      await ready;
      await route.continue();
    });
    await slow.goto(page.url());
    await joins;
    await board.play('e10', 'e8');
    await page.waitForTimeout(300);
    go();
    await slow.waitForFunction(() => document.querySelectorAll('.notes .move').length === 2);
  });

  scene('a line is annotated while the connection is lost', async (board) => {
    const { page } = board;
    const running = (state) => page.waitForSelector('.annotation-running', { state });
    const line = await listenIn(board);
    await analyse(board, 'metamachy');
    await open(board, '[Variant "metamachy"]\n\n1. a4 a9 b4 b9 c4 c9 d4 d9 e4 e9 f4 f9 *');
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length === 12);
    await page.click('.annotation > button');
    await page.selectOption('dialog select', 'slowest');
    await page.click('dialog .primary');
    await running('visible');
    await line.cut();
    await page.waitForFunction(() => document.body.classList.contains('lost'));
    await page.waitForFunction(() => !document.body.classList.contains('lost'));
    await running('visible');
    await page.click('.annotation-running [title=Cancel]');
    await running('hidden');
  });

  scene('what is left out of a text stays to be read', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    await open(board, '\n\n[Variant "metamachy"]\n\n1. e5 (1. Nb9) e8 $14 *');
    await page.waitForSelector('.left-out:not([hidden])');
    await page.waitForTimeout(4500);
    await page.click('.left-out summary');
    assert.match((await board.texts('.left-out li'))[0], /^line 5: /);
    assert.deepEqual(await moves(board), ['e5', 'e8 +/=']);
    await board.picture('left-out');
    await board.accessible();
    await page.reload();
    await page.waitForSelector('.left-out:not([hidden])');
  });

  scene('the end of a game in an analysis', async (board) => {
    const { page } = board;
    await page.goto(board.to(`/editor/metamachy?fen=${encodeURIComponent(MATE)}`));
    await page.click('text=Analyse');
    await page.waitForSelector('.engine-switch');
    await board.settled();
    await page.keyboard.press('l');
    await board.play('j1', 'j12');
    await page.waitForFunction(() => document.querySelector('.engine-words').textContent === 'the game is over here');
    assert.equal(await page.getAttribute('.eval-bar', 'aria-label'), 'Evaluation 1-0');
  });
}
