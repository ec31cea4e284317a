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

export function pastedScenes(scene) {
  scene('a game from a text', async (board) => {
    const { page } = board;
    await page.goto(board.url);
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
    await dialog.locator('.link-button').first().click();
    await page.waitForSelector('dialog.new-game[open]');
    assert.match(await page.locator('.new-game input:checked').getAttribute('value'), /^diagram/);
    await page.click('dialog.new-game button.primary');
    await page.waitForSelector('.board-host .man');
    await board.settled();
  });
}
