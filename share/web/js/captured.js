// The captured men and the material balance beside the board.

import { announce, html, set, svg } from './dom.js';
import { balance, captured, menInWords, pawns } from './men.js';
import { other, pictureOf } from './protocol.js';

/** @typedef {import('./protocol.js').Side} Side */

/** What is captured in the position that is shown. @param {import('./hand.js').Hand & {start: string}} hand */
export function menOf(hand) {
  const { game, start } = hand;
  const moves = hand.history();
  const ahead = balance(game, moves.at(-1)?.placement ?? start);
  const found = captured(game, start, moves);
  return { found, ahead, words: menInWords(game, found, ahead) };
}

/** Announces it. @param {import('./hand.js').Hand & {start: string}} hand */
export const tellMen = (hand) => announce(menOf(hand).words);

/** What a side has captured, and how much it is ahead. */
export class MenRow {
  constructor() {
    this.node = html('div', { class: 'men-row', role: 'img', hidden: true });
    this.shown = '';
  }

  /** @param {import('./protocol.js').Game} game @param {Side} side @param {ReturnType<typeof menOf>} men */
  show(game, side, { found, ahead, words }) {
    const more = pawns(side === 'white' ? ahead : -ahead);
    const shown = `${game.id} ${side} ${found[side].join('')} ${more}`;
    set(this.node, { 'aria-label': words, title: words });
    if (shown === this.shown) return;
    this.shown = shown;
    this.node.hidden = !found[side].length && !more;
    this.node.replaceChildren(html('span', { class: 'men-taken', hidden: !found[side].length }, ...found[side].map((letter, index, all) => html('span', { class: letter === all[index + 1] ? 'man-same' : '' },
      svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('use', { href: `#${pictureOf(game, letter)}` }))))),
    more ? html('b', {}, more) : '');
  }
}

/** Both sides in one line. */
export class MenLine {
  constructor() {
    this.rows = [new MenRow(), new MenRow()];
    this.node = html('div', { class: 'men-line' }, ...this.rows.map(({ node }) => node));
  }

  /** @param {import('./hand.js').Hand & {start: string}} hand @param {boolean} flipped whether Black comes first */
  show(hand, flipped) {
    /** @type {Side} */
    const first = flipped ? 'black' : 'white';
    const men = menOf(hand);
    this.rows[0].show(hand.game, first, men);
    this.rows[1].show(hand.game, other(first), men);
    this.node.hidden = this.rows.every(({ node }) => node.hidden);
  }
}
