// The common part of the game and analysis pages: connection, messages, and changing games.

import { press, signButton } from './controls.js';
import { announce, byKeys, html } from './dom.js';
import { host } from './host.js';
import { Legend } from './legend.js';
import { describeGame } from './protocol.js';
import { onChange } from './settings.js';
import { Socket } from './socket.js';
import { TypedMove } from './typed.js';
import { readOut, reason, sentence } from './words.js';

/** @typedef {import('./protocol.js').Reply} Reply */

/** Milliseconds that a message stays. */
const SHOWN = 4000;

export class Page {
  /** @param {[string, string][]} keys what keys do on this page alone */
  constructor(keys) {
    /** The id of the game or analysis. */
    this.id = '';
    this.flipped = false;
    /** Whether small squares are enlarged. */
    this.zoomed = false;
    /** A lasting error message. */
    this.trouble = '';
    this.notice = 0;
    /** The number of games started, and whether the last one is still loading. */
    this.begun = 0;
    this.joining = false;
    /** Replies that arrived meanwhile, with their times. @type {{reply: Reply, heard: number}[]} */
    this.waiting = [];
    /** Whether the next board should get the focus, for a person who uses the keyboard. */
    this.wantsBoard = false;
    this.typed = new TypedMove(() => this.hand);
    this.legend = new Legend(() => this.hand, keys);
    this.zoomButton = signButton('zoom', 'Larger squares', () => this.zoom(!this.zoomed));
    this.status = html('div', { class: 'status', role: 'status' });
    this.socket = new Socket((reply) => this.receive(reply, performance.now()), (connected) => {
      document.body.classList.toggle('lost', !connected);
      this.connected(connected);
      this.showStatus();
    });
    onChange(() => {
      this.hand?.board.resize();
      this.hand?.refresh();
      this.show();
    });
  }

  /** The board with its input. @returns {import('./hand.js').Hand|null} */
  get hand() {
    return null;
  }

  /** The connection was opened or lost. @param {boolean} _connected */
  connected(_connected) {}

  /** @param {Reply} _reply @param {number} _heard when it came */
  hear(_reply, _heard) {}

  /** Updates everything beside the board. */
  show() {}

  /** The state of the game in words. */
  state() {
    return '';
  }

  /** Handles a reply as soon as its game is loaded. @param {Reply} reply @param {number} heard when it came */
  receive(reply, heard) {
    const first = reply.type === 'game' || reply.type === 'analysis';
    if (this.joining && !first) this.waiting.push({ reply, heard });
    else this.hear(reply, heard);
  }

  /**
   * Loads the description of a variant for a new game; replies wait until `ready`.
   * @param {string} variant
   * @returns {Promise<import('./protocol.js').Game|null>} null if it cannot be loaded, or another
   *   game has begun meanwhile
   */
  async prepare(variant) {
    this.begun += 1;
    const ticket = this.begun;
    this.joining = true;
    // The waiting replies are about the previous game.
    this.waiting.length = 0;
    const game = await describeGame(variant).catch(() => null);
    if (ticket !== this.begun) return null;
    if (!game) {
      this.ready();
      this.say(`${variant} is not described: load the page again`);
    }
    return game;
  }

  ready() {
    this.joining = false;
    this.waiting.splice(0).forEach(({ reply, heard }) => this.receive(reply, heard));
  }

  /** Sends a person's request to the server, or reports that there is no connection. @param {object} message */
  send(message) {
    const sent = this.socket.send(message);
    if (!sent) this.say(host.lost);
    return sent;
  }

  /** Shows a message for a while in place of the state of the game. @param {string} told */
  say(told) {
    clearTimeout(this.notice);
    const text = reason(told);
    const words = sentence(text);
    // A repeated message must differ to be read again.
    this.status.textContent = this.status.textContent === words ? `${words}\u00a0` : words;
    this.status.title = text;
    this.status.classList.add('notice');
    this.notice = window.setTimeout(() => {
      this.notice = 0;
      this.status.title = '';
      this.showStatus();
    }, SHOWN);
  }

  showStatus() {
    if (this.notice) return;
    const lost = document.body.classList.contains('lost');
    this.status.classList.toggle('notice', this.trouble !== '');
    this.status.textContent = lost ? `${sentence(host.lost)}; trying again` : this.trouble || this.state();
  }

  /** Sets the id of what is shown. @param {string} id */
  named(id) {
    this.id = id;
  }

  /** Shows the board from White's or Black's side. @param {boolean} flipped */
  turnBoard(flipped) {
    this.flipped = flipped;
    this.hand?.board.flip(flipped);
  }

  flip() {
    this.turnBoard(!this.flipped);
    this.show();
  }

  /** @param {boolean} zoomed */
  zoom(zoomed) {
    this.zoomed = zoomed;
    this.hand?.board.zoom(zoomed);
    this.showZoom();
  }

  /** Shows the zoom button where squares are small. */
  showZoom() {
    const { isSmall = false, zoomed = false } = this.hand?.board ?? {};
    this.zoomButton.hidden = !isSmall && !zoomed;
    press(this.zoomButton, zoomed);
  }

  /** A new board gets the view of the old one, and the focus if the keyboard is used. */
  boardIsNew() {
    const { board } = this.hand ?? {};
    if (!board) return;
    board.flip(this.flipped);
    if (this.zoomed && board.isSmall) board.zoom(true);
    if (byKeys() && (this.wantsBoard || document.activeElement === document.body)) board.host.focus();
    this.wantsBoard = false;
  }

  /** The action of a key on both pages. @param {string} key @returns {(() => void)|undefined} */
  common(key) {
    /** @type {Record<string, () => void>} */
    const keys = {
      '/': () => this.typed.open(),
      '?': () => this.legend.toggle(),
      ',': () => { if (this.hand) announce(`${this.state()}. ${readOut(this.hand)}`); },
      '.': () => this.hand?.explainHere(),
      f: () => this.flip(),
    };
    return keys[key];
  }
}
