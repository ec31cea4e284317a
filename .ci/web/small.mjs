// Scenes on small screens and very large ones: all that there is can be seen and reached.

import assert from 'node:assert/strict';
import { analyse, open } from './analysis.mjs';
import { ALL } from './driver.mjs';

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const phone = { viewport: { width: 390, height: 844 }, ...touch };
const low = { viewport: { width: 390, height: 664 }, ...touch };
const across = { viewport: { width: 844, height: 390 }, ...touch };

/** All of what a selector finds lies within the window and within what scrolls, and is not covered. */
async function reachable(board, ...selectors) {
  for (const selector of selectors) {
    const found = await board.page.evaluate((wanted) => [...document.querySelectorAll(wanted)]
      .filter((node) => node.checkVisibility()).map((node) => {
        node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
        const inside = left >= -1 && top >= -1 && right <= window.innerWidth + 1 && bottom <= window.innerHeight + 1;
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return width > 0 && height > 0 && inside && (node.contains(there) || there?.contains(node)) ? '' : node.outerHTML.slice(0, 120);
      }), selector);
    assert.ok(found.length, `there is ${selector}`);
    assert.deepEqual(found.filter(Boolean), [], selector);
  }
  const wide = await board.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.equal(wide, 0, 'the page is as wide as the screen');
}

const zoom = '[title="Larger squares"]';

