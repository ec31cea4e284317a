// The field for typing a move. It is for keyboard use, and visible only while it has the focus.

import { html } from './dom.js';

export class TypedMove {
  /** @param {() => import('./hand.js').Hand|null} hand */
  constructor(hand) {
    this.hand = hand;
    /** The element that had the focus before. @type {Element|null} */
    this.before = null;
    this.field = html('input', {
      class: 'short', 'aria-label': 'Type a move, such as e3e5 or Nc3', placeholder: 'a move, such as e3e5 or Nc3, then Enter',
      spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', maxlength: 120,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Escape') this.leave();
      },
    });
    this.node = html('form', {
      class: 'typed',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = this.field.value.trim();
        this.field.value = '';
        if (text) this.hand()?.typed(text);
      },
    }, this.field);
  }

  open() {
    this.before = document.activeElement;
    this.field.focus();
  }

  leave() {
    this.field.value = '';
    const { before } = this;
    const back = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : this.hand()?.board.host;
    back?.focus({ preventScroll: true });
  }
}
