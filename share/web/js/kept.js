// The list of saved games.

import { button, html } from './dom.js';
import { askFirst, signButton } from './controls.js';
import { askText, takeTexts } from './files.js';

/**
 * @typedef {{id: string, kind: 'game'|'analysis'|'damaged', name: string, white: string, black: string, result: string,
 *   moves: number, time: number}} Kept
 */

/** The players: one person against the engine is "You". @param {Kept} game */
function whoPlays({ white, black }) {
  const people = [white, black].filter((name) => name === 'Player').length;
  if (people === 2) return 'two people';
  return [white, black].map((name) => (name === 'Player' ? 'You' : name)).join(' - ');
}

/** @param {HTMLElement} main */
export async function showKept(main) {
  document.title = 'Games - Dhow';
  /** @type {Kept[]} */
  const games = await (await fetch('/kept.json')).json();
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const wrong = html('p', { class: 'wrong', role: 'alert' });
  const entry = (/** @type {Kept} */ game) => {
    const damaged = game.kind === 'damaged';
    const players = game.kind === 'game' ? whoPlays(game) : game.white ? `${game.white} - ${game.black}` : '';
    const what = damaged ? 'a file that cannot be read' : [game.name, players || (game.kind === 'analysis' ? 'analysis' : ''),
      `${game.moves} ${game.moves === 1 ? 'move' : 'moves'}`, when.format(game.time)].filter(Boolean).join(', ');
    const row = html('tr', {},
      html('td', {}, damaged ? 'damaged' : html('a', { href: `/${game.kind}/${game.id}` }, game.name)),
      html('td', {}, damaged ? 'this file cannot be read' : game.kind === 'game' ? players : `analysis ${players}`.trim()),
      html('td', {}, game.result === '*' ? '' : game.result),
      html('td', { class: 'number' }, game.moves),
      html('td', {}, html('time', { datetime: new Date(game.time).toISOString() }, when.format(game.time))),
      html('td', { class: 'bin' }, signButton('cut', damaged ? 'Delete this file' : `Delete this game of ${game.name}`, async () => {
        if (!await askFirst('Delete permanently?', what, { yes: 'Delete', no: 'Keep' })) return;
        const gone = await fetch(`/kept/${game.id}`, { method: 'DELETE' }).catch(() => null);
        if (gone?.ok) row.remove();
        else wrong.textContent = gone ? `Not deleted: ${await gone.text()}` : 'there is no connection to the server';
      })));
    return row;
  };
  const head = ['Game', 'Players', 'Result', 'Moves', 'Last move'].map((words) => html('th', { scope: 'col' }, words));
  main.className = 'rules kept';
  main.replaceChildren(html('article', {},
    html('h1', {}, 'Games'),
    html('p', { class: 'ways-in' }, button('Open a PGN', () => askText(null)),
      html('a', { class: 'link-button', href: '/analysis' }, 'Analyse')), wrong,
    games.length ? html('table', { class: 'kept-games' }, html('thead', {}, html('tr', {}, ...head, html('td'))),
      html('tbody', {}, ...games.map(entry))) : html('p', { class: 'summary' }, 'There are no saved games yet.')));
  takeTexts(() => null, (words) => { wrong.textContent = words; });
}