export function smallScenes(scene) {
  for (const game of ALL ? ['overlord', 'chieftain'] : ['chieftain']) {
    scene(`larger squares, ${game}`, async (board) => {
      const { page } = board;
      await board.newGame(game, { who: 'two' });
      const side = () => page.evaluate(() => Number.parseFloat(document.querySelector('.board-host').style.getPropertyValue('--cell')));
      const before = await side();
      await page.tap(zoom);
      await board.settled();
      assert.ok(await side() >= 40 && before < 28, `from ${before} to ${await side()}`);
      // The button shows that it is pressed, also under the finger that pressed it.
      const looks = await page.evaluate((wanted) => {
        const node = document.querySelector(wanted);
        const { backgroundColor, color } = getComputedStyle(node);
        return { pressed: node.getAttribute('aria-pressed'), seen: node.checkVisibility(), differ: backgroundColor !== color, backgroundColor };
      }, zoom);
      assert.deepEqual([looks.pressed, looks.seen, looks.differ], ['true', true, true]);
      assert.notEqual(looks.backgroundColor, 'rgba(0, 0, 0, 0)');
      await page.hover(zoom);
      const hovered = await page.evaluate((wanted) => getComputedStyle(document.querySelector(wanted)).backgroundColor, zoom);
      assert.equal(hovered, looks.backgroundColor);
      await board.picture(`zoomed-${game}`);
      // It stays for the next game.
      await page.tap('[title="Signs and keys (?)"]');
      await page.tap('.signs-box [title=Close]');
      await page.tap('text=New game');
      await page.tap('dialog .primary');
      await page.waitForFunction(() => !document.querySelector('dialog[open]'));
      await board.settled();
      assert.ok(await side() >= 40);
      await page.tap(zoom);
      await board.settled();
      assert.ok(await side() < 28);
      for (const path of [`editor/${game}`, `analysis?variant=${game}`]) {
        await page.goto(board.to(`/${path}`));
        await page.waitForSelector('.board-host .man');
        await page.tap(zoom);
        await board.settled();
        assert.ok(await side() >= 40, path);
        await page.waitForSelector(`${zoom}[aria-pressed=true]`);
      }
    }, phone);
  }

  scene('a phone held across: the start', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await page.waitForSelector('.game-board svg');
    await reachable(board, '.choices .primary', '.choices select', '.game-card:last-child .game-face');
    await board.picture('across-start');
    await board.accessible();
  }, across);

  scene('a phone held across: a game', async (board) => {
    const { page } = board;
    await board.newGame('chieftain', { who: 'two' });
    await board.play('b2', 'c4');
    await reachable(board, '.status', '.tabs button', '.controls button', '.end-turn', '.player', '.move');
    assert.match((await board.texts('.status')).join(), /White to move/);
    await board.play('c4', 'd6');
    await page.waitForFunction(() => document.querySelector('.status').textContent.includes('has moved in this turn already'));
    await page.tap('[data-tab=Pieces]');
    await page.tap('.piece-entry[data-letter=N]');
    await reachable(board, '.card .diagram', '.card-holder [title=Close]');
    await board.picture('across-game');
    await board.accessible();
  }, across);

  scene('a phone held across: an analysis', async (board) => {
    await analyse(board, 'metamachy');
    await board.play('e3', 'e5');
    await board.page.check('.engine-switch input');
    await board.settled();
    await reachable(board, '.status', '.controls button', '.annotation > button', '.engine-switch', '.comment-field', '.notes .move');
    await board.picture('across-analysis');
    await board.page.goto(board.to('/editor/metamachy'));
    await board.page.waitForSelector('.verdict p');
    await reachable(board, '.palette button', '.dialog-buttons button', '.fen-field');
  }, across);

  scene('a phone held upright', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await page.waitForSelector('.game-board svg');
    const { top, title } = await page.evaluate(() => ({
      top: document.querySelector('.game-side').scrollTop, title: document.querySelector('.game-side h1').getBoundingClientRect().top,
    }));
    assert.ok(top === 0 && title > 0, 'the page opens at its title');
    assert.ok(!await page.isVisible('.choices select'));
    await reachable(board, '.choices .primary', '.unfold', '.game-card:last-child .game-face');
    await board.picture('upright-start');
    await page.tap('.unfold');
    await reachable(board, '.choices .primary', '.choices select');
    await board.picture('upright-choices');
    await board.accessible();
    await board.newGame('zanzibar-xl-classic', { who: 'two', setup: 'default' });
    await board.play('d3', 'd5');
    const name = await page.evaluate(() => {
      const node = document.querySelector('#game-name');
      return { text: node.textContent, cut: node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1 };
    });
    assert.deepEqual(name, { text: 'Zanzibar-XL classic', cut: false });
    const list = await page.evaluate(() => document.querySelector('.moves').clientHeight);
    assert.ok(list >= 80, `${list} pixels for the moves`);
    await reachable(board, '.controls button', '.tabs button', '.status', '.player');
    await page.tap('[data-tab=Pieces]');
    await page.tap('.piece-entry[data-letter=U]');
    const { height, above } = await page.evaluate(() => {
      const diagram = document.querySelector('.card .diagram').getBoundingClientRect();
      return { height: diagram.height, above: window.innerHeight - diagram.bottom };
    });
    assert.ok(height > 150 && above >= 0, 'the diagram is seen whole');
    await reachable(board, '.card-holder [title=Close]');
    await board.picture('upright-card');
    await board.accessible();
    await analyse(board, 'metamachy');
    await board.play('e3', 'e5');
    await page.check('.engine-switch input');
    await board.settled();
    await reachable(board, '.status', '.controls button', '.annotation > button', '.engine-switch', '.comment-field', '.notes .move');
  }, low);

  scene('the list of games on a phone', async (board) => {
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    await board.page.goto(board.to('/kept'));
    await board.page.waitForSelector('.kept-games .bin button');
    await reachable(board, '.kept-games tr:first-child a', '.kept-games tr:first-child .bin button');
    await board.picture('phone-kept');
    await board.accessible();
  }, phone);

  for (const [width, height] of ALL ? [[1366, 768], [2560, 1440]] : [[2560, 1440]]) {
    scene(`the bar beside the board at ${width}`, async (board) => {
      const { page } = board;
      await analyse(board, 'metamachy');
      for (const [score, shown] of [['10.34', '+10'], ['-1.26', '-1.2'], ['#-14', '#-14']]) {
        await open(board, `[Variant "metamachy"]\n\n1. e5 {[%eval ${score}]} *`);
        await page.waitForFunction((words) => {
          const current = document.querySelector('.notes .move');
          if (current && !current.hasAttribute('aria-current')) current.click();
          return document.querySelector('.bar-score')?.textContent === words;
        }, shown);
        const { gap, up, down, cut } = await page.evaluate(() => {
          const bar = document.querySelector('.eval-bar').getBoundingClientRect();
          const squares = document.querySelector('.board .squares').getBoundingClientRect();
          const score = document.querySelector('.bar-score');
          const range = document.createRange();
          range.selectNodeContents(score);
          return { gap: squares.left - bar.right, up: squares.top - bar.top, down: squares.bottom - bar.bottom,
            cut: range.getBoundingClientRect().width > bar.width };
        });
        assert.ok(gap >= 0 && gap < 45 && Math.abs(up) <= 2 && Math.abs(down) <= 2 && !cut, `${gap} ${up} ${down} ${cut}`);
      }
      await board.picture(`bar-${width}`);
    }, { viewport: { width, height } });
  }
}
