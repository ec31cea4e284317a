// Scenes of analyses, the editor of positions, and texts in and out.

import assert from 'node:assert/strict';

const PGN = `[Event "A match"]
[White "Anna"]
[Black "Ben"]
[Variant "metamachy"]

{a game} 1. e5 e8 (1... d8 {why not} 2. Nb4) 2. d5 $6 1/2-1/2
`;
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Opens an analysis of a game's start. */
export async function analyse(board, variant) {
  await board.page.goto(board.to(`/analysis?variant=${variant}`));
  await board.page.waitForSelector('.board-host .man');
  await board.page.waitForURL(/analysis\/[0-9a-f]{32}/);
  await board.settled();
}

export const moves = (board) => board.texts('.notes .move');
const status = (board, words) => board.page.waitForFunction((text) =>
  document.querySelector('.status').textContent.includes(text), words);

/** Opens a text by the dialog. */
export async function open(board, text) {
  await board.page.click('[title="Open a FEN or PGN"]');
  await board.page.fill('dialog textarea', text);
  await board.page.click('dialog .primary');
}

export function analysisScenes(scene) {
  scene('an analysis with variations, lines and arrows', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    await board.play('e3', 'e5');
    await board.play('e10', 'e8');
    await page.keyboard.press('ArrowLeft');
    await board.settled();
    assert.equal(await board.piece('e10'), 'BlackPawn');
    await board.drag('d10', 'd8');
    await board.play('c2', 'b4');
    assert.deepEqual(await moves(board), ['e5', 'e8', 'd8', 'Nb4']);
    assert.equal(await board.count('.variation'), 1);
    await page.keyboard.press('l');
    await page.selectOption('.engine select', '3');
    await page.waitForFunction(() => [...document.querySelectorAll('.engine-lines li b')].filter((node) => node.textContent).length === 3);
    await page.waitForFunction(() => document.querySelectorAll('.layer.arrows .arrow').length === 3);
    assert.notEqual(await page.evaluate(() => document.querySelector('.bar-white').style.height), '');
    await board.picture('analysis');
    await page.click('[title="Make this the main line"]');
    await page.waitForFunction(() => [...document.querySelectorAll('.notes .move')].map((node) => node.textContent).join(' ') === 'e5 d8 e8 Nb4'
      || [...document.querySelectorAll('.notes .move')].map((node) => node.textContent).join(' ') === 'e5 d8 Nb4 e8');
    await page.fill('.comment-field', 'a good square');
    await page.keyboard.press('Tab');
    await page.waitForSelector('.notes .comment');
    // A click on a line plays it.
    await page.click('.engine-lines li:first-child .line-move:nth-of-type(2)');
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length >= 6);
    await page.reload();
    await page.waitForSelector('.notes .comment');
    assert.ok((await moves(board)).length >= 6, 'it is kept');
    await page.click('.notes .move >> nth=0');
    const all = await moves(board);
    await page.click('[title="Delete from here"]');
    await page.waitForFunction(() => !document.querySelector('.notes .move'));
    assert.equal(await board.piece('e3'), 'WhitePawn');
    assert.match((await board.texts('.undo-box')).join(), /e5 deleted, with all moves after it/);
    await board.picture('undo');
    await board.accessible();
    // It is there again, with variations and comments, and is shown.
    await page.click('.undo-box button');
    await page.waitForSelector('.notes .comment:not(.quiet)');
    await page.waitForFunction(() => document.querySelector('.notes [aria-current]')?.textContent === 'e5');
    await page.selectOption('.sign-choice', '!?');
    await page.waitForFunction(() => document.querySelector('.notes [aria-current]')?.textContent === 'e5!?');
    await page.reload();
    await page.waitForFunction(() => [...document.querySelectorAll('.notes .move')].some((node) => node.textContent === 'e5!?'));
    await page.click('.notes .move >> nth=0');
    assert.equal(await page.inputValue('.sign-choice'), '!?');
    await page.selectOption('.sign-choice', '');
    await page.waitForFunction(() => document.querySelector('.notes [aria-current]')?.textContent === 'e5');
    assert.deepEqual(await moves(board), all);
    assert.equal(await page.isVisible('.undo-box'), false);
    await page.reload();
    await page.waitForSelector('.notes .comment:not(.quiet)');
    assert.deepEqual(await moves(board), all, 'it is kept');
    // What was played in its place meanwhile stays.
    await page.click('.notes .move >> nth=0');
    await page.click('[title="Delete from here"]');
    await page.waitForSelector('.undo-box:not([hidden])');
    await board.settled();
    await board.play('d3', 'd5');
    await page.waitForSelector('.undo-box', { state: 'hidden' });
    assert.deepEqual(await moves(board), ['d5']);
  });

  scene('a game with leaders is analysed, as far as it has come', async (board) => {
    const { page } = board;
    await board.newGame('chieftain', { who: 'two' });
    await board.play('b2', 'c4');
    await board.play('g2', 'f4');
    await page.click('[title="Analyse the game"]');
    await page.waitForSelector('.notes .move');
    await page.keyboard.press('ArrowDown');
    await board.settled();
    assert.equal(await board.piece('f4'), 'WhiteKnight');
    await page.click('.end-turn');
    await status(board, 'Black to move');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await board.settled();
    await page.click('.end-turn');
    await status(board, 'Black to move');
    assert.equal(await board.count('.variation'), 1);
    await page.keyboard.press('l');
    await page.waitForFunction(() => document.querySelectorAll('.layer.arrows .arrow').length > 1);
    await board.picture('analysis-chieftain');
  });

  scene('a graph of the scores that a game brings', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    await open(board, PGN.replace('e5 e8', 'e5 {[%eval 0.31]} e8 {[%eval -1.2,9] hm}').replace('$6', '$6 {[%eval #-4]}'));
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length === 5);
    await page.waitForSelector('.graph:not(.empty)');
    assert.deepEqual(await board.texts('.notes .comment'), ['a game', 'hm', 'why not']);
    const { x, y, width, height } = await page.locator('.graph').boundingBox();
    await page.mouse.click(x + width - 2, y + height / 2);
    await page.waitForFunction(() => document.querySelector('.notes [aria-current]')?.textContent === 'd5?!');
    assert.match(await page.getAttribute('.eval-bar', 'aria-label'), /#-4/);
    await board.picture('analysis-graph');
  });

  scene('scores that are known here and there make no graph', async (board) => {
    const { page } = board;
    await analyse(board, 'metamachy');
    await open(board, '[Variant "metamachy"]\n\n1. e5 {[%eval 0.31]} e8 2. d5 d8 {[%eval #4] [%cal Ge3e5,Rd3d5][%csl Gd5] a word} *');
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length === 4);
    assert.equal(await board.count('.graph.empty'), 1);
    assert.deepEqual(await board.texts('.notes .comment'), ['a word'], 'what is drawn elsewhere is not read');
    await page.click('.notes .move >> nth=3');
    assert.equal(await page.inputValue('.comment-field'), 'a word');
    assert.deepEqual([await board.count('.arrow.drawn-g'), await board.count('.arrow.drawn-r'), await board.count('.layer .mark.drawn-g')], [1, 1, 1]);
    await board.picture('drawn');
    await page.keyboard.press('Escape');
    await page.click('.notes .move >> nth=0');
    assert.equal(await board.count('.layer .arrow, .layer .mark.drawn'), 0);
  });

  scene.alone('PGN by a text, a file and a drop, and out again', async (board) => {
    const { page } = board;
    await board.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await analyse(board, 'maasai');
    await open(board, 'nonsense [');
    await page.waitForFunction(() => document.querySelector('.wrong').textContent.includes('line 1'));
    board.expectRefused(422);
    await board.picture('open');
    await board.accessible();
    await page.setInputFiles('dialog input[type=file]', { name: 'x.pgn', mimeType: 'text/plain', buffer: Buffer.from(PGN) });
    await page.waitForFunction(() => document.querySelector('dialog textarea').value.includes('Anna'));
    await page.click('dialog .primary');
    await page.waitForFunction(() => document.querySelectorAll('.notes .move').length === 5);
    assert.match((await board.texts('.analysis-title'))[0], /Metamachy.*Anna - Ben/);
    assert.deepEqual(await board.texts('.notes .comment'), ['a game', 'why not']);
    await page.click('[title="Copy PGN"]');
    await status(board, 'PGN copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\{a game\} 1\. e5 e8 \(1\.\.\. d8 \{why not\} 2\. Nb4\) 2\. d5\?! 1\/2-1\/2/);
    await page.click('[title="Copy the line for Game Courier"]');
    await status(board, 'Moves for Game Courier copied');
    const courier = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(courier, /\/\/ a game\nk e7-g12; .*\n1\. P e3-e5\n1\.\.\. p e10-e8\n2\. P d3-d5\n/);
    const { name } = await board.saves('[title="Save PGN"]');
    assert.match(name, /\.pgn$/);
    // Two games in a file that is dropped: one is chosen.
    const before = page.url();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'two.pgn'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, `${PGN}\n${PGN.replaceAll('Anna', 'Cleo')}`);
    await page.click('.file-games li:nth-child(2) button');
    await page.waitForURL((url) => url.href !== before && /analysis\/[0-9a-f]{32}/.test(url.href));
    await page.waitForFunction(() => document.querySelector('.analysis-title')?.textContent.includes('Cleo'));
    // And a position that is pasted.
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, 'k11/12/12/12/12/12/12/12/12/12/12/5K6 w K - 0 1');
    await page.waitForFunction(() => document.querySelectorAll('.board-host .man').length === 2);
    await page.click('[title="Copy FEN"]');
    await status(board, 'FEN copied');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^k11\/.* w K - 0 1$/);
  });

  scene('a position is set up, and its faults are shown', async (board) => {
    const { page } = board;
    await page.goto(board.to('/editor/metamachy'));
    await page.waitForSelector('.board-host .man');
    const verdict = (words) => page.waitForFunction((text) =>
      document.querySelector('.verdict').textContent.includes(text), words);
    await verdict('is valid');
    await board.picture('editor');
    await board.accessible();
    await page.click('text=Empty');
    await verdict('White has 0 Kings');
    await page.click('.palette-piece[data-letter=K]');
    await board.click('f1');
    await page.click('.palette-piece[data-letter=k]');
    await board.click('a12');
    await board.click('b12');
    await verdict('Black has 2 Kings');
    assert.equal(await board.count('.mark.check'), 2);
    const { x, y } = await board.at('b12');
    await page.mouse.click(x, y, { button: 'right' });
    await verdict("Black's King on a12 must have moved");
    await page.uncheck('.option input[value=k]');
    await verdict('King against King');
    await page.locator('label', { hasText: 'En passant' }).locator('input').fill('e6');
    await page.locator('label', { hasText: 'Move number' }).locator('input').fill('-1');
    await verdict('no double step');
    // Each field is judged when it is filled.
    await page.waitForFunction(() => document.querySelectorAll('.verdict li').length === 2);
    await board.picture('editor-wrong');
    await page.fill('.fen-field', '10k1/12/12/12/12/12/12/12/12/12/12/4QK6 b K - 3 9');
    await verdict('is valid');
    assert.equal(await board.piece('e1'), 'WhiteQueen');
    await page.click('text=Analyse');
    await page.waitForURL(/analysis\/[0-9a-f]{32}/);
    await page.waitForSelector('.board-host .man');
    await status(board, 'Black to move');
    await page.click('[title="Edit the position"]');
    await page.waitForURL(/editor\/metamachy/);
    await page.waitForFunction(() => document.querySelector('.fen-field')?.value.startsWith('10k1/'));
  });

  scene('a position of a game with leaders', async (board) => {
    const { page } = board;
    await page.goto(board.to(`/editor/mini-chieftain?fen=${encodeURIComponent('12/12 w K e3 0 1')}`));
    await page.waitForSelector('.verdict li');
    await page.click('text=Empty');
    await page.waitForFunction(() => document.querySelector('.verdict').textContent.includes('no side has a leader'));
    await page.click('text=Start array');
    await page.waitForFunction(() => document.querySelector('.verdict').textContent.includes('is valid'));
  });

  scene.alone('games are listed', async (board) => {
    const { page } = board;
    await board.newGame('maasai', { who: 'two', setup: 'default' });
    await board.play('e4', 'e6');
    await page.click('text=Games');
    await page.waitForSelector('.kept-games tbody tr');
    await board.picture('kept');
    await board.accessible();
    const rows = await board.count('.kept-games tbody tr');
    const ours = page.locator('.kept-games tr', { hasText: 'Maasai' }).first();
    await page.waitForTimeout(300);
    await ours.locator('button').click();
    // The question names what goes.
    await page.waitForSelector('dialog[open]');
    assert.match((await board.texts('dialog')).join(), /Delete permanently\?Maasai Chess, two people, 1 move/);
    await page.click('dialog >> text=Keep');
    await board.settled();
    assert.equal(await board.count('.kept-games tbody tr'), rows);
    await ours.locator('button').click();
    await page.click('dialog .danger');
    await page.waitForFunction((number) => document.querySelectorAll('.kept-games tbody tr').length === number - 1, rows);
  });

  scene('an analysis on a phone', async (board) => {
    await analyse(board, 'metamachy');
    await board.tap('e3');
    await board.tap('e5');
    await board.settled();
    assert.deepEqual(await moves(board), ['e5']);
    await board.page.check('.engine-switch input');
    await board.page.waitForFunction(() => document.querySelector('.engine-lines b').textContent);
    const wide = await board.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(wide, 0, 'the page is as wide as the screen');
    await board.picture('phone-analysis');
    await board.page.goto(board.to('/editor/metamachy'));
    await board.page.waitForSelector('.verdict p');
    await board.picture('phone-editor');
  }, phone);

  scene('an analysis in the dark', async (board) => {
    await analyse(board, 'zanzibar-xl');
    await board.play('d3', 'd5');
    await board.page.keyboard.press('l');
    await board.page.waitForFunction(() => document.querySelector('.engine-lines b').textContent);
    await board.picture('analysis-dark');
    await board.accessible();
  }, { colorScheme: 'dark' });
}
