// Scenes of two people: names, times of their own, and seats on two machines.

import assert from 'node:assert/strict';
import { Driver } from './driver.mjs';

const field = (page, words) => page.locator('.choices label', { hasText: words }).locator('input, select');
const begin = async (board) => {
  const { page } = board;
  await page.goto(board.to('/'));
  await board.choices();
  await page.check('input[value="metamachy"]', { force: true });
};
const play = async (board) => {
  await board.page.click('.choices button.primary');
  await board.page.waitForSelector('.board-host .man');
  await board.settled();
};

export function peopleScenes(scene, isSite) {
  scene('a clock of one\'s own, and names', async (board) => {
    const { page } = board;
    await begin(board);
    await field(page, 'Players').selectOption('two');
    await field(page, 'White\'s name').fill('Ada');
    await field(page, 'Black\'s name').fill(' Bo ');
    await field(page, 'Time').selectOption('own-clock');
    await field(page, 'Minutes').fill('7');
    await field(page, 'do not count').fill('4');
    await field(page, 'do not count').blur();
    assert.equal(await field(page, 'Seconds added').inputValue(), '0', 'a clock has a delay or an increment');
    await field(page, 'setup').selectOption('default');
    await board.picture('own-clock');
    await board.accessible();
    await play(board);
    assert.deepEqual((await board.texts('.player-name')).sort(), ['Ada', 'Bo']);
    assert.deepEqual(await board.texts('.clock'), ['7:00', '7:00']);
    await board.play('e3', 'e5');
    await page.click('[title=Resign]');
    await page.click('dialog .danger');
    await page.waitForSelector('.over-box:not([hidden])');
    assert.match((await board.texts('.over-box')).join(), /Ada wins, 1-0|Bo wins, 0-1/);
    await page.goto(board.to('/kept'));
    await page.waitForSelector('text=Ada - Bo');
    await page.goto(board.to('/'));
    await board.choices();
    assert.equal(await field(page, 'Minutes').inputValue(), '7', 'the choice is remembered');
  });

  if (isSite) return;
  scene('two people on two machines', async (board) => {
    const { page } = board;
    const [guest, watcher] = [new Driver(board.url), new Driver(board.url)];
    const browser = board.context.browser();
    await guest.open(browser);
    await watcher.open(browser);
    await page.route('**/address', (route) => route.fulfill({ json: { others: `${board.url}/?token=abc` } }));
    await begin(board);
    await field(page, 'Players').selectOption('apartWhite');
    await field(page, 'setup').selectOption('default');
    await play(board);
    await page.waitForSelector('.invite-link');
    await board.picture('invitation');
    await board.accessible();
    const link = await page.textContent('.invite-link');
    assert.match(link, /\/game\/[0-9a-f]{32}\?token=abc&seat=[0-9a-f]{32}$/);
    await guest.page.goto(link);
    await watcher.page.goto(page.url());
    for (const one of [guest, watcher]) await one.page.waitForSelector('.board-host .man');
    await guest.page.waitForFunction(() => /You/.test(document.querySelector('.player[data-side=black]').textContent));
    // It is White's turn, and only White's page may move.
    await guest.drag('e10', 'e8');
    await watcher.drag('e3', 'e5');
    assert.equal(await board.count('.move'), 0);
    await board.play('e3', 'e5');
    await guest.moves(1);
    await guest.play('e10', 'e8');
    for (const one of [board, watcher]) await one.moves(2);
    assert.ok(await watcher.page.isHidden('[title=Resign]') && await guest.page.isVisible('[title=Resign]'));
    await page.waitForSelector('.invite-box', { state: 'hidden' });
    // A draw is offered and accepted; the seat stays after the page is loaded again.
    await guest.page.reload();
    await guest.page.waitForFunction(() => document.querySelectorAll('.move').length === 2 && !document.querySelector('[title="Offer a draw"]').disabled);
    await guest.page.click('[title="Offer a draw"]');
    await page.waitForSelector('text=Black offers a draw');
    assert.ok(await watcher.page.isHidden('text=Black offers a draw'));
    await page.click('text=Accept');
    for (const one of [board, guest, watcher]) await one.page.waitForSelector('.over-box:not([hidden])');
    await guest.close();
    await watcher.close();
  });
}
