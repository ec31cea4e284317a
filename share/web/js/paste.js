// The dialog for games from a text: an Interactive Diagram or a variant file.

import { href } from './address.js';
import { button, html, loadPictures } from './dom.js';
import { host } from './host.js';
import { card } from './learn.js';
import { Board } from './board/view.js';
import { pieces } from './board/geometry.js';
import { describeGame, pictureOf } from './protocol.js';

/** @typedef {import('./protocol.js').Remark} Remark */

/**
 * Sends a text to the host, which keeps its games.
 * @param {string} text
 * @returns {Promise<{games: string[], notes: Remark[], mistakes: Remark[]}>}
 */
async function send(text) {
  const none = { games: [], notes: [], mistakes: [] };
  const failed = (/** @type {string} */ words) => ({ ...none, mistakes: [{ line: 1, text: words }] });
  if (!text.trim()) return failed('the text is empty');
  try {
    const told = await host.paste(text);
    return told ? { ...none, ...told } : failed('the text cannot be read');
  } catch {
    return failed(host.lost);
  }
}

/**
 * A description of a game: its pieces with their moves, and its board.
 * @param {string} id
 */
async function shown(id) {
  const game = await describeGame(id);
  const area = html('div', { class: 'rules-board' });
  area.style.aspectRatio = `${game.files} / ${game.ranks}`;
  const part = html('section', {},
    html('h3', {}, game.name, ' ', html('a', { class: 'primary link-button', href: href('', '', `game=${encodeURIComponent(id)}`) }, 'Play')),
    html('div', { class: 'rules-pieces' }, ...game.pieces.map(({ letter }) => card(game, letter))), area);
  const board = new Board(area, game, (letter) => pictureOf(game, letter));
  board.host.removeAttribute('tabindex');
  board.show(pieces(game.start, game));
  return part;
}

/**
 * Asks for a text with games: pasted, dropped or from a file. Shows its mistakes, or its games.
 * @param {(ids: string[]) => void} added is called when games were added
 */
export function askPastedGames(added) {
  const text = html('textarea', { rows: 16, spellcheck: 'false', autofocus: true, 'aria-label': 'A diagram or a variant file' });
  const said = html('ul', { class: 'remarks', role: 'alert' });
  const games = html('div', { class: 'pasted-games' });
  const select = (/** @type {number} */ line) => {
    const lines = text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  };
  const remark = (/** @type {Remark} */ { line, text: words }, /** @type {string} */ kind) =>
    html('li', {}, button(words, () => select(line), { class: kind }));
  const read = async () => {
    const told = await send(text.value);
    const none = told.mistakes.length + told.notes.length === 0;
    said.replaceChildren(...told.mistakes.map((one) => remark(one, 'wrong')), ...told.notes.map((one) => remark(one, 'lacks')),
      ...(none ? [html('li', {}, 'no mistakes')] : []));
    games.replaceChildren();
    if (told.games.length === 0) return;
    document.querySelector('.pictures')?.remove();
    await loadPictures();
    added(told.games);
    for (const id of told.games) games.append(await shown(id));
  };
  const take = async (/** @type {File|undefined} */ first) => {
    if (first) {
      text.value = await first.text();
      await read();
    }
  };
  const file = html('input', {
    type: 'file', accept: '.txt,.html,.htm,.ini', 'aria-label': 'File', onchange: () => take(file.files?.[0]),
  });
  const dialog = html('dialog', {
    class: 'pasted', 'aria-label': 'A game from a text',
    ondrop: (/** @type {DragEvent} */ event) => {
      // Outside the dialog a dropped text would become an analysis.
      event.stopPropagation();
      const [first] = event.dataTransfer?.files ?? [];
      if (first) event.preventDefault();
      take(first);
    },
  },
  html('h2', {}, 'A game from a text'),
  html('p', { class: 'summary' }, 'An Interactive Diagram of the Chess Variant Pages, the whole page with it, or a variant file: paste it '
    + 'here, choose a file, or drop one. The games are kept with yours.'),
  html('div', { class: 'pasted-text' }, text, said), file, games,
  html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Close'), button('Read', read, { class: 'primary' })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
