// The board in a real browser: `node browser.mjs URL`, or `node browser.mjs URL site` for the static site.

import assert from 'node:assert/strict';
import { analysisScenes } from './analysis.mjs';
import { clockScenes } from './clocks.mjs';
import { drawingScenes } from './drawing.mjs';
import { ALL, Driver, launch } from './driver.mjs';
import { engineScenes } from './engine.mjs';
import { keepingScenes } from './keeping.mjs';
import { keyScenes } from './keys.mjs';
import { lessonScenes } from './lessons.mjs';
import { linkScenes } from './links.mjs';
import { menScenes } from './men.mjs';
import { pageScenes } from './pages.mjs';
import { partnerScenes } from './partner.mjs';
import { pastedScenes } from './pasted.mjs';
import { peopleScenes } from './people.mjs';
import { pictureScenes } from './pictures.mjs';
import { puzzleScenes } from './puzzles.mjs';
import { CHOSEN, SKIPPED, siteScenes } from './site.mjs';
import { setupScenes } from './setups.mjs';
import { smallScenes } from './small.mjs';
import { studyScenes } from './studies.mjs';
import { troubleScenes } from './trouble.mjs';

const [, , url, site] = process.argv;
const browser = await launch();
const scenes = [];
const scene = (name, act, options) => scenes.push({ name, act, options });
/** A scene that counts what is kept, uses the clipboard, or measures time: nothing is done beside it. */
scene.alone = (name, act, options) => scenes.push({ name, act, options, alone: true });
/** Scenes that are played at the same time: most wait for something. */
const TOGETHER = 2;

/** A first move in each game. */
const GAMES = {
  metamachy: ['e3', 'e5'], 'zanzibar-s': ['e3', 'e5'], 'zanzibar-xl': ['d3', 'd5'],
  'zanzibar-xl-classic': ['d3', 'd5'], 'zanzibar-xxl': ['e4', 'e6'], maasai: ['e4', 'e6'],
  chieftain: ['b2', 'c4'], 'mini-chieftain': ['b2', 'c4'], superchief: ['b2', 'c4'],
  overlord: ['ac2', 'ab4'], 'grand-chieftain': ['b2', 'c4'],
};

for (const [game, move] of Object.entries(GAMES)) {
  if (!ALL && !['metamachy', 'chieftain'].includes(game)) continue;
  scene(`a game of ${game} by clicks`, async (board) => {
    await board.newGame(game);
    await board.picture(`${game}-start`);
    const piece = await board.piece(move[0]);
    assert.match(piece, /^White/);
    await board.play(...move);
    assert.equal(await board.piece(move[1]), piece);
    if (await board.page.isVisible('.end-turn')) await board.page.click('.end-turn');
    await board.moves(2);
    await board.picture(`${game}-play`);
  }, game === 'overlord' ? { viewport: { width: 1920, height: 1080 } } : {});
}

scene('drag, take back, reload, resign, rematch', async (board) => {
  await board.newGame('metamachy', { setup: 'default' });
  await board.drag('e3', 'e5');
  await board.moves(2);
  await board.page.reload();
  await board.moves(2);
  assert.equal(await board.piece('e5'), 'WhitePawn');
  await board.page.keyboard.press('ArrowUp');
  await board.settled();
  assert.equal(await board.piece('e3'), 'WhitePawn');
  await board.page.keyboard.press('ArrowDown');
  await board.page.keyboard.press('Backspace');
  await board.page.waitForFunction(() => !document.querySelector('.move'));
  assert.equal(await board.piece('e3'), 'WhitePawn');
  await board.drag('e3', 'e9');
  assert.equal(await board.piece('e3'), 'WhitePawn', 'it is not legal');
  await board.drag('e3', 'e4');
  await board.moves(2);
  await board.page.click('[title=Resign]');
  await board.page.click('dialog .danger');
  await board.page.waitForSelector('.over-box:not([hidden])');
  await board.picture('over');
  await board.page.click('.over-box .primary');
  await board.page.waitForFunction(() => document.querySelector('.over-box').hidden);
  await board.moves(1);
  assert.match((await board.texts('.player-name')).join(), /Dhow,You/);
});

