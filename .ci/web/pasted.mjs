// Games from texts that are pasted.

import assert from 'node:assert/strict';

const DIAGRAM = `files=8 ranks=8 promoChoice=QNRB iron=2
pawn::::a2-h2
knight:N:::b1,g1
<b>bishop</b>::::c1,f1
rook::::a1,h1
queen::::d1
<img src=x onerror=alert(1)>king::::e1
`;

const LION = `files=6 ranks=6 symmetry=none promoChoice=L
pawn::fmWfcF::a2,,c4,c5
lion:L:KNADcaKcabKmabK:lion:c3
king::::f1,,f6
`;

export function pastedScenes(scene) {
  scene('a game from a text', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await page.click('text=A game from a text');
    const dialog = page.locator('dialog.pasted');
    await dialog.locator('textarea').fill(DIAGRAM.replace('::::d1', '::::d9'));
    await dialog.locator('text=Read').click();
    await dialog.locator('.remarks .wrong').click();
    board.expectRefused(422);
    assert.equal(await dialog.locator('textarea').evaluate((node) => node.value.slice(node.selectionStart, node.selectionEnd)), 'queen::::d9');
    await board.picture('pasted-mistake');
    await dialog.locator('textarea').fill(DIAGRAM);
    await dialog.locator('text=Read').click();
    await dialog.locator('.pasted-games .board-host .man').first().waitFor();
    assert.match(await dialog.locator('.remarks').innerText(), /iron/);
    assert.equal(await dialog.locator('.card').count(), 6);
    await board.picture('pasted-game');
    // It is in the list at once, and chosen.
    await dialog.locator('text=Close').click();
    await page.waitForFunction(() => /^diagram/.test(document.querySelector('.game-list input:checked')?.value ?? ''));
    await page.waitForSelector('.game-list label:has(input:checked) svg.thumb use');
    assert.match((await board.texts('.chosen-game')).join(), /^./);
    await board.picture('pasted-listed');
    await page.click('text=A game from a text');
    await dialog.locator('textarea').fill(DIAGRAM);
    await dialog.locator('text=Read').click();
    await dialog.locator('.pasted-games .board-host .man').first().waitFor();
    await dialog.locator('.link-button').first().click();
    await board.choices();
    assert.match(await page.locator('.game-list input:checked').getAttribute('value'), /^diagram/);
    await page.click('.choices button.primary');
    await page.waitForSelector('.board-host .man');
    await board.settled();
  });

  scene('captures on the way, and a pass', async (board) => {
    const { page } = board;
    await page.goto(board.to('/'));
    await page.click('text=A game from a text');
    await page.locator('dialog.pasted textarea').fill(LION);
    await page.locator('dialog.pasted >> text=Read').click();
    await page.locator('.pasted-games .link-button').first().click();
    await board.choices();
    const field = (words) => page.locator('.choices label', { hasText: words }).locator('select');
    await field('Players').selectOption('two');
    await page.click('.choices button.primary');
    await page.waitForSelector('.board-host .man');
    await board.settled();
    await board.play('c3', 'c4');
    await board.picture('second-leg');
    // On its own square it ends without a step.
    await board.play('c3');
    await board.play('f6', 'e6');
    await board.play('f1', 'e1');
    await board.play('e6', 'f6');
    await board.play('c3', 'c3');
    await board.picture('pass');
    await page.click('.promotion button');
    await board.settled();
    await board.play('f6', 'e6');
    await board.play('c3', 'c5');
    await board.moves(7);
    const moves = await board.texts('.move');
    assert.deepEqual(moves.map((text) => text.trim()), ['Lc3xc4-c3', 'Ke6', 'Ke1', 'Kf6', 'Lc3-c3', 'Ke6', 'Lxc5+']);
  });
}
