// The moves of an analysis: the main line in rows, with variations and comments between them.

import { signMark } from './annotate.js';
import { button, html } from './dom.js';
import { wordsOf } from './shapes.js';

/**
 * @typedef {import('./analysishand.js').AnalysisHand} AnalysisHand
 * @typedef {import('./protocol.js').Node} Node
 */

export class Notes {
  /** @param {(id: number) => void} go */
  constructor(go) {
    this.go = go;
    this.node = html('div', { class: 'moves notes', 'aria-label': 'Moves', role: 'group' });
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
    /** @type {HTMLElement|null} */
    this.current = null;
  }

  /**
   * Shows the whole tree.
   * @param {AnalysisHand} hand
   * @param {boolean} [follow] whether to scroll to the current move; otherwise the scroll position stays
   */
  show(hand, follow = true) {
    this.hand = hand;
    const { scrollTop } = this.node;
    const used = document.activeElement instanceof HTMLElement && this.node.contains(document.activeElement)
      ? document.activeElement.dataset.node : undefined;
    this.buttons.clear();
    this.node.replaceChildren();
    this.node.classList.toggle('several', hand.commands);
    const comment = wordsOf(hand.entry(0).comment);
    if (comment) this.node.append(html('p', { class: 'comment' }, comment));
    this.mainLine();
    if (!this.buttons.size) this.node.append(html('p', { class: 'comment quiet' }, 'Play a move on the board.'));
    this.mark(hand.at, follow);
    if (!follow) this.node.scrollTop = scrollTop;
    if (used) this.buttons.get(Number(used))?.focus({ preventScroll: true });
  }

  /** The number of a move, and whether it is Black's. @param {Node} move */
  number(move) {
    const { start } = /** @type {AnalysisHand} */ (this.hand);
    const fields = start.split(' ');
    const turn = move.turn + (fields[1] === 'b' ? 1 : 0);
    return { number: Math.floor(turn / 2) + Number(fields[5] ?? 1), black: turn % 2 === 1 };
  }

  mainLine() {
    const hand = /** @type {AnalysisHand} */ (this.hand);
    /** @type {HTMLElement|null} */
    let row = null;
    let turn = -1;
    for (let at = 0; ;) {
      const [id, ...others] = hand.entry(at).children;
      if (id === undefined) return;
      const move = /** @type {Node} */ (hand.entry(id).move);
      const { number, black } = this.number(move);
      if (!row || (hand.commands ? move.turn !== turn : !black)) {
        const goesOn = hand.commands && move.turn === turn;
        const label = goesOn ? '…' : `${number}${black ? '…' : '.'}`;
        row = html('div', { class: `turn ${move.side}` }, html('span', { class: 'number' }, label));
        this.node.append(row);
      }
      turn = move.turn;
      row.append(this.button(id, move));
      const comment = wordsOf(hand.entry(id).comment);
      if (comment || others.length) {
        const between = html('div', { class: 'between' });
        if (comment) between.append(html('p', { class: 'comment' }, comment));
        others.forEach((other) => between.append(this.variation(other)));
        this.node.append(between);
        row = null;
      }
      at = id;
    }
  }

  /** A line that begins with a move. @param {number} first */
  variation(first) {
    const hand = /** @type {AnalysisHand} */ (this.hand);
    const node = html('div', { class: 'variation' });
    let [id, turn, fresh] = [first, -1, true];
    /** @type {number[]} */
    let others = [];
    while (id !== undefined) {
      const move = /** @type {Node} */ (hand.entry(id).move);
      const { number, black } = this.number(move);
      if (fresh || (hand.commands ? move.turn !== turn : !black)) {
        node.append(html('span', { class: 'number' }, `${number}${black ? '…' : '.'}`));
      }
      [turn, fresh] = [move.turn, false];
      node.append(this.button(id, move));
      const { comment: said, children } = hand.entry(id);
      const comment = wordsOf(said);
      if (comment) node.append(html('span', { class: 'comment' }, comment));
      if (others.length) node.append(...others.map((other) => this.variation(other)));
      fresh = Boolean(comment) || others.length > 0;
      [id, ...others] = children;
    }
    return node;
  }

  /** @param {number} id @param {Node} move */
  button(id, move) {
    const node = button(move.squares.length ? move.san : 'end', () => this.go(id), { class: 'move', 'data-node': id });
    // Symbols other than `!` and `?` are set apart.
    if (/^[^!?]/.test(move.sign)) node.append(' ');
    if (move.sign) node.append(signMark(move.sign));
    this.buttons.set(id, node);
    return node;
  }

  /** @param {number} id the position that is shown @param {boolean} [follow] whether to scroll to it */
  mark(id, follow = true) {
    this.current?.removeAttribute('aria-current');
    this.current = this.buttons.get(id) ?? null;
    this.current?.setAttribute('aria-current', 'true');
    if (!follow) return;
    if (!this.current) {
      this.node.scrollTop = 0;
      return;
    }
    const [own, seen] = [this.current.getBoundingClientRect(), this.node.getBoundingClientRect()];
    if (own.top < seen.top || own.bottom > seen.bottom) {
      this.node.scrollTop += own.top - seen.top - seen.height / 2;
    }
  }
}
