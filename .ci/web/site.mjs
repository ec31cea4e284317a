// Scenes of the static site alone: without a network, in several tabs, with what is stored.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { analyse, moves } from './analysis.mjs';

/** Scenes that are not for the site: those about connections, and about what a server has in memory. */
export const SKIPPED = [
  'a connection is lost', 'a move that is refused goes back', 'a comment that is typed without a connection',
  'what comes while a page is made ready', 'while the connection is lost', 'what is left out of a text',
  'an analysis under the address of a game', 'the engine offers a draw',
];

/** Scenes that are played in any case; ALL_SCENES plays the others too, most of which show how the page draws. */
export const CHOSEN = [
  'a game of', 'drag, take back', 'a turn of several moves', 'rules', 'metamachy on a phone', 'quick, and without a jump',
  'an analysis with variations', 'games are listed', 'clocks against the engine as White', 'two engines at levels',
  'a game is annotated', 'that is missing', 'comments of two pages', 'a position in the address', 'a game from a text',
  'a puzzle is tried', 'lessons are done', 'annotating is cancelled', 'a link ', 'a file of puzzles',
  'setups are ranked', 'a file becomes a study', 'a hint in three steps',
];

/** The files are there without a network. */
async function stored(board) {
  await board.page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== 'activated') await new Promise((resolve) => { active.onstatechange = resolve; });
  });
  await board.page.reload();
}

/** A second tab of the same person. */
async function tab(board, path) {
  const page = await board.context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(path);
  return page;
}

/**
 * Serves the folder to a scene with the headers that isolate its pages from other sites, and lets them see two cores.
 * The nodes of each line, and how many of them helpers have visited, come as `nodes` on the page.
 * @param {(text: string) => string} [change] changes the script of the engines' workers
 * @returns {Promise<{started: () => number, close: () => void}>} with the number of these workers so far
 */
