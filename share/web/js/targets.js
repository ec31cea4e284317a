// Where the pieces may go, as the server has told.

import { parse, parseAll } from './board/geometry.js';

/**
 * @typedef {{to: Set<number>, takes: Set<number>, swaps: Set<number>, promotes: Set<number>,
 *   becomes: string}} Targets
 */

/** @param {import('./protocol.js').Moves[]} moves */
export function byPiece(moves) {
  /** @type {Map<number, Targets>} */
  const found = new Map();
  for (const piece of moves) {
    const [to, takes, swaps, promotes] = [piece.to, piece.takes, piece.swaps, piece.promotes]
      .map((names) => new Set(parseAll(names)));
    found.set(parse(piece.from), { to, takes, swaps, promotes, becomes: piece.becomes ?? '' });
  }
  return found;
}

/** @param {Targets} targets @param {number} at */
export const reaches = (targets, at) => targets.to.has(at) || targets.takes.has(at) || targets.swaps.has(at);
