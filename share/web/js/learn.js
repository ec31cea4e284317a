// Explaining pieces: the list of a game's pieces, a card for one, a diagram of its moves.

import { button, html, svg } from './dom.js';
import { fileOf, holes, parse, place, rankOf, square } from './board/geometry.js';
import { HOW, reachMark, squarePaths, WHAT } from './board/marks.js';
import { pictureOf, pieceOf } from './protocol.js';
import { sentence } from './words.js';

/**
 * @typedef {import('./protocol.js').Game} Game
 * @typedef {import('./protocol.js').Piece} Piece
 * @typedef {import('./protocol.js').Way} Way
 */

/** Files and ranks around a far-reaching piece in a diagram. */
const AROUND = 5;

/** How far a piece moves. @param {Piece} piece */
function distance(piece) {
  const at = parse(piece.square);
  const steps = piece.ways.flatMap(({ squares }) => squares.map(parse)).concat(piece.range.map(parse))
    .map((to) => Math.max(Math.abs(fileOf(to) - fileOf(at)), Math.abs(rankOf(to) - rankOf(at))));
  return Math.max(...steps);
}

/**
 * A piece's value, with a Rook worth 5; empty if it has none.
 * @param {Piece} piece
 */
export function worth({ value }) {
  return value ? `${Number((value / 100).toFixed(2))}` : '';
}

/** @param {Game} game @param {string} letter */
function picture(game, letter) {
  return svg('svg', { class: 'picture', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    svg('use', { href: `#${pictureOf(game, letter)}` }));
}

/**
 * A piece alone on the board, with the squares that it reaches.
 * @param {Game} game
 * @param {Piece} piece
 */
export function diagram(game, piece) {
  const at = parse(piece.square);
  const far = distance(piece);
  const around = far < AROUND ? Math.max(far, 2) + 1 : AROUND;
  const whole = far >= AROUND && game.files <= 12;
  const [left, low] = [fileOf(at) - around, rankOf(at) - around].map((edge) => (whole ? 0 : Math.max(edge, 0)));
  const side = whole ? 99 : 2 * around + 1;
  const size = { files: Math.min(side, game.files), ranks: Math.min(side, game.ranks) };
  const shift = Math.min(left, game.files - size.files);
  const rise = Math.min(low, game.ranks - size.ranks);
  const put = (/** @type {number} */ where, /** @type {SVGElement} */ node) => {
    const near = square(fileOf(where) - shift, rankOf(where) - rise);
    const { x, y } = place(near, size, false);
    const inside = x >= 0 && y >= 0 && x < size.files && y < size.ranks;
    node.setAttribute('transform', `translate(${x} ${y})`);
    return inside ? node : null;
  };
  const man = (/** @type {number} */ where, /** @type {string} */ letter, extra = '') => put(where,
    svg('g', { class: `man ${extra}` },
      svg('use', { href: `#${pictureOf(game, letter)}`, x: 0.05, y: 0.05, width: 0.9, height: 0.9 })));
  const screen = game.pieces.find(({ value }) => value > 0 && value <= 130)?.letter ?? piece.letter;
  return svg('svg', {
    class: 'board diagram', viewBox: `0 0 ${size.files} ${size.ranks}`, role: 'img',
    'aria-label': `${piece.name}: ${piece.sentence}`,
  },
  ...squarePaths(size, holes(game), (x, y) => square(x + shift, size.ranks - 1 - y + rise)),
  ...piece.range.map((name) => put(parse(name), svg('rect', { class: 'mark range', width: 1, height: 1 }))),
  ...piece.screens.map((name) => man(parse(name), screen.toLowerCase(), 'screen')),
  man(at, piece.letter),
  ...piece.ways.flatMap(({ how, what, squares }) =>
    squares.map((name) => put(parse(name), reachMark(how, what)))));
}

/**
 * The legend of these ways.
 * @param {Way[]} ways
 * @param {boolean} leads
 */
export function legend(ways, leads) {
  const entry = (/** @type {SVGElement} */ mark, /** @type {string} */ words) => html('li', {},
    svg('svg', { class: 'legend-mark', viewBox: '0.15 0.15 0.7 0.7', 'aria-hidden': 'true' }, mark), words);
  const entries = ways.map(({ how, what }) => entry(reachMark(how, what), `${WHAT[what]} ${HOW[how]}`));
  if (leads) {
    const range = svg('rect', { class: 'mark range', width: 1, height: 1 });
    entries.push(entry(range, 'pieces here are within range of its command'));
  }
  return html('ul', { class: 'legend' }, ...entries);
}

/** @param {Game} game @param {Piece} piece */
function facts(game, piece) {
  const value = worth(piece);
  const scale = game.pieces.some(({ name }) => name === 'Rook') ? ' (a Rook is 5)' : '';
  const fact = (/** @type {string} */ name, /** @type {string} */ text) =>
    text && html('div', {}, html('dt', {}, name), html('dd', {}, text));
  return html('dl', { class: 'facts' },
    fact('Also called', piece.other_names),
    fact('Special', piece.special.join(', ')),
    fact('Value', value && value + scale));
}

/** Each move by itself, and the movement in notation, for who wants to know exactly. @param {Piece} piece */
function exactly(piece) {
  return html('details', { class: 'exactly' }, html('summary', {}, 'Exactly'),
    html('ul', {}, ...piece.moves.map((words) => html('li', {}, sentence(words)))),
    html('p', {}, 'Betza notation: ', html('code', {}, piece.betza)));
}

/**
 * A card about a piece with a diagram of its general moves; the board shows the moves from its square.
 * @param {Game} game
 * @param {string} letter
 * @param {import('./protocol.js').Reach} [reach]
 * @param {string[]} [by] the leaders that may activate it now
 */
export function card(game, letter, reach, by = []) {
  const piece = pieceOf(game, letter);
  if (!piece) return html('div');
  return html('div', { class: 'card' },
    html('h3', {}, picture(game, letter), piece.name, ' ', html('small', {}, reach?.square ?? '')),
    html('p', { class: 'piece-sentence' }, piece.sentence),
    piece.leads && html('p', { class: 'leads' }, piece.leads),
    by.length > 0 && html('p', { class: 'leads' }, `May be activated from ${by.join(', ')}.`),
    diagram(game, piece),
    legend(piece.ways.concat(reach?.ways.filter(({ how, what }) =>
      !piece.ways.some((way) => way.how === how && way.what === what)) ?? []), piece.range.length > 0),
    facts(game, piece),
    exactly(piece));
}

/**
 * The list of a game's pieces, in which a click selects one.
 * @param {Game} game
 * @param {(letter: string) => void} choose
 */
export function pieceList(game, choose) {
  const present = game.pieces.filter((piece) => piece.number);
  const others = game.pieces.filter((piece) => !piece.number);
  const entry = (/** @type {Piece} */ piece) => html('li', {},
    button('', () => choose(piece.letter), { class: 'piece-entry', 'data-letter': piece.letter }));
  const list = html('ul', { class: 'piece-list' }, ...[...present, ...others].map(entry));
  list.querySelectorAll('button').forEach((node) => {
    const piece = /** @type {Piece} */ (pieceOf(game, node.dataset.letter ?? ''));
    node.append(picture(game, piece.letter),
      html('span', { class: 'piece-words' }, html('b', {}, piece.name), html('small', {}, piece.sentence)),
      html('span', { class: 'letter' }, piece.letter), html('span', { class: 'worth' }, worth(piece)));
  });
  return list;
}
