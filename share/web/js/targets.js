// The possible targets of pieces, from the server.

import { parse, parseAll } from './board/geometry.js';
import { asOf } from './protocol.js';

/**
 * @typedef {{to: Set<number>, takes: Set<number>, swaps: Set<number>, promotes: Set<number>,
 *   stays: Set<number>, becomes: string}} Targets
 */

/** @param {import('./protocol.js').Moves[]} moves */
export function byPiece(moves) {
  /** @type {Map<number, Targets>} */
  const found = new Map();
  for (const piece of moves) {
    // In premoves, a possible recapture is shown like a capture.
    const captures = [...piece.takes ?? [], ...piece.retakes ?? []];
    const [to, takes, swaps, promotes, stays] = [piece.to, captures, piece.swaps, piece.promotes, piece.stays]
      .map((names) => new Set(parseAll(names)));
    found.set(parse(piece.from), { to, takes, swaps, promotes, stays, becomes: piece.becomes ?? '' });
  }
  return found;
}

/** @param {Targets} targets @param {number} at */
export const reaches = (targets, at) => targets.to.has(at) || targets.takes.has(at) || targets.swaps.has(at);

/**
 * The pieces after a legal move; captures on other squares are left to the server.
 * @param {Map<number, string>} pieces
 * @param {Targets|undefined} targets of the piece that moves
 * @param {number} from
 * @param {number} to
 * @param {string} letter of what it becomes, if anything
 */
export function moved(pieces, targets, from, to, letter) {
  const after = new Map(pieces);
  const piece = after.get(from) ?? '';
  after.delete(from);
  if (targets?.swaps.has(to)) after.set(from, pieces.get(to) ?? '');
  after.set(to, letter ? asOf(piece, letter) : piece);
  return after;
}
