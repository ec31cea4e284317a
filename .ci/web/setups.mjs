// Scenes of the choice of a setup.

import assert from 'node:assert/strict';

export function setupScenes(scene) {
  scene('setups are ranked and one is placed', async (board) => {
    const { page } = board;
    await board.newGame('metamachy', { who: 'black', setup: 'place' });
    await page.click('text=Which setup is good?');
    assert.match((await board.texts('.setup-advice')).join(), /Setups hardly differ/);
    await page.click('text=Let Dhow rank');
    await page.waitForFunction(() => document.querySelectorAll('.setup-ranking li').length >= 3, null, { timeout: 60_000 });
    await board.picture('setup-ranking');
    await board.accessible();
    const code = await page.locator('.setup-ranking li:nth-child(2) span').first().textContent();
    const shares = await page.evaluate(() => [...document.querySelectorAll('.setup-share')].map(({ textContent }) => Number(textContent)));
    assert.deepEqual(shares, [...shares].sort((one, other) => other - one));
    // The list changes its order while setups are ranked.
    await page.click(`.setup-ranking [aria-label="Place ${code}"]`);
    await board.settled();
    const letters = await page.evaluate(async (script) => {
      const { Arrangement } = await import(`${script}/board/arrange.js`);
      const { describeGame } = await import(`${script}/protocol.js`);
      const arrangement = new Arrangement(await describeGame('metamachy'));
      return arrangement.chiefs.squares;
    }, `${board.url}/js`);
    const placed = [];
    for (const square of letters) placed.push(await board.piece(square));
    assert.equal(placed.length, code.replace('/', '').length);
    const names = { K: 'King', Q: 'Queen', L: 'Lion', G: 'Eagle' };
    [...code.replace('/', '')].forEach((letter, at) => { if (letter === 'K' || letter === 'Q') assert.equal(placed[at], `Black${names[letter]}`); });
    await page.click('.placing .primary');
    await page.waitForSelector('.move');
  });
}
