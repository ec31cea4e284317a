// The legend of the signs on the board, and the keys.

import { html, set, svg } from './dom.js';
import { press, signButton } from './controls.js';
import { mark, MEANINGS } from './board/marks.js';

/** @typedef {import('./board/marks.js').Mark} Mark */

/** The keys on the board, and those of both pages. */
const BOARD_KEYS = [['Arrows', 'move between squares'], ['Enter', 'pick up, put down'], ['a letter', 'next piece with this letter'],
  ['.', 'explain the piece'], ['Escape', 'cancel']];
const PAGE_KEYS = [['/', 'type a move'], [',', 'read out the position'], ['Left, right', 'go through the game'], ['Up, down', 'first, last position'], ['F', 'turn the board'],
  ['?', 'signs and keys']];

const MOUSE = [['drag', 'draw an arrow'], ['click', 'draw a circle'], ['Shift, Alt', 'in red, in blue; with both in yellow']];

/** The legend of the signs that are on the board now. It is hidden until it is opened. */
export class Legend {
  /**
   * @param {() => import('./hand.js').Hand|null} hand
   * @param {[string, string][]} keys of this page
   */
  constructor(hand, keys) {
    this.hand = hand;
    this.signs = html('ul', { class: 'legend' });
    const list = (/** @type {string[][]} */ entries) => html('dl', { class: 'keys' }, ...entries.map(([key, words]) =>
      html('div', {}, html('dt', {}, html('kbd', {}, key)), html('dd', {}, words))));
    this.node = html('section', { class: 'signs-box', hidden: true, 'aria-label': 'Signs and keys' },
      html('h2', {}, 'Signs on the board now'), this.signs,
      html('h2', {}, 'Keys'), list([...PAGE_KEYS, ...keys]), html('h2', {}, 'Keys on the board (Tab leads there)'), list(BOARD_KEYS),
      html('h2', {}, 'Right button of the mouse'), list(MOUSE), signButton('close', 'Close', () => this.toggle()));
    this.button = signButton('help', 'Signs and keys (?)', () => this.toggle());
    set(this.button, { 'aria-expanded': 'false' });
    /** The kinds shown now. */
    this.shown = '';
  }

  toggle() {
    this.node.hidden = !this.node.hidden;
    set(this.button, { 'aria-expanded': String(!this.node.hidden) });
    press(this.button, !this.node.hidden);
    this.show();
  }

  /** Shows the signs that are on the board now. */
  show() {
    const board = this.hand()?.board;
    if (this.node.hidden || !board) return;
    const inUse = new Set([...board.kinds.values()].flatMap((kinds) => [...kinds]));
    const kinds = /** @type {Mark[]} */ (Object.keys(MEANINGS)).filter((kind) => inUse.has(kind));
    if (kinds.join() === this.shown) return;
    this.shown = kinds.join();
    this.signs.replaceChildren(...kinds.map((kind) => html('li', {},
      svg('svg', { class: 'legend-mark', viewBox: '0 0 1 1', 'aria-hidden': 'true' }, mark(kind)), MEANINGS[kind] ?? '')));
    if (!kinds.length) this.signs.append(html('li', {}, 'There are none.'));
  }
}