scene('keys only', async (board) => {
  await board.newGame('metamachy', { setup: 'default' });
  const { keyboard } = board.page;
  for (let i = 0; i < 20; i++) {
    await keyboard.press('Tab');
    if (await board.page.evaluate(() => document.activeElement.matches('.board-host'))) break;
  }
  await keyboard.press('n');
  await keyboard.press('Enter');
  assert.equal(await board.count('.mark.target'), 3);
  await board.picture('keys');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter']) await keyboard.press(key);
  await board.moves(2);
  assert.match((await board.texts('.move'))[0], /^Nd4/);
});

scene('a move that is planned', async (board) => {
  await board.newGame('metamachy', { setup: 'default', pace: 'usual' });
  await board.play('e3', 'e5');
  await board.play('d3', 'd5');
  assert.equal(await board.count('.mark.premove'), 2);
  await board.picture('premove');
  await board.page.waitForFunction(() => document.querySelectorAll('.move').length >= 3);
  assert.equal(await board.piece('d5'), 'WhitePawn');
});

scene('promotion', async (board) => {
  await board.position('metamachy', 'k11/4P7/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1');
  await board.click('e11');
  await board.click('e12');
  await board.page.waitForSelector('.promotion');
  await board.picture('promotion');
  await board.page.keyboard.press('Escape');
  await board.settled();
  assert.equal(await board.piece('e11'), 'WhitePawn');
  await board.drag('e11', 'e12');
  await board.page.click('.promotion button[title=Lion]');
  await board.settled();
  assert.equal(await board.piece('e12'), 'WhiteCub');
});

scene('a Pawn that need not promote', async (board) => {
  await board.position('grand', 'k9/4r5/3P6/10/10/10/10/10/10/K9 w - - 0 1');
  await board.click('d8');
  await board.click('d9');
  await board.page.waitForSelector('.promotion');
  await board.picture('promotion-or-not');
  await board.page.click('.promotion button[title="Stay a Pawn"]');
  await board.settled();
  assert.equal(await board.piece('d9'), 'WhitePawn');
  await board.moves(1);
});

scene('promotion by keys', async (board) => {
  await board.position('metamachy', 'k11/4P7/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1');
  await board.click('e11');
  await board.click('e12');
  await board.page.waitForSelector('.promotion');
  const kind = await board.page.getAttribute('.promotion button', 'title');
  await board.page.keyboard.press('Enter');
  await board.settled();
  assert.equal(await board.count('.promotion'), 0);
  assert.notEqual(await board.piece('e12'), 'WhitePawn', `a ${kind}`);
  await board.moves(1);
});

scene('a planned move is dropped by what is taken back', async (board) => {
  await board.newGame('metamachy', { setup: 'default', pace: 'usual' });
  await board.play('e3', 'e5');
  await board.play('d3', 'd5');
  assert.equal(await board.count('.mark.premove'), 2);
  await board.page.keyboard.press('Backspace');
  await board.page.waitForFunction(() => document.querySelectorAll('.move').length === 0);
  await board.page.waitForTimeout(300);
  assert.equal(await board.count('.mark.premove'), 0);
  assert.equal(await board.piece('d3'), 'WhitePawn');
});

scene('who looks back is not disturbed', async (board) => {
  await board.newGame('metamachy', { setup: 'default', pace: 'usual' });
  await board.play('e3', 'e5');
  await board.page.keyboard.press('ArrowUp');
  await board.page.waitForFunction(() => document.querySelectorAll('.move').length >= 2);
  await board.page.waitForTimeout(300);
  assert.equal(await board.piece('e3'), 'WhitePawn');
  await board.page.keyboard.press('ArrowDown');
  await board.settled();
  assert.equal(await board.piece('e5'), 'WhitePawn');
});

scene('en passant, and a jump of the King', async (board) => {
  await board.position('metamachy', 'k11/12/3p8/12/4P7/12/12/12/12/12/12/5K6 b K - 0 1');
  await board.play('d10', 'd8');
  await board.moves(1);
  await board.click('e8');
  assert.equal(await board.count('.mark.capture'), 1);
  await board.click('d9');
  await board.settled();
  assert.equal(await board.piece('d8'), '');
  assert.equal(await board.piece('d9'), 'WhitePawn');
  await board.play('a12', 'a11');
  await board.play('f1', 'g3');
  assert.equal(await board.piece('g3'), 'WhiteKing');
});