async function isolate(board, change = (text) => text) {
  let started = 0;
  const changes = {
    'team.js': (text) => text.replace('navigator.hardwareConcurrency ?? 1', '2'),
    'engines.js': (text) => text.replace('if (news) this', `if (news) {
      const { line } = JSON.parse(news);
      const memory = this.workers.get(engine).shared.memory.buffer;
      const helped = Number(new BigUint64Array(memory, 8, 7).reduce((sum, one) => sum + one));
      if (line) new BroadcastChannel('test').postMessage({ nodes: line.nodes, helped });
    }
    if (news) this`),
    'engine.js': (text) => {
      started += 1;
      return change(text);
    },
  };
  const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', wasm: 'application/wasm' };
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
    const file = path.join('site', name);
    const headers = {
      'Content-Type': types[name.split('.').at(-1)] ?? 'application/octet-stream',
      'Cache-Control': 'no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    };
    const changed = changes[path.basename(name)];
    if (!fs.existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, headers).end(changed ? changed(fs.readFileSync(file, 'utf8')) : fs.readFileSync(file));
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  board.url = `http://127.0.0.1:${server.address().port}`;
  await board.page.addInitScript(() => {
    window.nodes = [];
    new BroadcastChannel('test').onmessage = ({ data }) => window.nodes.push(data);
  });
  return { started: () => started, close: () => server.close() };
}

export function siteScenes(scene) {
  scene.alone('without a network', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await board.choices();
    await stored(board);
    await board.context.setOffline(true);
    await board.newGame('maasai', { setup: 'default' });
    assert.ok(await page.evaluate(() => window.crossOriginIsolated), 'memory can be shared');
    await board.play('e4', 'e6');
    await board.moves(2);
    await page.reload();
    await board.moves(2);
    // An engine that is stopped by shared memory goes on with another position.
    await analyse(board, 'chess');
    const line = () => page.waitForFunction(() => document.querySelector('.engine-lines li b')?.textContent);
    await page.keyboard.press('l');
    await line();
    await board.play('e2', 'e4');
    await line();
    await page.keyboard.press('l');
    await board.picture('site-offline');
  }, { serviceWorkers: 'allow' });

  scene('one board for all tabs, which passes to another when its tab is closed', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    const other = await tab(board, page.url());
    await other.waitForSelector('.move');
    await board.play('e10', 'e8');
    await other.waitForFunction(() => document.querySelectorAll('.move').length === 2);
    await page.close();
    board.page = other;
    await other.waitForTimeout(300);
    await other.waitForFunction(() => !document.body.classList.contains('lost'));
    await board.settled();
    await board.play('d3', 'd5');
    await board.moves(3);
    await other.reload();
    await board.moves(3);
  });

  scene('everything is saved in one file, and read again', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    await page.goto(board.to('/kept'));
    const saved = page.waitForEvent('download');
    await page.click('text=Save all games');
    const file = await (await saved).path();
    assert.match(fs.readFileSync(file, 'utf8'), /^\{"format":"dhow-games"/);
    await page.click('.kept-games .bin button');
    await page.click('dialog .danger');
    await page.waitForFunction(() => !document.querySelector('.kept-games tbody tr'));
    const read = async (words) => {
      await page.setInputFiles('input[accept=".json"]', file);
      await page.waitForFunction((text) => document.querySelector('[role=alert]')?.textContent === text, words);
    };
    await read('1 added.');
    await read('0 added, 1 here already.');
    await board.accessible();
    await board.picture('site-kept');
    await page.click('.kept-games tbody a');
    await page.waitForSelector('.move');
    assert.equal(await board.piece('e5'), 'WhitePawn');
  });

  scene('a game in a frame of another page', async (board) => {
    const { page } = board;
    const fen = encodeURIComponent('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await page.route('**/embed.html', (route) => route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>x</title><iframe width="700" height="600" src="./?game=chess&fen=${fen}"></iframe>`,
    }));
    await page.goto(`${board.url}/embed.html`);
    const frame = page.frameLocator('iframe');
    await frame.locator('.choices .from-fen:not(:empty)').waitFor({ state: 'attached' });
    await frame.locator('.choices .primary').click();
    await frame.locator('.board-host .man').first().waitFor();
    assert.equal(await frame.locator('.board-host .man').count(), 3);
  });

  scene('data that this browser cannot store is reported', async (board) => {
    const { page } = board;
    await page.route('**/worker/store.js', async (route) => {
      const text = await (await route.fetch()).text();
      const body = text.replace('indexedDB.open(NAME, 1)', 'nothing()');
      await route.fulfill({ contentType: 'text/javascript', body });
    });
    await board.newGame('metamachy', { who: 'two', setup: 'default' });
    await board.play('e3', 'e5');
    await page.waitForFunction(() =>
      /cannot be kept: this browser stores nothing/.test(document.querySelector('.status').textContent));
    await board.play('e10', 'e8');
    await board.moves(2);
  });

  scene('an engine that fails is replaced', async (board) => {
    const { page } = board;
    // The first two have no script: the one that is ready before it is needed, and the first that gets an order.
    await page.route('**/worker/engines.js', async (route) => {
      const text = await (await route.fetch()).text();
      const body = text.replace("'./engine.js'", "workers++ < 2 ? './nosuch.js' : './engine.js'");
      await route.fulfill({ contentType: 'text/javascript', body: `${body}\nlet workers = 0;\n` });
    });
    await board.newGame('metamachy', { setup: 'default' });
    await board.play('e3', 'e5');
    await board.moves(2);
    board.expectRefused(404);
  });

  scene('an analysis has a helper where memory can be shared', async (board) => {
    const { page } = board;
    const site = await isolate(board);
    await analyse(board, 'metamachy');
    assert.ok(await page.evaluate(() => window.crossOriginIsolated));
    assert.equal(site.started(), 1, 'no helper before the first search');
    /** Waits for a line of a search to which both workers have contributed. */
    const helped = async () => {
      await page.evaluate(() => window.nodes.splice(0));
      await page.waitForFunction(() => window.nodes.some(({ nodes, helped }) =>
        helped > 1000 && helped > nodes / 4 && helped < nodes));
    };
    await page.keyboard.press('l');
    await helped();
    assert.equal(site.started(), 2);
    // The same workers go on with another position.
    await board.play('e3', 'e5');
    await helped();
    // Stopped, both rest.
    await page.keyboard.press('l');
    await page.waitForTimeout(500);
    await page.evaluate(() => window.nodes.splice(0));
    await page.waitForTimeout(1000);
    assert.deepEqual(await page.evaluate(() => window.nodes), []);
    await page.keyboard.press('l');
    await helped();
    assert.equal(site.started(), 2);
    await page.click('[title=Settings]');
    await page.click('dialog summary');
    assert.match((await board.texts('dialog details')).join(), /2 threads in analyses, one in games/);
    site.close();
  });

  scene('a helper that fails harms no search', async (board) => {
    const { page } = board;
    const site = await isolate(board, (text) =>
      text.replace('if (helper === null) {', "if (helper !== null) throw new Error('on purpose');\n  if (helper === null) {"));
    await analyse(board, 'metamachy');
    await page.keyboard.press('l');
    const searched = () => page.waitForFunction(() => window.nodes.some(({ nodes }) => nodes > 10_000));
    await searched();
    await board.play('e3', 'e5');
    await page.evaluate(() => window.nodes.splice(0));
    await searched();
    assert.ok(await page.evaluate(() => window.nodes.every(({ helped }) => helped === 0)));
    assert.equal(site.started(), 2, 'another one is not tried');
    site.close();
  });

  scene('an analysis has one worker where memory cannot be shared', async (board) => {
    const { page } = board;
    let engines = 0;
    page.on('request', (request) => { engines += Number(request.url().endsWith('/worker/engine.js')); });
    await analyse(board, 'metamachy');
    assert.ok(!await page.evaluate(() => window.crossOriginIsolated));
    await page.keyboard.press('l');
    await page.waitForFunction(() => document.querySelector('.engine-lines li b')?.textContent);
    assert.equal(engines, 1);
  });

  scene('analyses keep their moves', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    await board.play('e3', 'e5');
    await page.reload();
    await page.waitForSelector('.notes .move');
    assert.deepEqual(await moves(board), ['e5']);
    await page.click('[title=Settings]');
    await page.click('dialog summary');
    assert.match((await board.texts('dialog details')).join(), /nothing is sent to anybody/);
    await board.accessible();
  });

  scene.alone('a new version takes over whole', async (board) => {
    const { page } = board;
    const worker = new URL('site/sw.js', `file://${process.cwd()}/`);
    const icon = new URL('site/icon.svg', `file://${process.cwd()}/`);
    const [before, picture] = [worker, icon].map((file) => fs.readFileSync(file, 'utf8'));
    const shown = () => page.evaluate(async () => (await fetch('./icon.svg')).text());
    await page.goto(board.to('/kept'));
    await page.waitForSelector('main h1');
    await stored(board);
    try {
      fs.writeFileSync(icon, picture.replace('#fff', '#eee'));
      fs.writeFileSync(worker, before.replace(/VERSION = '\w/, "VERSION = 'x"));
      await page.waitForSelector('main h1');
      assert.equal(await shown(), picture, 'the old one is whole');
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        while (!registration.waiting) await new Promise((resolve) => { setTimeout(resolve, 50); });
      });
      assert.equal(await shown(), picture, 'the old one is whole');
      await page.reload();
      await page.waitForFunction(async (old) => (await (await fetch('./icon.svg')).text()) !== old, picture);
    } finally {
      fs.writeFileSync(worker, before);
      fs.writeFileSync(icon, picture);
    }
  }, { serviceWorkers: 'allow' });
}
