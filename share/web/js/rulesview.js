// The rules of a game with their pictures, for the rules page and beside the board.

import { html, svg } from './dom.js';
import { fileOf, holes, parse, pieces, place, rankOf, square } from './board/geometry.js';
import { mark, squarePaths } from './board/marks.js';
import { asSentence, startPicture } from './gallery.js';
import { pieceOf, pictureOf, sideOf } from './protocol.js';

/** @typedef {import('./protocol.js').Game} Game */

/** How far from the edge the leader of the picture stands, in squares. */
const AROUND = 4;

/**
 * A leader of the start array with its range, and the pieces in it; null in games without leaders.
 * @param {Game} game
 */
export function commandPicture(game) {
  const men = pieces(game.start, game);
  // The leader whose range has the most pieces, but not all: such a picture says most.
  const own = [...men].filter(([, letter]) => sideOf(letter) === 'white');
  const within = (/** @type {number} */ at, /** @type {number} */ to, /** @type {number} */ far) => at !== to
    && Math.max(Math.abs(fileOf(at) - fileOf(to)), Math.abs(rankOf(at) - rankOf(to))) <= far;
  const leaders = own.flatMap(([at, letter]) => {
    const piece = game.leaders.includes(letter) ? pieceOf(game, letter) : undefined;
    if (!piece?.range.length) return [];
    const from = parse(piece.square);
    const far = Math.max(...piece.range.map(parse).map((to) => Math.max(Math.abs(fileOf(to) - fileOf(from)), Math.abs(rankOf(to) - rankOf(from)))));
    const inRange = own.filter(([to]) => within(at, to, far));
    return inRange.length < own.length - 1 || own.length < 3 ? [{ at, piece, far, inRange }] : [];
  });
  leaders.sort((one, other) => one.far - other.far || other.inRange.length - one.inRange.length);
  const [leader] = leaders;
  if (!leader) return null;
  const { at, far, inRange, piece } = leader;
  const size = { files: Math.min(game.files, 2 * Math.max(far, AROUND) + 3), ranks: Math.min(game.ranks, rankOf(at) + far + 2) };
  const left = Math.min(Math.max(fileOf(at) - Math.floor(size.files / 2), 0), game.files - size.files);
  const put = (/** @type {number} */ where, /** @type {SVGElement} */ node) => {
    const file = fileOf(where) - left;
    if (file < 0 || file >= size.files || rankOf(where) >= size.ranks) return null;
    const { x, y } = place(square(file, rankOf(where)), size, false);
    node.setAttribute('transform', `translate(${x} ${y})`);
    return node;
  };
  const range = [];
  for (let rank = 0; rank < size.ranks; rank++) {
    for (let file = 0; file < game.files; file++) if (within(at, square(file, rank), far)) range.push(square(file, rank));
  }
  const missing = holes(game);
  const picture = svg('svg', { class: 'board diagram', viewBox: `0 0 ${size.files} ${size.ranks}`, role: 'img', 'aria-label': `The range of a ${piece.name}` },
    ...squarePaths(size, missing, (x, y) => square(x + left, size.ranks - 1 - y)),
    ...range.filter((to) => !missing.has(to)).map((to) => put(to, mark('range'))),
    ...[...men].map(([where, letter]) => put(where, svg('g', { class: 'man' },
      svg('use', { href: `#${pictureOf(game, letter)}`, x: 0.05, y: 0.05, width: 0.9, height: 0.9 })))),
    ...inRange.map(([to]) => put(to, mark('mover'))), put(at, mark('leader')));
  return html('figure', { class: 'command-picture' }, picture,
    html('figcaption', {}, `The framed ${piece.name} may activate one of the pieces with corners: they stand in its range, which is shaded.`));
}

/** The rules in short, with the pictures that they need. @param {Game} game */
export function rulesInShort(game) {
  return [
    html('p', { class: 'summary' }, asSentence(game.summary)),
    html('figure', { class: 'start-picture' }, startPicture(game), html('figcaption', {}, 'The start array')),
    html('ul', {}, ...game.rules.map((rule) => html('li', {}, rule))), commandPicture(game) ?? '',
    ...(game.options.length ? [html('h3', {}, 'Options'), html('ul', {}, ...game.options.map(({ name, summary }) =>
      html('li', {}, html('b', {}, name), `: ${summary}`)))] : []),
  ];
}