scene('check, and mate', async (board) => {
  await board.position('metamachy', 'k11/12/1K10/12/12/12/12/12/12/12/12/9R2 w - - 0 1');
  await board.play('j1', 'j12');
  assert.equal(await board.count('.mark.check'), 1);
  await board.page.waitForSelector('.over-box:not([hidden])');
  assert.match((await board.texts('.over-box'))[0], /1-0 White mates/);
  await board.picture('mate');
});

scene('the chiefs placed by Black', async (board) => {
  await board.newGame('zanzibar-xl', { who: 'black', setup: 'place' });
  const [queen, king] = [await board.piece('f12'), await board.piece('g12')];
  await board.play('f12', 'g12');
  await board.drag('e12', 'h11');
  await board.picture('placing');
  assert.deepEqual([await board.piece('f12'), await board.piece('g12')], [king, queen]);
  await board.page.click('.placing .primary');
  await board.moves(1);
  assert.equal(await board.piece('f12'), king);
  assert.equal(await board.piece('f1'), king.replace('Black', 'White'));
});

scene('a turn of several moves', async (board) => {
  await board.newGame('chieftain');
  assert.equal(await board.count('.mark.leader'), 4);
  await board.play('b2', 'c4');
  await board.play('g2', 'f4');
  assert.equal(await board.count('.mark.spent'), 2);
  await board.page.keyboard.press('Backspace');
  await board.settled();
  assert.equal(await board.piece('g2'), 'WhiteKnight');
  await board.picture('turn');
  await board.page.click('.end-turn');
  await board.moves(3);
  await board.page.keyboard.press('r');
  await board.page.waitForTimeout(3500);
  await board.page.keyboard.press('Backspace');
  await board.page.waitForFunction(() => !document.querySelector('.move'));
});

scene('pieces are explained', async (board) => {
  await board.newGame('zanzibar-xl');
  const { x, y } = await board.at('b1');
  await board.page.mouse.move(x, y);
  await board.page.waitForSelector('.card h3');
  assert.match((await board.texts('.card')).join(), /Camel.*leap/s);
  assert.ok(await board.count('.layer.reach .reach') > 0);
  await board.picture('explained');
  await board.page.mouse.move(5, 5);
  await board.page.waitForFunction(() => !document.querySelector('.layer.reach .reach'));
  await board.page.click('[data-tab=Pieces]');
  await board.page.click('.piece-entry[data-letter=U]');
  assert.match((await board.texts('.card')).join(), /Manticore/);
  await board.picture('rhinoceros');
});

scene('leaders show whom they command', async (board) => {
  await board.newGame('overlord');
  const { x, y } = await board.at('c1');
  await board.page.mouse.move(x, y);
  await board.page.waitForSelector('.mark.range');
  await board.picture('range');
}, { viewport: { width: 1920, height: 1080 } });

scene('rules', async (board) => {
  for (const game of ALL ? ['zanzibar-xl', 'overlord'] : ['overlord']) {
    await board.page.goto(board.to(`/rules/${game}`));
    await board.page.waitForSelector('.rules .card');
    await board.settled();
    await board.picture(`rules-${game}`);
  }
  await board.accessible();
});

scene('dark', async (board) => {
  await board.newGame('metamachy');
  await board.play('e3', 'e5');
  await board.moves(2);
  await board.click('b1');
  await board.picture('dark');
  await board.accessible();
}, { colorScheme: 'dark' });

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
for (const game of ALL ? ['metamachy', 'chieftain', 'overlord'] : ['metamachy']) {
  scene(`${game} on a phone`, async (board) => {
    await board.newGame(game);
    if (game === 'overlord') await board.page.click('[title="Larger squares"]');
    else {
      await board.tap('b2');
      await board.tap(game === 'metamachy' ? 'd3' : 'c4');
      await board.settled();
    }
    const wide = await board.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(wide, 0, 'the page is as wide as the screen');
    await board.picture(`phone-${game}`);
  }, phone);
}

