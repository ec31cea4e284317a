// The list of saved games.

import { href } from './address.js';
import { button, html } from './dom.js';
import { saveStudy, studiesIn } from './chapters.js';
import { askFirst, signButton } from './controls.js';
import { askText, saveText, takeTexts } from './files.js';
import { host } from './host.js';

/** @typedef {import('./protocol.js').Kept} Kept */

/** The players: one person against the engine who gave no name is "You". @param {Kept} game */
function whoPlays({ white, black }) {
  if (white === 'Player' && black === 'Player') return 'two people';
  return [white, black].map((name) => (name === 'Player' ? 'You' : name)).join(' - ');
}

/** @param {HTMLElement} main */
export async function showKept(main) {
  document.title = 'Games - Dhow';
  const games = await host.kept();
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const wrong = html('p', { class: 'wrong', role: 'alert' });
  const entry = (/** @type {Kept} */ game) => {
    const damaged = game.kind === 'damaged';
    const players = game.kind === 'game' ? whoPlays(game) : game.white ? `${game.white} - ${game.black}` : '';
    const puzzles = game.kind === 'puzzles';
    const what = puzzles ? `${game.name}, a file of ${game.moves} puzzles` : damaged ? 'a file that cannot be read' : [game.name, players || (game.kind === 'analysis' ? 'analysis' : ''),
      `${game.moves} ${game.moves === 1 ? 'move' : 'moves'}`, when.format(game.time)].filter(Boolean).join(', ');
    const row = html('tr', {},
      html('td', {}, game.kind === 'damaged' ? 'damaged' : game.kind === 'puzzles' ? html('a', { href: href('puzzles') }, game.name)
        : html('a', { href: href(game.kind, game.id) }, game.name)),
      html('td', {}, damaged ? 'this file cannot be read' : puzzles ? `${game.moves} puzzles of a file` : game.kind === 'game' ? players : game.chapter ? game.chapter.name : `analysis ${players}`.trim()),
      html('td', {}, game.result === '*' ? '' : game.result),
      html('td', { class: 'number' }, puzzles ? '' : game.moves),
      html('td', {}, html('time', { datetime: new Date(game.time).toISOString() }, when.format(game.time))),
      html('td', { class: 'bin' }, signButton('cut', damaged || puzzles ? 'Delete this file' : `Delete this game of ${game.name}`, async () => {
        if (!await askFirst('Delete permanently?', what, { yes: 'Delete', no: 'Keep' })) return;
        const why = await host.remove(game.id).then((text) => text && `Not deleted: ${text}`, () => host.lost);
        if (why) wrong.textContent = why;
        else row.remove();
      })));
    return row;
  };
  const studies = [...studiesIn(games)].map(([study, chapters]) => html('tbody', { class: 'kept-study' },
    html('tr', {}, html('th', { colspan: 5, scope: 'rowgroup' }, `${study}: ${chapters.length} ${chapters.length === 1 ? 'chapter' : 'chapters'}`),
      html('td', { class: 'bin' }, signButton('save', `Save ${study} as PGN`, async () => { wrong.textContent = await saveStudy(study); }))),
    ...chapters.flatMap(({ id }) => games.filter((game) => game.id === id).map(entry))));
  const { backup } = host;
  const backups = backup && [
    html('p', { class: 'summary' }, backup.about),
    html('p', { class: 'ways-in' },
      button('Save all games', async () => saveText(await backup.save(), 'dhow-games.json', 'application/json')),
      html('label', { class: 'link-button' }, 'Add games from such a file', html('input', {
        type: 'file', class: 'unseen', accept: '.json', onchange: async (/** @type {Event} */ event) => {
          const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
          if (!file) return;
          const words = await file.text().then(backup.restore).catch((/** @type {Error} */ error) => error.message);
          await showKept(main);
          main.querySelector('[role=alert]')?.append(`${words}.`);
        },
      })))];
  const head = ['Game', 'Players', 'Result', 'Moves', 'Last move'].map((words) => html('th', { scope: 'col' }, words));
  main.className = 'rules kept';
  main.replaceChildren(html('article', {},
    html('h1', {}, 'Games'),
    html('p', { class: 'ways-in' }, button('Open a PGN', () => askText(null)),
      html('a', { class: 'link-button', href: href('analysis') }, 'Analyse')), wrong,
    games.length ? html('table', { class: 'kept-games' }, html('thead', {}, html('tr', {}, ...head, html('td'))),
      html('tbody', {}, ...games.filter(({ chapter }) => !chapter).map(entry)), ...studies) : html('p', { class: 'summary' }, 'There are no saved games yet.'),
    ...backups ?? []));
}
