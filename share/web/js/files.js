// Import and export of positions and games: paste, file, drop, and copy.

import { href } from './address.js';
import { button, html } from './dom.js';
import { host } from './host.js';

/** @typedef {import('./protocol.js').Headline} Headline */

/** The maximum size of a text in bytes, as on the server. */
const LONGEST = 4 << 20;

/**
 * Imports a text as an analysis and opens it. Returns an error message, or '' if it worked.
 * @param {string} text
 * @param {{variant: string, options: string[], chosen?: boolean}|null} game of a FEN, and
 *   of a PGN without a variant if the person has chosen the game for it
 * @param {number} [number] of the game, where there are several; Infinity for all of them as chapters of a study
 * @returns {Promise<string>}
 */
export async function importText(text, game, number) {
  if (!text.trim()) return 'the text is empty';
  if (new Blob([text]).size > LONGEST) return `a text may have at most ${LONGEST >> 20} MiB`;
  // A PGN names its variant, or the person is asked for it; a FEN gets the variant on the page.
  const said = game && (game.chosen || !isGame(text)) ? game : null;
  try {
    const told = await host.read(text, { variant: said?.variant, options: said?.options ?? [], ...(number === Infinity ? { chapters: true } : { number }) });
    if (told.games) {
      const chosen = await chooseGame(told.games, told.of ?? 0);
      return chosen ? importText(text, game, chosen) : '';
    }
    if (!told.id && !said && /no Variant tag|does not say of which game/.test(told.text ?? '')) {
      const variant = await chooseVariant(game?.variant ?? '');
      return variant ? importText(text, { variant, options: [], chosen: true }, number) : '';
    }
    if (!told.id) return told.text ?? 'the text cannot be read';
    if (told.left_out?.length) await showLeftOut(told.chapters ?? 0, told.left_out);
    location.href = href('analysis', told.id);
    return '';
  } catch {
    return host.lost;
  }
}

/** Whether a text has tags, comments or move numbers, as PGN has. @param {string} text */
const isGame = (text) => /^\s*[[{;%]/m.test(text) || /\b\d+\.+\s*[A-Za-z]/.test(text);

/** Asks for the variant of a text. @param {string} usual @returns {Promise<string>} empty if cancelled */
async function chooseVariant(usual) {
  const games = await host.games();
  return new Promise((resolve) => {
    const choice = html('select', { autofocus: true }, ...games.map(({ id, name }) => html('option', { value: id, selected: id === usual }, name)));
    const dialog = html('dialog', { class: 'small-dialog which-game', 'aria-label': 'Which game is it?' },
      html('h2', {}, 'Which game is it?'), html('p', {}, 'The text has no Variant tag, which would name the game.'),
      html('label', { class: 'field' }, html('span', {}, 'Game'), choice),
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Cancel'),
        html('button', { class: 'primary', value: 'open' }, 'Open')));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'open' ? choice.value : '');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Says which games are no chapters. @param {number} chapters @param {string[]} why @returns {Promise<void>} */
function showLeftOut(chapters, why) {
  return new Promise((resolve) => {
    const dialog = html('dialog', { class: 'small-dialog', 'aria-label': 'Not all games could be read' },
      html('h2', {}, 'Not all games could be read'), html('p', {}, `${chapters} ${chapters === 1 ? 'chapter was' : 'chapters were'} read. Left out:`),
      html('ul', {}, ...why.slice(0, 20).map((words) => html('li', {}, words))),
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', { class: 'primary' }, 'Go on')));
    dialog.addEventListener('close', () => { dialog.remove(); resolve(); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks which game to open. @param {Headline[]} games @param {number} of how many @returns {Promise<number>} 0 if cancelled,
 *   Infinity for all */
function chooseGame(games, of) {
  return new Promise((resolve) => {
    const entry = (/** @type {Headline} */ { number, white, black, result, event, turns }) => html('li', {}, button(
      `${number}. ${white} - ${black}  ${result}  ${event === '?' ? '' : event} (${turns})`,
      () => { resolve(number); dialog.close(); }, { class: 'file-game' }));
    const dialog = html('dialog', { class: 'file-games', 'aria-label': 'Choose a game' },
      html('h2', {}, `${games.length < of ? `The first ${games.length} of ${of}` : of} games: choose one`), html('ul', {}, ...games.map(entry)),
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Cancel'),
        button('All, as chapters of a study', () => { resolve(Infinity); dialog.close(); }, { class: 'primary' })));
    dialog.addEventListener('close', () => { dialog.remove(); resolve(0); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Asks for a text: typed, pasted or from a file.
 * @param {{variant: string, options: string[]}|null} game
 */
export function askText(game) {
  const wrong = html('p', { class: 'wrong', role: 'alert' });
  const text = html('textarea', { rows: 9, spellcheck: 'false', 'aria-label': 'FEN or PGN' });
  const file = html('input', { type: 'file', accept: '.pgn,.fen,.txt', 'aria-label': 'File', onchange: async () => {
    const [first] = file.files ?? [];
    if (first) text.value = await first.text();
  } });
  const open = button('Open', async () => { wrong.textContent = await importText(text.value, game); }, { class: 'primary' });
  const dialog = html('dialog', { class: 'file-dialog', 'aria-label': 'Open a game or a position' },
    html('h2', {}, 'Open a game or a position'),
    html('p', { class: 'summary' }, 'PGN, FEN or moves of Game Courier: paste the text here, choose a file, or drop one anywhere on the page.'),
    text, file, wrong,
    html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Cancel'), open));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Imports texts that are pasted or dropped anywhere on the page.
 * @param {() => {variant: string, options: string[]}|null} game
 * @param {(text: string) => void} say
 */
export function takeTexts(game, say) {
  const take = async (/** @type {string} */ text) => {
    const wrong = await importText(text, game());
    if (wrong) say(wrong);
  };
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim()) {
      event.preventDefault();
      take(text);
    }
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file && file.size > LONGEST) say(`a text may have at most ${LONGEST >> 20} MiB`);
    else take(file ? await file.text() : event.dataTransfer?.getData('text/plain') ?? '');
  });
}

/**
 * Copies a text; if the browser does not allow it, shows the text for copying.
 * @param {string} text
 * @param {(words: string) => void} say
 * @param {string} what it is
 */
export async function copyText(text, say, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    const field = html('textarea', { rows: 9, readonly: true, 'aria-label': what }, text);
    const dialog = html('dialog', { class: 'file-dialog', 'aria-label': what }, html('h2', {}, what), field,
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Close')));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  }
}

/** @param {string} text @param {string} name of the file @param {string} [type] */
export function saveText(text, name, type = 'application/x-chess-pgn') {
  saveBlob(new Blob([text], { type }), name);
}

/** @param {Blob} blob @param {string} name of the file */
export function saveBlob(blob, name) {
  const url = URL.createObjectURL(blob);
  html('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
