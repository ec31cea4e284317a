// Comments on moves, and signs: typed here, sent to the server, and received from other pages. The field has their words; the
// commands in them, such as drawings, stay as they are.

import { MEANINGS, bareSign } from './annotate.js';
import { html } from './dom.js';
import { withWords, wordsOf } from './shapes.js';

/**
 * @typedef {import('./analysishand.js').AnalysisHand} AnalysisHand
 * @typedef {{text: string, was: string, sent: string|null}} Draft what was typed, the comment that the
 *   server had before, and what of it was sent
 */

/** Milliseconds after the last key before a comment is sent. */
const TYPED = 600;
/** The maximum length of a comment: a message has room for the old and the new one in any script. */
const LONGEST = 8000;

/** A comment as the server saves it. @param {string} text */
const clean = (text) => text.replace(/\p{Cc}/gu, ' ').trim();

export class Comments {
  /** @param {{send: (message: object) => boolean, say: (text: string) => void}} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.timer = 0;
    /** @type {AnalysisHand|null} */
    this.hand = null;
    /** The position of the shown comment. */
    this.at = 0;
    /** The comments that may not be saved yet, by position. @type {Map<number, Draft>} */
    this.drafts = new Map();
    this.field = html('input', {
      class: 'comment-field', placeholder: 'Comment', 'aria-label': 'Comment on this move', maxlength: LONGEST,
      oninput: () => this.typed(), onblur: () => this.send(),
    });
    this.sign = html('select', {
      class: 'sign-choice', 'aria-label': 'Sign of this move', title: 'Sign of this move',
      onchange: () => this.hooks.send({ type: 'sign', node: this.at, sign: this.sign.value }),
    }, html('option', { value: '' }, '–'), ...Object.entries(MEANINGS).map(([sign, words]) =>
      html('option', { value: sign, title: words, 'aria-label': `${sign}, ${words}` }, sign)));
    this.node = html('div', { class: 'comment-row' }, this.sign, this.field);
    window.addEventListener('pagehide', () => this.send());
  }

  /** Shows the comment on the current position. @param {AnalysisHand} hand */
  show(hand) {
    this.send();
    this.hand = hand;
    this.at = hand.at;
    this.field.value = wordsOf(this.current());
    this.showSign();
  }

  /** Shows the sign of the current move. */
  showSign() {
    const { move = null } = this.hand?.entry(this.at) ?? {};
    const sign = bareSign(move?.sign ?? '');
    this.sign.value = sign in MEANINGS ? sign : '';
    this.sign.hidden = !move;
  }

  /** The comment on the current position as it is here. */
  current() {
    return this.drafts.get(this.at)?.text ?? this.hand?.entry(this.at).comment ?? '';
  }

  typed() {
    this.write(withWords(this.current(), this.field.value));
  }

  /** Changes the comment on the current position. @param {string} text */
  write(text) {
    const { hand, at } = this;
    if (!hand) return;
    const { was = hand.entry(at).comment, sent = null } = this.drafts.get(at) ?? {};
    this.drafts.set(at, { text, was, sent });
    this.sendSoon();
  }

  sendSoon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.send(), TYPED);
  }

  /** Sends typed comments; without a connection they stay here. */
  send() {
    clearTimeout(this.timer);
    const { hand } = this;
    if (!hand) return;
    for (const [node, draft] of this.drafts) {
      const text = clean(draft.text);
      if (!hand.entries.has(node) || (draft.sent === null && text === draft.was)) this.drafts.delete(node);
      else if (text !== draft.sent && this.hooks.send({ type: 'comment', node, text, was: draft.sent ?? draft.was })) {
        draft.sent = text;
      }
    }
  }

  /** Handles a comment from the server. @param {number} node @param {string} text */
  heard(node, text) {
    const draft = this.drafts.get(node);
    if (draft && clean(draft.text) === text) this.drafts.delete(node);
    else if (draft && text === draft.sent) Object.assign(draft, { was: text, sent: null });
    else if (draft && text !== draft.was) {
      // Another page has changed it meanwhile: keep both texts.
      const { was } = draft;
      const added = was && draft.text.startsWith(was) ? draft.text.slice(was.length) : ` ${draft.text}`;
      Object.assign(draft, { text: (text + added).trim().slice(0, LONGEST), was: text, sent: null });
      this.hooks.say('another page has changed this comment, too: it now has both texts');
      this.sendSoon();
    }
    if (node === this.at) {
      const shown = wordsOf(this.drafts.get(node)?.text ?? text);
      if (wordsOf(this.field.value) !== shown) this.field.value = shown;
    }
  }

  /**
   * The same analysis after a lost connection; its positions may have new numbers.
   * @param {AnalysisHand} before
   * @param {AnalysisHand} now
   */
  carry(before, now) {
    const drafts = [...this.drafts];
    this.drafts = new Map();
    this.hand = now;
    this.at = now.at;
    for (const [node, draft] of drafts) {
      const texts = before.path(node).map((id) => before.entry(id).move?.text ?? '');
      const there = now.find(texts);
      if (there === null) this.hooks.say(`the move with this comment was deleted: ${draft.text}`);
      else {
        this.drafts.set(there, draft);
        this.heard(there, now.entry(there).comment);
      }
    }
    // Messages on their way when the connection was lost have not arrived.
    for (const draft of this.drafts.values()) draft.sent = null;
    this.send();
  }

  /** Another analysis starts. */
  clear() {
    this.drafts.clear();
    this.hand = null;
  }
}
