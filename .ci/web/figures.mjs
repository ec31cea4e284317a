// Figures of the static site in Chromium: `node figures.mjs FOLDER DHOW`, or `FIGURES=DHOW .ci/web/site`.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Driver, launch } from './driver.mjs';

const [, , folder, dhow] = process.argv;
/** The network of a cold start, in bits a second and milliseconds. */
const [SPEED, DELAY] = [10e6, 40];
/** Seconds of an analysis. */
const SEARCH = 10;

const TYPES = {
  html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', wasm: 'application/wasm',
};
const PACKERS = {
  br: (bytes) => brotliCompressSync(bytes),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
  none: (bytes) => bytes,
};

/**
 * A host of the folder that compresses in this way.
 * @param {keyof typeof PACKERS} coding
 * @returns {Promise<string>} its address
 */
function serve(coding) {
  const packed = new Map();
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name);
    // What is packed already takes long to be packed again.
    if (fs.statSync(file).isFile() && (coding === 'none' || !name.endsWith('.gz'))) packed.set(name, PACKERS[coding](fs.readFileSync(file)));
  }
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
    const content = packed.get(name);
    const type = TYPES[name.split('.').at(-1)] ?? 'application/octet-stream';
    const headers = { 'Content-Type': type, ...(coding !== 'none' && { 'Content-Encoding': coding }) };
    if (content) response.writeHead(200, headers).end(content);
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}

const browser = await launch();

/** From nothing to the engine's first turn, in milliseconds. */
async function coldStart(url) {
  const board = await new Driver(url, true).open(browser);
  const { page } = board;
  const session = await board.context.newCDPSession(page);
  await session.send('Network.enable');
  const [downloadThroughput, uploadThroughput] = [SPEED / 8, SPEED / 8];
  const network = { offline: false, latency: DELAY, downloadThroughput, uploadThroughput };
  await session.send('Network.emulateNetworkConditions', network);
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  await page.goto(board.to('/?game=metamachy'), { waitUntil: 'commit' });
  await page.waitForSelector('.choices .primary');
  const ready = since();
  await page.locator('.choices label', { hasText: 'Time' }).locator('select').selectOption('quick');
  await page.click('.choices button.primary');
  await page.waitForSelector('.board-host .man');
  await page.waitForSelector('.player-note', { state: 'attached' });
  const asked = since();
  await board.click('e3');
  await board.click('e5');
  await page.waitForFunction(() => document.querySelectorAll('.move').length >= 2, undefined, { polling: 20 });
  const reply = since();
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await board.context.close();
  return {
    'first paint': Math.round(paint), 'a game can be chosen': ready, 'the board is there': asked, 'first reply': reply,
  };
}

/** Nodes a second of an analysis after a game, and the memory, with memory shared between the workers or not. */
async function analysis(url, shared) {
  const board = await new Driver(url, true).open(browser, { serviceWorkers: shared ? 'allow' : 'block' });
  const { page } = board;
  await page.goto(board.to('/kept'));
  await page.waitForSelector('main h1');
  // From the second visit on memory can be shared.
  if (shared) await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await board.newGame('metamachy', { setup: 'default' });
  await board.play('e3', 'e5');
  await board.moves(2);
  await page.goto(board.to('/analysis?variant=metamachy'));
  await page.waitForSelector('.engine-switch');
  const nps = await page.evaluate(async ([script, seconds]) => {
    const { host } = await import(script);
    return new Promise((resolve) => {
      let last = 0;
      const send = (message) => say(JSON.stringify(message));
      const say = host.connect({
        opened: () => {
          send({ type: 'hello', version: 1 });
          send({ type: 'analysis', of: { position: { variant: 'metamachy', options: [] } } });
        },
        heard: (text) => {
          const message = JSON.parse(text);
          if (message.type === 'analysis') {
            send({ type: 'search', node: 0, lines: 1 });
            setTimeout(() => resolve(last), seconds * 1000);
          }
          if (message.type === 'lines' && message.nps) last = message.nps;
        },
        closed: () => resolve(0),
      });
    });
  }, [`${board.url}/js/host.js`, SEARCH]);
  const memory = await ownMemory();
  await board.context.close();
  return { 'nodes a second': nps, 'MiB of memory, of the process with page and workers': memory };
}

/** The memory in MiB that the largest process of a page has for itself. */
async function ownMemory() {
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const own = pages.map(({ id }) => {
    const text = fs.readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
    return [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0);
  });
  return Math.round(Math.max(...own) / 1024);
}

for (const coding of Object.keys(PACKERS)) {
  const url = await serve(coding);
  const starts = [];
  for (let i = 0; i < 5; i++) starts.push(await coldStart(url));
  for (const name of Object.keys(starts[0])) {
    const times = starts.map((start) => start[name]).sort((a, b) => a - b);
    console.log(`compression ${coding}, ${name}: ${times[2]} ms (${times[0]} to ${times[4]})`);
  }
}
for (const shared of [false, true]) {
  const figures = Object.entries(await analysis(await serve('br'), shared));
  figures.forEach(([name, number]) => console.log(`${shared ? 'several workers' : 'one worker'}, ${name}: ${number}`));
}
const words = ['go', '-v', 'metamachy', '--movetime', String(SEARCH * 1000), '--json'];
const told = execFileSync(dhow, words, { encoding: 'utf8' });
const { nodes, time } = JSON.parse(told.trim().split('\n').at(-1));
console.log(`native, nodes a second: ${Math.round((nodes * 1000) / time)}`);
await browser.close();
process.exit();
