// Scenes of clocks: the shown clocks are compared with the server's all the time.

import assert from 'node:assert/strict';

/** Milliseconds by which what is shown may differ: it is drawn ten times a second. */
const SLACK = 450;

/** Notes from now on, in each page that is loaded, what the server says of the clocks, and what is shown otherwise. */
async function watch(board) {
  await board.page.addInitScript((slack) => {
    const seen = { updates: [], wrong: [], looks: 0, ticking: 0 };
    window.clocks_ = seen;
    const note = (text) => {
      const { type, now } = JSON.parse(text);
      if (type === 'update') seen.updates.push({ ...now, at: performance.now() });
    };
    window.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => note(data));
      }
    };
    // In the static site a worker is the server.
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => { if ('heard' in data) note(data.text); });
      }
    };
    const milliseconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
    setInterval(() => {
      const last = seen.updates.at(-1);
      const bars = [...document.querySelectorAll('.player[data-side]')];
      // The page is drawn as soon as its scripts and the game are there.
      if (!last || bars.length < 2 || performance.now() - last.at < 100 || !document.querySelector('.board-host .man')) return;
      seen.looks += 1;
      for (const bar of bars) {
        const { side } = bar.dataset;
        const clock = bar.querySelector('.clock');
        const runs = last.clocks.running === side;
        const left = Math.max(last.clocks[`${side}_ms`] - (runs ? performance.now() - last.at : 0), 0);
        const shown = milliseconds(clock.textContent);
        // Seconds are cut off, from ten seconds down tenths.
        const least = left - (left < 10_000 + slack ? 100 : 1000) - slack;
        if (shown < least || shown > left + slack || runs !== clock.classList.contains('running')) {
          seen.wrong.push(`${side}: ${clock.textContent}${clock.className.includes('running') ? ', runs' : ''}, but ${JSON.stringify(last.clocks)}`);
        }
        seen.ticking += runs;
      }
    }, 90);
  }, SLACK);
}

/**
 * What was shown is what the server said; and what it said is right: the clock of the side that is to move
 * runs, and it alone loses time.
 */
async function right(board, increment) {
  // A busy machine draws seldom.
  await board.page.waitForFunction(() => window.clocks_.looks > 5);
  const { updates, wrong } = await board.page.evaluate(() => window.clocks_);
  assert.deepEqual(wrong.slice(0, 3), []);
  for (const [index, { ply, side, fen, clocks, over, paused, at }] of updates.entries()) {
    // The first turn of each side is free.
    const runs = Number(fen.split(' ')[5]) >= 2 && !over && !paused ? side : null;
    assert.equal(clocks.running, runs, `after ${ply} moves, ${side} to move, ${JSON.stringify(clocks)}`);
    const before = updates[index - 1];
    if (!before) continue;
    for (const one of ['white', 'black']) {
      const lost = before.clocks[`${one}_ms`] - clocks[`${one}_ms`];
      const due = before.clocks.running === one ? at - before.at : 0;
      const gained = ply > before.ply ? increment * (ply - before.ply) : 0;
      assert.ok(lost <= due + SLACK && lost >= due - gained - SLACK,
        `${one} lost ${lost} ms of ${Math.round(due)} before move ${ply}, ${JSON.stringify(clocks)}`);
    }
  }
  return updates.length;
}

const least = (board, moves) => board.page.waitForFunction((number) => document.querySelectorAll('.move').length >= number, moves);

/** The person makes moves of Pawns on the edge, which nothing forbids, and the engine answers. */
async function against(board, white) {
  const moves = white ? [['l3', 'l4'], ['k3', 'k4']] : [['l10', 'l9'], ['k10', 'k9']];
  for (const [index, move] of moves.entries()) {
    const made = 2 * index + (white ? 0 : 1);
    await board.moves(made);
    await board.page.waitForTimeout(700);
    await board.play(...move);
    await least(board, made + 2);
    // The time that the person takes now is the person's.
    await board.page.waitForTimeout(700);
  }
}

const clock = (base_ms, increment_ms) => ({ kind: 'clock', base_ms, increment_ms });

export function clockScenes(scene) {
  scene('clocks of two people', async (board) => {
    const { page } = board;
    await watch(board);
    await board.begin({ variant: 'metamachy', white: 'person', black: 'person', pace: clock(11_500, 1000) });
    for (const move of [['e3', 'e5'], ['e10', 'e8'], ['d3', 'd5'], ['d10', 'd8']]) {
      await board.play(...move);
      await page.waitForTimeout(500);
    }
    await page.click('[title="Turn the board (F)"]');
    await page.waitForTimeout(600);
    // To pick up a piece gives no time back.
    await board.click('c3');
    await page.waitForTimeout(600);
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(600);
    await board.picture('clocks');
    await right(board, 1000);
    await page.reload();
    await least(board, 3);
    await page.waitForTimeout(1200);
    assert.equal(await board.count('.clock.running'), 1);
    await right(board, 1000);
  });

  for (const white of [true, false]) {
    scene(`clocks against the engine as ${white ? 'Black' : 'White'}`, async (board) => {
      const { page } = board;
      await watch(board);
      await board.begin({
        variant: 'metamachy', pace: clock(60_000, 500), setup: 'default', white_level: 3, black_level: 3,
        white: white ? 'person' : 'engine', black: white ? 'engine' : 'person',
      });
      await against(board, white);
      await page.keyboard.press('Backspace');
      await page.waitForTimeout(1000);
      await right(board, 500);
      await page.reload();
      await page.waitForSelector('.board-host .man');
      await page.waitForTimeout(1500);
      await right(board, 500);
    });
  }

  scene('clocks in a game with leaders, against the engine', async (board) => {
    const { page } = board;
    await watch(board);
    await board.begin({ variant: 'mini-chieftain', pace: clock(60_000, 500), white: 'person', black: 'engine', black_level: 2 });
    for (const [index, move] of [['b2', 'c4'], ['c4', 'b6']].entries()) {
      await page.waitForFunction(() => document.querySelector('.status').textContent === 'Your move');
      await page.waitForTimeout(500);
      await board.play(...move);
      assert.equal(await board.count('.clock.running'), index ? 1 : 0, 'it runs on within a turn');
      await page.waitForTimeout(500);
      await page.click('.end-turn');
      await page.waitForFunction((number) => document.querySelectorAll('.turn').length > number, 2 * index + 1);
    }
    await page.waitForFunction(() => document.querySelector('.status').textContent === 'Your move');
    await page.waitForTimeout(700);
    await right(board, 500);
  });

  scene('clocks of two engines, and a pause', async (board) => {
    const { page } = board;
    await watch(board);
    await board.begin({ variant: 'metamachy', pace: clock(8000, 0), setup: 'default', white: 'engine', black: 'engine', white_level: 10, black_level: 2 });
    await least(board, 5);
    await page.waitForTimeout(300);
    await page.click('[title="Pause the engine"]');
    await page.waitForFunction(() => document.querySelector('[title="Pause the engine"]').getAttribute('aria-pressed') === 'true');
    const stopped = await board.texts('.clock');
    await page.waitForTimeout(1200);
    assert.deepEqual(await board.texts('.clock'), stopped);
    assert.equal(await board.count('.clock.running'), 0);
    const moves = await board.count('.move');
    await page.click('[title="Pause the engine"]');
    await least(board, moves + 2);
    await right(board, 0);
    await page.reload();
    await least(board, moves + 2);
    await page.waitForTimeout(800);
    await page.click('[title="Pause the engine"]');
    await page.waitForTimeout(300);
    await right(board, 0);
  });
}
