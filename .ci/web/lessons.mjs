// Scenes of the lessons: each of them is done by its own solution.

import assert from 'node:assert/strict';
import { ALL } from './driver.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The board waits for a move. */
const ready = (board) => board.page.waitForFunction(() => document.querySelector('.board-host .man')
  && !document.querySelector('.puzzle-verdict').textContent.startsWith('That'));

async function move(board, text) {
  const [, from, to, letter] = /^([a-z]+\d+)([a-z]+\d+)([a-z]?)$/.exec(text);
  await board.click(from);
  await board.click(to);
  if (letter) await board.page.click('.promotion button');
  await board.settled();
}

export function lessonScenes(scene) {
  scene('lessons are done by their solutions', async (board) => {
    const { page } = board;
    await page.goto(board.to('/rules/chess'));
    const lessons = await page.evaluate(async (script) => (await import(script)).host.lessons(), `${board.url}/js/host.js`);
    await page.goto(board.to('/lessons'));
    await ready(board);
    await board.settled();
    assert.equal(await board.count('.notice'), 0);
    await board.picture('lesson-pawn');
    await board.accessible();
    const chosen = ALL ? lessons : lessons.filter(({ piece, title }) => 'PGCK'.includes(piece ?? '-')
      || /En passant$|Promotion|Counting|lost leader/.test(title ?? ''));
    assert.ok(chosen.length >= 8);
    for (const lesson of chosen) {
      await page.locator('.puzzle-entry').nth(lessons.indexOf(lesson)).click();
      await page.waitForFunction((index) => document.querySelectorAll('.puzzle-entry')[index].matches('[aria-current]'), lessons.indexOf(lesson));
      await board.settled();
      await board.settled();
      if (lesson.stars) assert.ok(await board.count('.mark.star') >= 2);
      for (const text of lesson.solution ?? lesson.steps.map(({ accept }) => accept[0])) {
        await move(board, text);
        await board.settled();
      }
      await page.waitForFunction(() => document.querySelector('.puzzle-verdict').dataset.kind === 'solved')
        .catch(async () => assert.fail(`${lesson.title ?? lesson.piece}: ${await page.innerText('.puzzle-verdict')}`));
    }
    assert.equal(await board.count('.puzzle-entry.is-solved'), chosen.length);
    await board.picture('lesson-done');
  }, { viewport: { width: 1366, height: 768 } });

  scene('a move that a lesson is not about is taken back', async (board) => {
    const { page } = board;
    await page.goto(board.to('/lessons/counting-moves-is-not-enough'));
    await ready(board);
    await board.settled();
    await move(board, 'c2c3');
    await page.waitForFunction(() => /not what this lesson/.test(document.querySelector('.puzzle-verdict').textContent));
    await page.waitForFunction(() => document.querySelector('.man[data-square=c2]'));
    await board.settled();
    await move(board, 'b2b3');
    await page.waitForFunction(() => /cannot follow/.test(document.querySelector('.puzzle-about').textContent));
    await page.click('text=Next lesson');
    await page.waitForURL(/nobody-says/);
    await page.goBack();
    await page.waitForFunction(() => /Counting/.test(document.title));
  });

  scene('a lesson on a phone', async (board) => {
    const { page } = board;
    await page.goto(board.to('/lessons/eagle'));
    await page.waitForSelector('.mark.star');
    await board.settled();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(wide, 0, 'the page is as wide as the screen');
    await page.tap('text=Explain the piece');
    await page.waitForSelector('.card .diagram');
    await board.picture('lesson-phone');
    await board.accessible();
  }, { ...phone, colorScheme: 'dark' });
}
