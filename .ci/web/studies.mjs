// Scenes of studies: analyses as chapters of one file.

import assert from 'node:assert/strict';
import { analyse, moves, open } from './analysis.mjs';

const game = (name, text) => `[Variant "metamachy"]\n[StudyName "Openings, and more"]\n[ChapterName "${name}"]\n\n${text} *\n\n`;
const FILE = game('Pawns', '1. e5 {a "good" start} e8') + game('Wrong', '1. e5 e5') + game('Knights', '1. Nd4') + game('Third', '1. d5');

const row = (board, words) => board.page.waitForFunction((text) =>
  document.querySelector('.chapter-words')?.textContent.includes(text), words);

export function studyScenes(scene) {
  scene.alone('a file becomes a study with chapters', async (board) => {
    const { page } = board;
    await analyse(board, 'chess');
    await open(board, FILE);
    await page.click('dialog >> text=All, as chapters of a study');
    await page.waitForSelector('text=Not all games could be read');
    assert.match((await board.texts('dialog')).join(), /3 chapters were read.*game 2/);
    await page.click('dialog >> text=Go on');
    await row(board, '1/3 Pawns Openings, and more');
    assert.deepEqual(await moves(board), ['e5', 'e8']);
    await board.accessible();
    await page.click('[title="Next chapter"]');
    await row(board, '2/3 Knights');
    assert.deepEqual(await moves(board), ['Nd4']);
    // Other names and another order.
    await page.click('.chapters >> text=Chapters');
    await page.waitForSelector('.chapter-list li:nth-child(3)');
    await board.picture('study-dialog');
    await board.accessible();
    await page.click('[title="Move chapter 3 up"]');
    await page.fill('.chapter-list li:nth-child(3) input', 'Horses');
    await page.click('dialog >> text=Done');
    await row(board, '3/3 Horses');
    await page.click('[title="Previous chapter"]');
    await row(board, '2/3 Third');
    // One more, from the position that is shown, is stored at once.
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.querySelector('.status').textContent.includes('Black to move'));
    await page.click('.chapters >> text=Chapters');
    await page.click('dialog >> text=New chapter from this position');
    await row(board, '4/4 Chapter 4');
    assert.equal(await board.piece('d5'), 'WhitePawn');
    await page.reload();
    await row(board, '4/4 Chapter 4');
    await board.picture('study');
    // The whole study in a file, in order, also from the list of games.
    await page.goto(board.to('/kept'));
    await page.waitForSelector('.kept-study');
    const study = page.locator('.kept-study', { hasText: 'Openings, and more' });
    assert.deepEqual(await study.locator('td:nth-child(2):not(.bin)').allTextContents(), ['Pawns', 'Third', 'Horses', 'Chapter 4']);
    await board.picture('kept-study');
    await board.accessible();
    const { name, content } = await board.saves('.kept-study [title="Save Openings, and more as PGN"]');
    assert.equal(name, 'openings-and-more.pgn');
    assert.deepEqual([...String(content).matchAll(/\[ChapterName "([^"]*)"\]/g)].map(([, text]) => text), ['Pawns', 'Third', 'Horses', 'Chapter 4']);
    assert.match(String(content), /\{a "good" start\}/);
    // One is taken out: it stays an analysis.
    await study.locator('a').first().click();
    await row(board, '1/4 Pawns');
    await page.click('.chapters >> text=Chapters');
    await page.click('[title^="Take chapter 1 out"]');
    await page.click('dialog >> text=Done');
    await page.waitForSelector('.chapters', { state: 'hidden' });
    assert.deepEqual(await moves(board), ['e5', 'e8']);
  });

  scene('an analysis becomes a chapter', async (board) => {
    const { page } = board;
    await analyse(board, 'maasai');
    await page.click('[title="Chapters of a study"]');
    await page.fill('.chapter-dialog .field input', 'My Maasai');
    await page.click('dialog >> text=New chapter');
    await row(board, '2/2 Chapter 2 My Maasai');
    await page.click('[title="Previous chapter"]');
    await row(board, '1/2 Chapter 1 My Maasai');
  });
}
