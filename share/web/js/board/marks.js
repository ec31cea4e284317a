// Marks on squares. Each has its own shape, so that colour alone never matters.

import { svg } from '../dom.js';
import { isDark } from './geometry.js';

/**
 * @typedef {'last'|'selected'|'target'|'capture'|'swap'|'check'|'premove'|'mover'|'leader'|'spent'
 *   |'range'|'commanded'|'cursor'|'over'|'open'|'inaccuracy'|'mistake'|'blunder'
 *   |'star'|'star-on'|'hint'|'drawn-g'|'drawn-r'|'drawn-y'|'drawn-b'} Mark
 */

/** A unit is a square. */
const full = (/** @type {string} */ kind) =>
  svg('rect', { class: `mark ${kind}`, width: 1, height: 1 });

/**
 * The corners of a square, each drawn `length` far.
 * @param {number} inset
 * @param {number} length
 */
function corners(inset, length) {
  const [near, far] = [inset, 1 - inset];
  const corner = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [dx, dy] = [x < 0.5 ? length : -length, y < 0.5 ? length : -length];
    return `M${x + dx} ${y}H${x}V${y + dy}`;
  };
  return [near, far].flatMap((x) => [near, far].map((y) => corner(x, y))).join('');
}

const path = (/** @type {string} */ kind, /** @type {string} */ d) =>
  svg('path', { class: `mark ${kind}`, d });
const circle = (/** @type {string} */ kind, /** @type {number} */ r) =>
  svg('circle', { class: `mark ${kind}`, cx: 0.5, cy: 0.5, r });

/** The sign of the move that ended on the square. @param {string} kind @param {string} sign */
const badge = (kind, sign) => svg('g', { class: `badge ${kind}` }, svg('circle', { cx: 0.84, cy: 0.16, r: 0.2 }),
  svg('text', { x: 0.84, y: 0.25, 'text-anchor': 'middle' }, sign));

/** A star of five points. @param {number} x @param {number} y @param {number} size from its middle to a point */
function star(x, y, size) {
  const points = Array.from({ length: 10 }, (_, index) => {
    const far = index % 2 ? size * 0.45 : size;
    const angle = (index * Math.PI) / 5;
    return `${(x + far * Math.sin(angle)).toFixed(3)} ${(y - far * Math.cos(angle)).toFixed(3)}`;
  });
  return path('star', `M${points.join('L')}Z`);
}

/** @type {Record<Mark, () => SVGElement>} */
const MARKS = {
  last: () => svg('g', {}, full('last'), path('last-edge', 'M0 .035H1M0 .965H1')),
  selected: () => svg('g', {}, full('selected'), path('selected-corner', corners(0.04, 0.3))),
  target: () => circle('target', 0.16),
  capture: () => circle('capture', 0.44),
  swap: () => path('swap', 'M.2 .42H.8L.66 .28M.8 .58H.2L.34 .72'),
  check: () => svg('rect', { class: 'mark check', x: 0.06, y: 0.06, width: 0.88, height: 0.88 }),
  premove: () => svg('g', {}, full('premove'), path('premove-lines', 'M0 .34L.34 0M0 .67L.67 0M0 1L1 0M.33 1L1 .33M.66 1L1 .66')),
  mover: () => path('mover', corners(0.05, 0.12)),
  leader: () => svg('rect', { class: 'mark leader', x: 0.05, y: 0.05, width: 0.9, height: 0.9, rx: 0.14 }),
  spent: () => svg('circle', { class: 'mark spent', cx: 0.86, cy: 0.14, r: 0.1 }),
  range: () => full('range'),
  commanded: () => path('commanded', 'M.5 .84V.98M.43 .91H.57'),
  cursor: () => svg('rect', { class: 'mark cursor', x: 0.03, y: 0.03, width: 0.94, height: 0.94 }),
  over: () => full('over'),
  open: () => svg('rect', { class: 'mark open', x: 0.1, y: 0.1, width: 0.8, height: 0.8, rx: 0.1 }),
  inaccuracy: () => badge('inaccuracy', '?!'),
  mistake: () => badge('mistake', '?'),
  blunder: () => badge('blunder', '??'),
  hint: () => path('hint', 'M.5 .03L.97 .5L.5 .97L.03 .5Z'),
  star: () => star(0.5, 0.5, 0.3),
  'star-on': () => star(0.84, 0.17, 0.17),
  'drawn-g': () => circle('drawn drawn-g', 0.44),
  'drawn-r': () => circle('drawn drawn-r', 0.44),
  'drawn-y': () => circle('drawn drawn-y', 0.44),
  'drawn-b': () => svg('g', {}, circle('drawn drawn-b', 0.45), circle('drawn drawn-b inner', 0.35)),
};

