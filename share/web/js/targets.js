// The possible targets of pieces, from the server.

import { nameOf, parse, parseAll } from './board/geometry.js';
import { asOf } from './protocol.js';

/**
 * @typedef {{to: Set<number>, takes: Set<number>, over: Map<number, Set<number>>, swaps: Set<number>,
 *   promotes: Set<number>, stays: Set<number>, becomes: string}} Targets
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
    const over = new Map(Object.entries(piece.over ?? {}).map(([at, ends]) => [parse(at), new Set(parseAll(ends))]));
    found.set(parse(piece.from), { to, takes, over, swaps, promotes, stays, becomes: piece.becomes ?? '' });
  }
  return found;
}

/**
 * The text of a move.
 * @param {number} from
 * @param {number} over the square where it captures on its way, or -1
 * @param {number} to
 * @param {string} letter of what it becomes, if anything
 */
export const written = (from, over, to, letter) => nameOf(from) + (over < 0 ? '' : nameOf(over)) + nameOf(to) + letter;

/** @param {Targets} targets @param {number} at */
export const reaches = (targets, at) => targets.to.has(at) || targets.takes.has(at) || targets.swaps.has(at)
  || targets.over.has(at);

/**
 * The targets that are left after the first leg of a move in two legs.
 * @param {Targets} targets
 * @param {number} over the square where the piece captures on its way, or only captures
 * @param {(at: number) => boolean} occupied
 * @returns {Targets}
 */
export function goingOn(targets, over, occupied) {
  const ends = [...targets.over.get(over) ?? []];
  const takes = new Set(ends.filter((at) => occupied(at)));
  if (targets.takes.has(over)) takes.add(over);
  /** @type {Set<number>} */
  const none = new Set();
  const to = new Set(ends.filter((at) => !occupied(at)));
  return { to, takes, over: new Map(), swaps: none, promotes: none, stays: none, becomes: '' };
}

/**
 * The pieces after a legal move; captures on other squares are left to the server.
 * @param {Map<number, string>} pieces
 * @param {Targets|undefined} targets of the piece that moves
 * @param {number} from
 * @param {number} to
 * @param {string} letter of what it becomes, if anything
 * @param {number} over the square where it captures on its way, or -1
 */
export function moved(pieces, targets, from, to, letter, over) {
  const after = new Map(pieces);
  const piece = after.get(from) ?? '';
  after.delete(from);
  after.delete(over);
  if (targets?.swaps.has(to)) after.set(from, pieces.get(to) ?? '');
  after.set(to, letter ? asOf(piece, letter) : piece);
  return after;
}
