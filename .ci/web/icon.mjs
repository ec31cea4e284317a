// Draws share/web/icon.png, the icon for home screens, from icon.svg: `node icon.mjs ROOT`, where playwright-core is.
// The picture fills its square, because systems cut off the corners themselves.

import fs from 'node:fs';
import { chromium } from 'playwright-core';

const SIZE = 180;
const [, , root] = process.argv;
const icon = fs.readFileSync(`${root}/share/web/icon.svg`, 'utf8').replace(' rx="6"', '');

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${SIZE}px }</style>${icon}`);
await page.screenshot({ path: `${root}/share/web/icon.png` });
await browser.close();
