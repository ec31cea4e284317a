// Scenes about the pages themselves: what they say, whom they let in, and what they open.

import assert from 'node:assert/strict';
import { moves, open } from './analysis.mjs';

/** What a page says as long as it has no game, and pages of each kind with what shows that they are ready. */
const PAGES = {
  '/': '.new-game .level-words', '/puzzles': '.puzzle-entry[aria-current]', '/lessons': '.puzzle-entry[aria-current]',
  '/kept': 'main h1', '/rules/chieftain': '.rules .card', '/editor/metamachy': '.verdict p',
  '/analysis?variant=chess': '.board-host .man', '/analysis?variant=nosuch': '.missing', '/rules/nosuch': '.trouble h1',
};

const UNTAGGED = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *';

/** A file with a text, dropped on the page. */
const drop = (board, text) => board.page.evaluate((words) => {
  const data = new DataTransfer();
  data.items.add(new File([words], 'x.pgn'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}, text);

export function pageScenes(scene) {
  for (const colorScheme of ['light', 'dark']) {
    scene(`all pages, ${colorScheme}`, async (board) => {
      const { page } = board;
      const headings = async () => {
        assert.equal(await page.locator('h1:visible').count(), 1, `one heading on ${page.url()}`);
        await board.accessible();
      };
      for (const [path, ready] of Object.entries(PAGES)) {
        await page.goto(board.to(path));
        await page.waitForSelector(ready);
        await board.settled();
        await headings();
      }
      board.expectRefused(404);
      await page.goto(board.to('/'));
      await board.choices();
      await headings();
      await board.picture(`start-${colorScheme}`);
      await board.newGame('chieftain', { who: 'two' });
      await board.play('b2', 'c4');
      await page.keyboard.press('?');
      await page.waitForSelector('.signs-box li');
      await headings();
      await board.picture(`signs-${colorScheme}`);
      await page.keyboard.press('?');
      await page.click('[data-tab=Pieces]');
      await page.click('.piece-entry');
      await headings();
      await page.click('[title=Settings]');
      await board.accessible();
    }, { colorScheme });
  }

  scene('before a game', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await board.choices();
    assert.equal(await page.locator('.controls:visible, .player:visible, .tab-body:visible, dialog').count(), 0);
    // Only boards that are seen are drawn; each is when it comes into sight.
    const drawn = () => board.count('.game-board svg');
    const games = await board.count('.game-card');
    await page.waitForSelector('.game-board svg');
    assert.ok(games >= 18 && await drawn() < games, `${await drawn()} of ${games}`);
    for (let index = 0; index < games; index++) await page.locator('.game-card').nth(index).scrollIntoViewIfNeeded();
    await page.waitForFunction((all) => document.querySelectorAll('.game-board svg').length === all, games);
    const missing = await page.evaluate(() => [...document.querySelectorAll('.game-board use')]
      .filter((use) => !document.querySelector(use.getAttribute('href'))).length);
    assert.equal(missing, 0, 'each piece has its picture');
    assert.deepEqual(await page.locator('.game-card:has(.first-game) b').allTextContents(), ['Metamachy', 'Mini-Chieftain']);
    assert.match((await board.texts('.game-card')).join('\n'), /Maasai Chess.*12×12 · Jean-Louis Cazaux.*Overlord30×15 · Joe Joyce/s);
    // By keys: an arrow chooses the next game, Enter plays it.
    await page.locator('.game-list input:checked').focus();
    await page.keyboard.press('ArrowDown');
    const next = await page.inputValue('.game-list input:checked');
    assert.equal(next, 'zanzibar-s');
    assert.deepEqual(await board.texts('.chosen h2'), ['Zanzibar-S']);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.board-host .man');
    assert.equal(await board.count('.game-card'), 0);
    // In a game the same question is a dialog.
    await page.click('text=New game');
    assert.equal(await page.inputValue('dialog[open] .game-list input:checked'), 'zanzibar-s');
    await board.accessible();
    await board.picture('new-game');
    await page.click('dialog >> text=Cancel');
    assert.equal(await board.count('dialog'), 0);
  }, { viewport: { width: 1366, height: 768 } });

  scene('a position in the address', async (board) => {
    const { page } = board;
    const fen = 'k11/12/12/12/12/4r7/12/12/12/12/4N7/4K7 w - - 0 1';
    const query = `variant=metamachy&fen=${encodeURIComponent(fen)}`;
    await page.goto(board.to(`/analysis?${query}`));
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await page.waitForSelector('.board-host .man');
    assert.equal(await board.count('.board-host .man'), 4);
    await page.goto(board.to('/analysis?variant=metamachy&fen=k11'));
    await page.waitForSelector('.missing');
    assert.match((await board.texts('.missing')).join(), /cannot be analysed.*a FEN has six/is);
    await page.goto(board.to(`/?${query}`));
    await page.waitForSelector('.from-fen:not(:empty)');
    await page.locator('.choices label', { hasText: 'Players' }).locator('select').selectOption('two');
    await page.click('.choices .primary');
    await page.waitForURL(/game\/[0-9a-f]{32}/);
    await page.waitForSelector('.board-host .man');
    assert.equal(await board.count('.board-host .man'), 4);
    await page.goto(board.to('/?variant=maasai'));
    assert.ok(await page.locator('input[value=maasai]').isChecked());
    await page.goto(board.to('/?variant=nosuch'));
    await page.waitForSelector('.before .news');
    assert.match((await board.texts('.before .news')).join(), /no game nosuch/);
    await page.goto(board.to('/?variant=metamachy&fen=k11'));
    await page.click('.choices .primary');
    await page.waitForFunction(() => /a FEN has six/.test(document.querySelector('.before .news')?.textContent));
  });

  scene('who plays, in words', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { setup: 'default', level: 2 });
    assert.deepEqual(await board.texts('.player-name'), ['Dhow', 'You']);
    await board.play('e3', 'e5');
    await board.moves(2);
    await page.click('[title=Resign]');
    assert.deepEqual(await board.texts('dialog h2'), ['Resign?']);
    await page.click('dialog .danger');
    await page.waitForSelector('.over-box:not([hidden])');
    assert.match((await board.texts('.over-box')).join(), /Dhow wins, 0-1 White resigns/);
    await page.goto(board.to('/kept'));
    await page.waitForSelector('.kept-games tbody tr');
    assert.match((await board.texts('.kept-games tbody tr')).join(), /You - Dhow/);
    await page.goto(board.to('/?variant=chieftain'));
    await page.waitForSelector('.choices .option');
    assert.match((await board.texts('.choices .option b')).join(), /Free scouts/);
  });

  scene('signs have one meaning each, and are explained', async (board) => {
    const { page } = board;
    await board.newGame('chieftain', { who: 'two' });
    await page.click('[title="Signs and keys (?)"]');
    const signs = (...patterns) => page.waitForFunction((all) => {
      const words = [...document.querySelectorAll('.signs-box .legend li')].map((node) => node.textContent).join('\n');
      return all.every(([text, is]) => new RegExp(text).test(words) === is);
    }, patterns);
    await signs(['leader that may still', true], ['may activate now', true], ['last turn', false], ['moved in this turn', false]);
    await board.play('b2', 'c4');
    await signs(['last turn', true], ['moved in this turn', true], ['King in check', false]);
    await board.click('g2');
    await signs(['picked up', true], ['may go here', true]);
    await page.keyboard.press('Escape');
    const { x, y } = await board.at('f1');
    await page.mouse.move(x, y);
    await signs(['within range of the leader', true], ['may go here', false]);
    // The last turn has no corners, as pieces have that may move.
    const forms = (kind) => page.evaluate((name) => [...new Set([...document.querySelectorAll(`.board-host .mark.${name}`)].map((node) => node.getAttribute('d')))], kind);
    assert.equal((await forms('last-edge')).length, 1);
    assert.equal((await forms('mover')).length, 1);
    assert.equal((await forms('last-corner')).length, 0);
  });

  scene('more leaders than moves', async (board) => {
    await board.newGame('overlord', { who: 'two' });
    assert.doesNotMatch((await board.texts('.turn-words')).join(), /framed/);
    await board.page.keyboard.press('/');
    for (const text of ['c2b4', 'g2f4', 'j2i4', 'ac2ab4']) {
      await board.page.keyboard.type(text);
      await board.page.keyboard.press('Enter');
      await board.settled();
    }
    const leaders = await board.count('.mark.leader');
    const [, left] = /(\d+) moves? left/.exec((await board.texts('.turn-words')).join()) ?? [];
    if (leaders > Number(left)) assert.match((await board.texts('.turn-words')).join(), new RegExp(`by any of the ${leaders} framed leaders`));
    else assert.fail(`${leaders} leaders, ${left} moves: another position is needed`);
  });

  scene('the end of a long game is seen', async (board) => {
    const { page } = board;
    const line = [];
    for (let rank = 3; rank < 10; rank++) {
      for (const file of ['e', 'f']) line.push(`${file}${rank}${file}${rank + 1}`, `${file === 'e' ? 'k' : 'l'}${13 - rank}${file === 'e' ? 'k' : 'l'}${12 - rank}`);
    }
    await board.position('metamachy', 'k11/12/1K8pp/12/12/12/12/12/12/4PP6/12/2R9 w - - 0 1', {}, line);
    await board.play('c1', 'c12');
    await page.waitForSelector('.over-box:not([hidden])');
    await board.settled();
    const { last, list } = await page.evaluate(() => ({
      last: [...document.querySelectorAll('.move')].at(-1).getBoundingClientRect().bottom,
      list: document.querySelector('.tab-body').getBoundingClientRect().bottom,
    }));
    assert.ok(last <= list, `${last} is below ${list}`);
    await board.picture('mate-long');
    // From an earlier position the analysis begins there.
    await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.click('[title="Analyse the game"]');
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await page.waitForFunction(() => document.querySelector('.notes [aria-current]')?.textContent === 'f4');
  }, { viewport: { width: 1280, height: 560 } });

  scene('texts that do not say of which game they are', async (board) => {
    const { page } = board;
    await page.goto(board.to('/kept'));
    await page.waitForSelector('main h1');
    await drop(board, UNTAGGED);
    await page.waitForSelector('.which-game');
    board.expectRefused(422);
    await board.accessible();
    await board.picture('which-game');
    await page.selectOption('.which-game select', 'chess');
    await page.click('.which-game .primary');
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await page.waitForSelector('.notes .move');
    assert.deepEqual(await moves(board), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']);
    // Also where another game is shown; and it may be left.
    await page.goto(board.to('/analysis?variant=metamachy'));
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await open(board, UNTAGGED);
    await page.waitForSelector('.which-game');
    board.expectRefused(422);
    assert.equal(await page.inputValue('.which-game select'), 'metamachy');
    await page.click('.which-game >> text=Cancel');
    assert.equal(await board.count('.file-dialog'), 1);
  });

  scene('half a FEN leaves the board as it is', async (board) => {
    const { page } = board;
    await page.goto(board.to('/editor/metamachy'));
    await page.waitForSelector('.verdict p');
    const before = await board.count('.board-host .man');
    for (const text of ['hello', 'kkkkkkkkkkkk/KK', '12/12/12/12/12/12/12/12/12/12/12/13 w - - 0 1', '12/12/12/12/12/12/12/12/12/12/12/11z w - - 0 1']) {
      await page.fill('.fen-field', text);
      await page.waitForSelector('.verdict .wrong');
      assert.equal(await board.count('.board-host .man'), before, text);
      assert.ok(await page.isDisabled('text=Analyse'));
    }
    await page.fill('.fen-field', '10k1/12/12/12/12/12/12/12/12/12/12/4QK6 b K - 3 9');
    await page.waitForFunction(() => document.querySelectorAll('.board-host .man').length === 3);
    assert.match((await board.texts('.summary')).join(), /touch/);
  });

  scene('the rules beside the board', async (board) => {
    const { page } = board;
    await board.newGame('chieftain', { who: 'two' });
    await page.click('[data-tab=Rules]');
    await page.waitForSelector('.rules-tab .command-picture .mark.range');
    assert.ok(await board.count('.rules-tab .command-picture .mark.mover') > 1);
    assert.ok(await board.count('.rules-tab .start-picture use') > 20);
    await board.picture('rules-beside');
    await board.accessible();
    await page.click('[data-tab=Moves]');
    assert.equal(await page.isVisible('.rules-tab'), false);
    await page.goto(board.to('/analysis?variant=metamachy'));
    await page.waitForSelector('.board-host .man');
    await page.click('[title="Rules and pieces"]');
    await page.waitForSelector('.rules-tab .start-picture');
    assert.equal(await board.count('.command-picture'), 0);
    await board.picture('rules-analysis');
    await board.accessible();
    await page.click('.rules-tab .piece-entry >> nth=3');
    await page.waitForSelector('.card h3');
    await page.click('[title="Close the piece"]');
    await page.click('[title="Close the rules"]');
    await page.goto(board.to('/lessons/the-first-turn'));
    await page.waitForSelector('.board-host .man');
    await page.click('text=Rules with pictures');
    await page.waitForSelector('.card-holder .command-picture');
    await board.picture('rules-lesson');
    await page.goto(board.to('/rules/chieftain'));
    await page.waitForSelector('.command-picture .mark.range');
    await board.picture('rules-command');
  });
}
