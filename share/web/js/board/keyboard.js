// The board by keyboard: a cursor that moves between squares.

import { announce } from '../dom.js';
import { fileOf, nameOf, rankOf, square } from './geometry.js';

/**
 * @typedef {import('./view.js').Board} Board
 * @typedef {object} Hooks
 * @property {(at: number) => void} chosen Enter or the space bar on a square
 * @property {() => void} cancelled
 * @property {(at: number) => string} describe a square in words
 * @property {() => Set<number>} own the squares of the pieces that may be moved
 * @property {(letter: string) => string} [missing] why no piece of a kind is found
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Keyboard {
  /** @param {Board} board @param {Hooks} hooks */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    this.at = -1;
    const { host } = board;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-roledescription', 'board');
    host.setAttribute('aria-label', 'Board. Arrow keys move between squares, Enter picks up or puts '
      + 'down a piece, a letter finds the next piece with it, Escape cancels. A full stop explains the piece, a '
      + 'comma reads out the position, a slash opens a field for a move.');
    host.addEventListener('keydown', (event) => this.key(event));
    host.addEventListener('focus', () => {
      if (host.matches(':focus-visible')) this.go(this.at < 0 ? this.first() : this.at);
    });
    host.addEventListener('blur', () => board.mark('cursor', []));
  }

  first() {
    const [first] = this.hooks.own();
    return first ?? square(Math.floor(this.board.size.files / 2), 0);
  }

  /** @param {number} at */
  go(at) {
    this.at = at;
    this.board.mark('cursor', [{ kind: 'cursor', at }]);
    announce(`${nameOf(at)}: ${this.board.holes.has(at) ? 'no square' : this.hooks.describe(at)}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    // The board also contains the buttons for promotion.
    if (event.target !== this.board.host || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) this.step(step);
    else if (event.key === 'Enter' || event.key === ' ') {
      if (event.shiftKey || this.at < 0) return;
      this.hooks.chosen(this.at);
    } else if (event.key === 'Escape') this.hooks.cancelled();
    else if (/^[a-z]$/i.test(event.key)) this.find(event.key, event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {[number, number]} step as it looks on the screen */
  step([files, ranks]) {
    const { size, flipped } = this.board;
    const turn = flipped ? -1 : 1;
    const at = this.at < 0 ? this.first() : this.at;
    const file = Math.min(Math.max(fileOf(at) + files * turn, 0), size.files - 1);
    const rank = Math.min(Math.max(rankOf(at) + ranks * turn, 0), size.ranks - 1);
    this.go(square(file, rank));
  }

  /**
   * Goes to the next movable piece of a kind, or to the previous one; promoted ones have the same letter.
   * @param {string} letter
   * @param {boolean} back
   */
  find(letter, back) {
    const own = this.hooks.own();
    const squares = [...this.board.all()].filter((at) => own.has(at)
      && this.board.pieces.get(at)?.replace('+', '').toUpperCase() === letter.toUpperCase());
    if (!squares.length) {
      announce(this.hooks.missing?.(letter) ?? 'none');
      return;
    }
    const here = squares.indexOf(this.at);
    const next = here < 0 ? 0 : (here + (back ? squares.length - 1 : 1)) % squares.length;
    this.go(squares[next]);
  }
}
