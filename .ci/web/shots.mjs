// Makes the pictures docs/web-*.png: `node shots.mjs URL FOLDER`, beside a running `dhow web`, where playwright-core is.

import fs from 'node:fs';
import zlib from 'node:zlib';
import { Driver, launch } from './driver.mjs';

const [, , url, folder] = process.argv;
const browser = await launch();

/** The page of a game after a first move and its reply, as a picture. */
async function game(variant, move, { width = 1440, height = 900, who = 'white', setup } = {}, more = async () => {}) {
  const board = await new Driver(url).open(browser, { viewport: { width, height } });
  await board.newGame(variant, { who, setup, level: 5 });
  if (move) await board.play(...move);
  if (move && who === 'white' && !await board.page.isVisible('.end-turn')) await board.moves(2);
  await more(board);
  const picture = await board.page.screenshot();
  await board.close();
  return picture.toString('base64');
}

/** The number of colours of a picture, the most frequent ones: a small file. */
const COLOURS = 160;

/** A picture with few colours. @param {Buffer} png */
async function small(png) {
  const page = await browser.newPage();
  const { width, height, palette, pixels } = await page.evaluate(async ([source, most]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const counts = new Map();
    const colour = (at) => data[at] << 16 | data[at + 1] << 8 | data[at + 2];
    for (let at = 0; at < data.length; at += 4) counts.set(colour(at), (counts.get(colour(at)) ?? 0) + 1);
    const palette = [...counts].sort(([, one], [, other]) => other - one).slice(0, most).map(([one]) => one);
    const parts = palette.map((one) => [one >> 16, one >> 8 & 255, one & 255]);
    const nearest = new Map();
    for (const [one] of counts) {
      const far = parts.map(([r, g, b]) => ((one >> 16) - r) ** 2 + ((one >> 8 & 255) - g) ** 2 + ((one & 255) - b) ** 2);
      nearest.set(one, far.indexOf(Math.min(...far)));
    }
    const pixels = [];
    for (let at = 0; at < data.length; at += 4) pixels.push(String.fromCharCode(nearest.get(colour(at))));
    return { width: image.width, height: image.height, palette, pixels: btoa(pixels.join('')) };
  }, [png.toString('base64'), COLOURS]);
  await page.close();
  const rows = Buffer.from(pixels, 'base64');
  const filtered = Buffer.concat(Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.from([0]), rows.subarray(row * width, (row + 1) * width)])));
  const chunk = (name, content) => {
    const part = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(zlib.crc32(part));
    return Buffer.concat([length, part, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((one) => [one >> 16, one >> 8 & 255, one & 255]));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('PLTE', colours),
    chunk('IDAT', zlib.deflateSync(filtered, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** Saves pictures of pages in rows of two, or one alone in its own size. */
async function save(name, pictures, width) {
  const page = await browser.newPage({ viewport: { width: pictures.length > 1 ? 1130 : width, height: 640 } });
  await page.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:10px">${pictures.map((picture) =>
    `<img width="${pictures.length > 1 ? 560 : width}" style="display:block" src="data:image/png;base64,${picture}">`).join('')}`);
  fs.writeFileSync(`${folder}/web-${name}.png`, await small(await page.locator('body').screenshot()));
  await page.close();
}

const explain = (square) => async (board) => {
  const { x, y } = await board.at(square);
  await board.page.mouse.move(x, y);
  await board.page.waitForSelector('.card h3');
  await board.settled();
};

const pictures = [];
for (const [variant, move] of [['metamachy', ['e3', 'e5']], ['zanzibar-s', ['e3', 'e5']], ['zanzibar-xl', ['d3', 'd5']],
  ['zanzibar-xl-classic', ['d3', 'd5']], ['zanzibar-xxl', ['e4', 'e6']], ['maasai', ['e4', 'e6']]]) pictures.push(await game(variant, move));
await save('12x12', pictures);
pictures.length = 0;
for (const variant of ['chieftain', 'mini-chieftain', 'superchief', 'grand-chieftain']) pictures.push(await game(variant, ['b2', 'c4']));
await save('leaders', pictures);
await save('overlord', [await game('overlord', ['ac2', 'ab4'], { width: 1920, height: 1080 })], 1130);
await save('chieftain', [await game('chieftain', ['b2', 'c4'], { width: 1120, height: 640 }, explain('g1'))], 1120);
await save('zanzibar-xl', [await game('zanzibar-xl', ['d3', 'd5'], { width: 1024, height: 640, setup: 'default' }, explain('e2'))], 1024);
await browser.close();
