// Chromium, and hands for the board.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env.PICTURES;
/** A folder whose scripts and styles stand for those in the program, for who works on them. */
const scripts = process.env.SCRIPTS;

/** Whether scenes are repeated with all games and on all screens; otherwise one of each kind is played. */
export const ALL = Boolean(process.env.ALL_SCENES);

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update'],
});

export class Driver {
  /** @param {string} url @param {boolean} isSite whether it is the static site, whose pages are queries of one file */
  constructor(url, isSite = false) {
    this.url = url.replace(/\/$/, '');
    this.isSite = isSite;
    this.trouble = [];
  }

  /** The address of a page, given as on the server. */
  to(path) {
    return `${this.url}${this.isSite && !/^\/($|\?)/.test(path) ? `/?${path.replace('?', '&')}` : path}`;
  }

  async open(browser, options = {}) {
    // A page that a service worker isolates at its next load forgets what its history has; scenes of that ask for one.
    const serviceWorkers = 'block';
    this.context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers, ...options });
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(20_000);
    this.page.on('console', (message) => {
      const blocked = message.text().startsWith('Service Worker registration blocked');
      if (['error', 'warning'].includes(message.type()) && !blocked) this.trouble.push(message.text());
    });
    this.page.on('pageerror', (error) => this.trouble.push(String(error.stack)));
    this.page.on('request', (request) => {
      const to = request.url();
      if (!to.startsWith(this.url) && !/^(data|blob):/.test(to)) this.trouble.push(`request to ${to}`);
    });
    if (scripts) {
      await this.page.route(/\/(js|style)\//, (route) => {
        route.fulfill({ path: scripts + new URL(route.request().url()).pathname });
      });
    }
    return this;
  }

  /** Ignores the browser's messages about requests that must be refused. */
  expectRefused(status) {
    this.trouble = this.trouble.filter((text) => !text.includes(`status of ${status}`));
  }

  async close() {
    await this.context.close();
    assert.deepEqual(this.trouble, []);
  }

  /** Asks for a game on the start page. */
  async newGame(game, { who = 'white', pace = 'quick', level = 10, setup } = {}) {
    const { page } = this;
    await page.goto(this.to('/'));
    await this.choices();
    await page.check(`input[value="${game}"]`, { force: true });
    const field = (words) => page.locator('.choices label', { hasText: words }).locator('select');
    await field('Players').selectOption(who);
    if (who !== 'two') await field('evel').first().selectOption(String(level));
    await field('Time').selectOption(pace);
    if (setup) await field('setup').selectOption(setup);
    await page.click('.choices button.primary');
    await page.waitForSelector('.board-host .man');
    await this.settled();
  }

  /** The games to choose from are shown, and the choices for a new game, which a phone folds. */
  async choices() {
    await this.page.waitForSelector('.choices .field', { state: 'attached' });
    const unfold = this.page.locator('.choices:not(.open) .unfold');
    if (await unfold.isVisible()) await unfold.click();
  }

  /** A game between two people from a position, in which moves were made. */
  position(variant, fen, more = {}, moves = []) {
    return this.begin({ variant, fen, white: 'person', black: 'person', pace: { kind: 'nodes', nodes: 100 }, ...more }, moves);
  }

  /** A game that is asked for without the dialog. */
  async begin(config, moves = []) {
    const { page } = this;
    await page.goto(this.to(`/rules/${config.variant}`));
    if (this.isSite && !moves.length) {
      // A game without moves is not stored, but is started again by what the browser's history has.
      await page.evaluate(([game, address]) => window.history.replaceState({ config: game }, '', address), [config, this.to(`/game/${'0'.repeat(32)}`)]);
      await page.reload();
      await page.waitForSelector('.board-host .man');
      await this.settled();
      return;
    }
    const id = await page.evaluate(async ([script, game, texts]) => {
      const { host } = await import(script);
      return new Promise((resolve, reject) => {
        const send = (message) => say(JSON.stringify(message));
        let id = '';
        const say = host.connect({
          opened: () => {
            send({ type: 'hello', version: 1 });
            send({ type: 'new', config: game });
          },
          heard: (text) => {
            const message = JSON.parse(text);
            if (message.type === 'error') reject(new Error(message.text));
            if (message.type === 'game') id = message.id;
            if (message.type !== 'update') return;
            const { ply } = message.now;
            if (ply < texts.length) send({ type: 'move', ply, text: texts[ply] });
            else resolve(id);
          },
          closed: () => reject(new Error('the connection is lost')),
        });
      });
    }, [`${this.url}/js/host.js`, config, moves]);
    await page.goto(this.to(`/game/${id}`));
    await page.waitForSelector('.board-host .man');
    await this.settled();
  }

  /** Waits until no piece glides any more. */
  async settled() {
    await this.page.waitForTimeout(350);
  }

  /** The middle of a square on the screen. */
  at(name) {
    return this.page.evaluate((square) => {
      const board = document.querySelector('.board-host svg.board');
      const [left, , files, ranks] = board.getAttribute('viewBox').split(' ').map(Number);
      const bounds = board.getBoundingClientRect();
      const cell = bounds.width / files;
      const [, letters, number] = /^([a-z]+)(\d+)$/.exec(square);
      const file = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
      const rank = Number(number) - 1;
      const flipped = document.querySelector('.coordinates text').textContent !== 'a';
      const x = flipped ? Math.floor(files) - 1 - file : file;
      const y = flipped ? rank : Math.floor(ranks) - 1 - rank;
      return { x: bounds.left + (x + 0.5 - left) * cell, y: bounds.top + (y + 0.5) * cell };
    }, name);
  }

  async click(name) {
    const { x, y } = await this.at(name);
    await this.page.mouse.click(x, y);
  }

  async tap(name) {
    const { x, y } = await this.at(name);
    await this.page.touchscreen.tap(x, y);
  }

  async play(...squares) {
    for (const square of squares) await this.click(square);
    await this.settled();
  }

  async drag(from, to) {
    const [a, b] = [await this.at(from), await this.at(to)];
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move(b.x, b.y, { steps: 8 });
    await this.page.mouse.up();
    await this.settled();
  }

  /** The name of the picture on a square; empty for an empty square. */
  piece(name) {
    return this.page.evaluate((square) => document.querySelector(`.board-host .man[data-square="${square}"] use`)
      ?.getAttribute('href').slice(1) ?? '', name);
  }

  /** Waits until this number of moves is listed and a person is to move. */
  async moves(least) {
    await this.page.waitForFunction((number) => document.querySelectorAll('.move').length >= number
      && !document.querySelector('.player-note')?.textContent
      && ![...document.querySelectorAll('.player-note')].some((note) => note.textContent), least);
    await this.settled();
  }

  texts(selector) {
    return this.page.locator(selector).allTextContents();
  }

  count(selector) {
    return this.page.locator(selector).count();
  }

  /** Clicks, and reads the file that is saved then. @returns {Promise<{name: string, content: Buffer}>} */
  async saves(selector) {
    const { page } = this;
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    return { name: download.suggestedFilename(), content: Buffer.concat(parts) };
  }

  async picture(name) {
    if (pictures) await this.page.screenshot({ path: `${pictures}/${name}.png` });
  }

  /** Records from now on, in each page that is loaded, the announcements for screen readers. */
  async listen() {
    await this.page.addInitScript(() => {
      window.heard_ = [];
      const note = (node) => node?.closest?.('#live, [role=status], [role=alert]') && window.heard_.push(node.textContent);
      document.addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => changes.forEach(({ target }) =>
        note(target instanceof Element ? target : target.parentElement)))
        .observe(document.body, { subtree: true, childList: true, characterData: true }));
    });
  }

  /** Waits for an announcement, and forgets all announcements so far. */
  async heard(pattern) {
    const { source, flags } = pattern;
    await this.page.waitForFunction(([text, how]) => window.heard_.some((words) => new RegExp(text, how).test(words)), [source, flags])
      .catch(async () => assert.fail(`${pattern} was not told, but ${JSON.stringify(await this.page.evaluate(() => window.heard_))}`));
    await this.page.evaluate(() => { window.heard_ = []; });
  }

  /** No finding of axe. */
  async accessible() {
    // The page's own policy lets no foreign script in.
    await this.page.evaluate(axe);
    const found = await this.page.evaluate(() => window.axe.run(document, {
      resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]), []);
  }
}
