// The men of a position, and what they are worth.

import { pieces } from './board/geometry.js';
import { pieceOf, sideOf } from './protocol.js';

/** @typedef {import('./protocol.js').Game} Game */

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
