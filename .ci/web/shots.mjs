// Makes the pictures docs/web-*.png: `node shots.mjs URL FOLDER`, beside a running `dhow web`, where playwright-core is.

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

/** Saves pictures of pages in rows of two, or one alone in its own size. */
async function save(name, pictures, width) {
  const page = await browser.newPage({ viewport: { width: pictures.length > 1 ? 1130 : width, height: 640 } });
  await page.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:10px">${pictures.map((picture) =>
    `<img width="${pictures.length > 1 ? 560 : width}" style="display:block" src="data:image/png;base64,${picture}">`).join('')}`);
  await page.locator('body').screenshot({ path: `${folder}/web-${name}.png` });
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
await save('zanzibar-xl', [await game('zanzibar-xl', ['d3', 'd5'], { width: 1024, height: 640, setup: 'default' }, explain('h1'))], 1024);
await browser.close();
