// Placing the chiefs before a game: Black's are placed, and White's stand opposite.

import { parse, pieces, rankOf, fileOf, square } from './geometry.js';

/**
 * @typedef {import('../protocol.js').Game} Game
 * @typedef {import('../protocol.js').Chiefs} Chiefs
 */

/**
 * Whether each square can be one of another set.
 * @param {number[]} squares @param {Set<number>[]} sets
 * @returns {boolean}
 */
function share(squares, sets) {
  if (!squares.length) return true;
  const [first, ...rest] = squares;
  return sets.some((set, at) =>
    // Equal sets need not be tried twice.
    set.has(first) && sets.indexOf(set) === at && share(rest, sets.filter((_, other) => other !== at)));
}

export class Arrangement {
  /** @param {Game} game with a choice of setups */
  constructor(game) {
    this.game = game;
    this.chiefs = /** @type {Chiefs} */ (game.setup);
    this.squares = this.chiefs.squares.map(parse);
    /**
     * For each chief the squares of its group. A letter has as many entries as chiefs.
     * @type {Map<string, Set<number>[]>}
     */
    this.allowed = new Map();
    for (const group of this.chiefs.groups) {
      const squares = new Set(group.squares.map(parse));
      for (const chief of group.chiefs) this.allowed.set(chief, [...(this.allowed.get(chief) ?? []), squares]);
    }
    this.rest = pieces(game.start, game);
    /** @type {Map<number, string>} */
    this.placed = new Map();
    this.reset();
  }

  /** Restores the default setup. */
  reset() {
    this.placed = new Map(this.squares.map((at) => [at, (this.rest.get(at) ?? '').toUpperCase()]));
  }

  /** Makes a random setup by many exchanges. */
  shuffle() {
    for (let round = 0; round < 60; round++) {
      const [a, b] = [0, 0].map(() => this.squares[Math.floor(Math.random() * this.squares.length)]);
      this.swap(a, b);
    }
  }

  /** @param {number} at */
  isOpen(at) {
    return this.placed.has(at);
  }

  /**
   * The squares with which the chief on a square may change places.
   * @param {number} from
   */
  targets(from) {
    return this.squares.filter((to) => to !== from && this.maySwap(from, to));
  }

  /** @param {number} a @param {number} b */
  maySwap(a, b) {
    const [one, other] = [this.placed.get(a), this.placed.get(b)];
    if (!one || !other || one === other) return false;
    const fits = (/** @type {string} */ chief, /** @type {number} */ from, /** @type {number} */ to) => {
      const stand = this.squares.filter((at) => at !== from && this.placed.get(at) === chief);
      return share([to, ...stand], this.allowed.get(chief) ?? []);
    };
    return fits(one, a, b) && fits(other, b, a);
  }

  /** @param {number} a @param {number} b */
  swap(a, b) {
    if (!this.maySwap(a, b)) return false;
    const one = /** @type {string} */ (this.placed.get(a));
    this.placed.set(a, /** @type {string} */ (this.placed.get(b)));
    this.placed.set(b, one);
    return true;
  }

  /** The start array. */
  position() {
    const position = new Map(this.rest);
    for (const [at, chief] of this.placed) {
      position.set(at, chief.toLowerCase());
      position.set(square(fileOf(at), this.game.ranks - 1 - rankOf(at)), chief);
    }
    return position;
  }

  /** Places the setup with this name. @param {string} code */
  place(code) {
    const letters = code.replaceAll('/', '').match(/\+?[A-Za-z]/g) ?? [];
    this.placed = new Map(this.squares.map((at, index) => [at, letters[index] ?? '']));
  }

  /** The setup's name: its chiefs rank by rank. */
  code() {
    let code = '';
    this.squares.forEach((at, index) => {
      if (index && rankOf(at) !== rankOf(this.squares[index - 1])) code += '/';
      code += this.placed.get(at);
    });
    return code;
  }
}
