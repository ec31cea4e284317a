// The men of a position, what they are worth, and those that are captured.

import { pieces } from './board/geometry.js';
import { pieceOf, sideName, sideOf } from './protocol.js';

/** @typedef {import('./protocol.js').Game} Game */
/** @typedef {import('./protocol.js').Played} Played */

/**
 * How much more White's men are worth than Black's, in centipawns.
 * @param {Game} game
 * @param {string} placement
 */
export function balance(game, placement) {
  let sum = 0;
  for (const letter of pieces(placement, game).values()) {
    sum += (sideOf(letter) === 'white' ? 1 : -1) * (pieceOf(game, letter)?.value ?? 0);
  }
  return sum;
}

/** What each move captures, by the move; a move is not changed. @type {WeakMap<Played, string[]>} */
const known = new WeakMap();

/** The letters of the men that a move captures. @param {Game} game @param {Played} move @param {string} before the placement */
function takenBy(game, move, before) {
  const old = known.get(move);
  if (old) return old;
  /** @type {string[]} */
  const taken = [];
  if (move.takes) {
    const others = (/** @type {string} */ placement) => [...pieces(placement, game).values()].filter((letter) => sideOf(letter) !== move.side);
    const left = others(move.placement);
    for (const letter of others(before)) {
      const at = left.indexOf(letter);
      if (at < 0) taken.push(letter);
      else left.splice(at, 1);
    }
  }
  known.set(move, taken);
  return taken;
}

/**
 * The men that each side has captured, the dearest first. The moves say it: a promoted man counts as what it was when it was
 * captured, and a Pawn that has promoted was not captured.
 * @param {Game} game
 * @param {string} start the placement before the moves
 * @param {Played[]} moves
 */
export function captured(game, start, moves) {
  /** @type {Record<import('./protocol.js').Side, string[]>} */
  const found = { white: [], black: [] };
  moves.forEach((move, index) => found[move.side].push(...takenBy(game, move, moves[index - 1]?.placement ?? start)));
  const value = (/** @type {string} */ letter) => pieceOf(game, letter)?.value ?? 0;
  // A royal man has no value, but is worth most.
  const rank = (/** @type {string} */ letter) => value(letter) || Infinity;
  const order = (/** @type {string} */ a, /** @type {string} */ b) => (rank(a) === rank(b) ? a.localeCompare(b) : rank(b) - rank(a));
  found.white.sort(order);
  found.black.sort(order);
  return found;
}

/** An advantage in pawns, such as `+3.5`; empty if there is none. @param {number} centipawns */
export function pawns(centipawns) {
  const tenths = Math.round(centipawns / 10);
  return tenths > 0 ? `+${tenths / 10}` : '';
}

/**
 * The captured men and the balance in one sentence.
 * @param {Game} game
 * @param {Record<import('./protocol.js').Side, string[]>} found
 * @param {number} ahead White's advantage in centipawns
 */
export function menInWords(game, found, ahead) {
  const list = (/** @type {string[]} */ letters) => [...new Set(letters)].map((letter) => {
    const number = letters.filter((one) => one === letter).length;
    return `${number > 1 ? `${number} times ` : ''}${pieceOf(game, letter)?.name}`;
  }).join(', ') || 'nothing';
  const more = pawns(Math.abs(ahead)).slice(1);
  const who = more ? `${sideName(ahead > 0 ? 'white' : 'black')} is ahead by ${more} ${more === '1' ? 'pawn' : 'pawns'}` : 'material is equal';
  return `White has captured ${list(found.white)}; Black has captured ${list(found.black)}; ${who}`;
}
