// The rules page of a variant, made from the data by which it is played.

import { href } from './address.js';
import { html, svg } from './dom.js';
import { host } from './host.js';
import { card } from './learn.js';
import { Board } from './board/view.js';
import { pieces } from './board/geometry.js';
import { commandPicture } from './rulesview.js';
import { describeGame, pictureOf } from './protocol.js';

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function showRules(main, id) {
  const [games, game] = await Promise.all([host.games(), describeGame(id)]);
  document.title = `${game.name}: rules`;
  const area = html('div', { class: 'rules-board' });
  area.style.aspectRatio = `${game.files} / ${game.ranks}`;
  const link = (/** @type {import('./protocol.js').Summary} */ other) => html('a', {
    href: href('rules', other.id), 'aria-current': other.id === id ? 'page' : null,
  }, other.name);
  main.className = 'rules';
  main.replaceChildren(
    html('nav', { class: 'rules-games', 'aria-label': 'Games' }, ...games.map(link)),
    html('article', {},
      html('h1', {}, game.name),
      html('p', { class: 'summary' }, game.summary),
      html('p', { class: 'ways-in' }, html('a', { class: 'primary link-button', href: href('', '', `game=${game.id}`) }, `Play ${game.name}`),
        html('a', { class: 'link-button', href: href('analysis', '', `variant=${game.id}`) }, 'Analyse'),
        html('a', { class: 'link-button', href: href('editor', game.id) }, 'Set up a position')),
      area,
      html('h2', {}, 'Rules in short'),
      html('ul', {}, ...game.rules.map((rule) => html('li', {}, rule))), commandPicture(game),
      game.options.length > 0 && html('h2', {}, 'Options'),
      game.options.length > 0 && html('ul', {}, ...game.options.map(({ name, summary }) =>
        html('li', {}, html('b', {}, name), `: ${summary}`))),
      html('h2', {}, 'Pieces'),
      html('div', { class: 'rules-pieces' }, ...game.pieces.map((piece) => card(game, piece.letter)))));
  const board = new Board(area, game, (letter) => pictureOf(game, letter));
  board.host.removeAttribute('tabindex');
  board.svg.prepend(svg('title', {}, `The start array of ${game.name}`));
  board.svg.removeAttribute('aria-hidden');
  board.svg.setAttribute('role', 'img');
  board.show(pieces(game.start, game));
}
