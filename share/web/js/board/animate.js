// Animation from one position to the next.

import { fileOf, rankOf } from './geometry.js';

/**
 * @typedef {Map<number, string>} Pieces
 * @typedef {{letter: string, from: number, to: number}} Glide
 */

/** @param {number} a @param {number} b */
const distance = (a, b) => Math.hypot(fileOf(a) - fileOf(b), rankOf(a) - rankOf(b));

/**
 * The pieces to animate when a position changes: a piece on a new square comes from the
 * nearest square that a piece of its kind has left. At most `most` pieces.
 * @param {Pieces} before
 * @param {Pieces} after
 * @param {number} [most]
 * @returns {Glide[]}
 */
export function glides(before, after, most = 12) {
  /** @type {[number, string][]} */
  const gone = [...before].filter(([at, letter]) => after.get(at) !== letter);
  const come = [...after].filter(([at, letter]) => before.get(at) !== letter);
  if (come.length > most) return [];
  return come.flatMap(([to, letter]) => {
    const origins = gone.filter(([, left]) => left === letter);
    if (!origins.length) return [];
    const nearest = origins.reduce((a, b) => (distance(b[0], to) < distance(a[0], to) ? b : a));
    gone.splice(gone.indexOf(nearest), 1);
    return [{ letter, from: nearest[0], to }];
  });
}

/** @param {number} t from 0 to 1 */
export const eased = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