/** The meanings of the marks, for the legend. @type {Partial<Record<Mark, string>>} */
export const MEANINGS = {
  last: 'start and target squares of the last turn',
  selected: 'the piece that is picked up, or explained',
  target: 'it may go here',
  capture: 'it may capture here',
  swap: 'it may change places with this piece',
  check: 'a King in check',
  premove: 'a planned move',
  leader: 'a leader that may still activate a piece in this turn',
  mover: 'a piece that a leader may activate now',
  spent: 'moved in this turn already',
  range: 'within range of the leader\u2019s command',
  commanded: 'a piece that the leader may activate',
  over: 'a leader that may activate this piece',
  cursor: 'the keyboard cursor',
  hint: 'the piece of the hint',
  inaccuracy: 'an inaccuracy',
  mistake: 'a mistake',
  blunder: 'a blunder',
  'drawn-g': 'drawn, green',
  'drawn-r': 'drawn, red: dashes',
  'drawn-b': 'drawn, blue: two lines',
  'drawn-y': 'drawn, yellow: dots',
};

/**
 * A mark on a square of size 1.
 * @param {Mark} kind
 */
export const mark = (kind) => MARKS[kind]();

/**
 * An arrow between the centres of two squares; a higher rank makes it thinner.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} rank from 0
 * @param {string} [drawn] its class, if a person has drawn it
 */
export function arrow(from, to, rank, drawn = '') {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const half = Math.max(0.09 - rank * 0.02, 0.03);
  const head = half * 3 + 0.12;
  const neck = length - head * 1.1;
  // Drawn along the x axis, then rotated.
  const points = [[0.2, half], [neck, half], [neck, head * 0.75], [length - 0.08, 0],
    [neck, -head * 0.75], [neck, -half], [0.2, -half]];
  const tip = points.slice(2, 5);
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const outline = (/** @type {number[][]} */ list) => list.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' ');
  const looks = {
    class: `arrow rank-${Math.min(rank, 2)} ${drawn}`,
    transform: `translate(${from.x + 0.5} ${from.y + 0.5}) rotate(${angle.toFixed(2)})`,
  };
  if (!drawn || drawn === 'drawn-g') return svg('polygon', { ...looks, points: outline(points) });
  // The other colours have a broken or a double shaft.
  const shaft = drawn === 'drawn-b' ? `M.2 ${-half}H${neck}M.2 ${half}H${neck}` : `M.2 0H${neck}`;
  return svg('g', looks, svg('path', { class: 'arrow-shaft', d: shaft }), svg('polygon', { points: outline(tip) }));
}

/** @typedef {import('../protocol.js').How} How */
/** @typedef {import('../protocol.js').What} What */

/** @type {Record<How, string>} */
const FORMS = {
  step: 'M.5 .3A.2 .2 0 1 1 .499 .3Z',
  leap: 'M.3 .3H.7V.7H.3Z',
  ride: 'M.26 .26H.56V.44H.74V.74H.44V.56H.26Z',
  parts: 'M.38 .26H.62L.76 .5L.62 .74H.38L.24 .5Z',
  hop: 'M.5 .22L.78 .5L.5 .78L.22 .5Z',
  double: 'M.5 .26L.76 .7H.24Z',
  first: 'M.5 .74L.24 .3H.76Z',
  castle: 'M.42 .24H.58V.42H.76V.58H.58V.76H.42V.58H.24V.42H.42Z',
};

/**
 * Where a piece could go: the shape shows how it goes there, the fill what it may do there.
 * @param {How} how
 * @param {What} what
 */
export function reachMark(how, what) {
  const cross = what === 'capture' && svg('path', { class: 'reach-cross', d: 'M.42 .42L.58 .58M.58 .42L.42 .58' });
  return svg('g', { class: `reach ${what}` }, svg('path', { class: 'reach-form', d: FORMS[how] }), cross);
}

/** @type {Record<How, string>} */
export const HOW = {
  step: 'by a step or a slide over empty squares',
  leap: 'by a leap that nothing can block',
  ride: 'by leaps in one direction, each but the last to an empty square',
  parts: 'in two parts, the first to an empty square',
  hop: 'over exactly one piece',
  double: 'by a double step',
  first: 'by the King’s jump, before it has moved',
  castle: 'by castling',
};

/** @type {Record<What, string>} */
export const WHAT = { both: 'moves or captures', move: 'moves only', capture: 'captures only' };

/**
 * The squares of a board, or of a part of it, as two paths: the light ones and the dark ones.
 * @param {{files: number, ranks: number}} size
 * @param {Set<number>} missing
 * @param {(x: number, y: number) => number} squareAt the square in a column and row
 */
export function squarePaths({ files, ranks }, missing, squareAt) {
  let [light, dark] = ['', ''];
  for (let y = 0; y < ranks; y++) {
    for (let x = 0; x < files; x++) {
      const at = squareAt(x, y);
      if (missing.has(at)) continue;
      if (isDark(at)) dark += `M${x} ${y}h1v1h-1z`;
      else light += `M${x} ${y}h1v1h-1z`;
    }
  }
  return [svg('path', { class: 'light', d: light }), svg('path', { class: 'dark', d: dark })];
}