scene('a finger drags, and holds', async (board) => {
  await board.newGame('metamachy', { setup: 'default' });
  const session = await board.context.newCDPSession(board.page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [from, to] = [await board.at('e3'), await board.at('e5')];
  await touch('touchStart', [from]);
  for (let i = 1; i <= 6; i++) {
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 }]);
  }
  await touch('touchEnd', []);
  await board.moves(2);
  assert.equal(await board.piece('e5'), 'WhitePawn');
  const lion = await board.at('f2');
  await touch('touchStart', [lion]);
  await board.page.waitForSelector('.layer.reach .reach');
  await board.picture('phone-held');
  await touch('touchEnd', []);
  await board.page.waitForFunction(() => !document.querySelector('.layer.reach .reach'));
}, phone);

scene.alone('quick, and without a jump', async (board) => {
  await board.newGame('metamachy');
  await board.page.reload();
  await board.page.waitForSelector('.board-host .man');
  await board.settled();
  const { paint, shift } = await board.page.evaluate(() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => { sum += entry.value; }))
      .observe({ type: 'layout-shift', buffered: true });
    const [first] = performance.getEntriesByName('first-contentful-paint');
    setTimeout(() => resolve({ paint: first?.startTime, shift: sum }), 200);
  }));
  console.log(`  first paint after ${Math.round(paint)} ms, layout shift ${shift.toFixed(3)}`);
  assert.ok(shift < 0.05, `layout shift ${shift}`);
});

scene.alone('a drag on the largest board', async (board) => {
  await board.newGame('overlord');
  const session = await board.context.newCDPSession(board.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await board.page.evaluate(() => {
    window.frames_ = [];
    const frame = (now) => { window.frames_.push(now); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  });
  const { x, y } = await board.at('b2');
  await board.page.mouse.move(x, y);
  await board.page.mouse.down();
  for (let i = 0; i < 60; i++) await board.page.mouse.move(x + i * 8, y - i * 5);
  const times = await board.page.evaluate(() => window.frames_.slice(1).map((now, i) => now - window.frames_[i]));
  await board.page.mouse.up();
  times.sort((a, b) => a - b);
  console.log(`  frames: median ${times[times.length >> 1].toFixed(1)} ms, 95 % within ${times[Math.floor(times.length * 0.95)].toFixed(1)} ms`);
}, { viewport: { width: 1600, height: 900 }, deviceScaleFactor: 2 });

analysisScenes(scene);
clockScenes(scene);
drawingScenes(scene);
engineScenes(scene);
keepingScenes(scene);
keyScenes(scene);
lessonScenes(scene);
linkScenes(scene);
menScenes(scene);
pageScenes(scene);
partnerScenes(scene);
peopleScenes(scene, Boolean(site));
pastedScenes(scene);
pictureScenes(scene);
puzzleScenes(scene);
setupScenes(scene);
smallScenes(scene);
studyScenes(scene);
troubleScenes(scene);
/** The scenes of the board itself, of which the site plays some. */
const own = scenes.length;
if (site) siteScenes(scene);

const only = process.env.SCENE;
let failed = 0;

async function play({ name, act, options }) {
  const board = await new Driver(url, Boolean(site)).open(browser, options);
  const begun = Date.now();
  try {
    await act(board);
    await board.close();
    console.log(`ok ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED ${name}: ${error.stack}`);
    await board.picture('failed').catch(() => {});
    await board.context.close().catch(() => {});
  }
}

const skipped = (name) => site && SKIPPED.some((part) => name.includes(part));
scenes.filter(({ name }) => skipped(name)).forEach(({ name }) => console.log(`skipped ${name}: it is about a server`));
const chosen = (name, index) => (only ? name.includes(only)
  : !site || ALL || index >= own || CHOSEN.some((part) => name.includes(part)));
const wanted = scenes.filter(({ name }, index) => !skipped(name) && chosen(name, index));
const queue = wanted.filter(({ alone }) => !alone);
await Promise.all(Array.from({ length: TOGETHER }, async () => {
  while (queue.length) await play(queue.shift());
}));
for (const one of wanted.filter(({ alone }) => alone)) await play(one);
await browser.close();
process.exit(failed ? 1 : 0);
