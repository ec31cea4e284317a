// What the pages of a game and of an analysis have in common: the connection, what is said, and how one
// game follows another.

import { press, signButton } from './controls.js';
import { announce, byKeys, html } from './dom.js';
import { Legend } from './legend.js';
import { describeGame } from './protocol.js';
import { onChange } from './settings.js';
import { Socket } from './socket.js';
import { TypedMove } from './typed.js';
import { readOut, reason } from './words.js';

/** @typedef {import('./protocol.js').Reply} Reply */

/** Milliseconds that something is said. */
const SHOWN = 4000;

export class Page {
  /** @param {[string, string][]} keys what keys do on this page alone */
  constructor(keys) {
    /** Under which the server knows what is shown. */
    this.id = '';
    this.flipped = false;
    /** Whether squares are to be larger where they are small. */
    this.zoomed = false;
    /** What is wrong for longer than a moment. */
    this.trouble = '';
    this.notice = 0;
    /** How many games were begun, and whether the last one is still being made ready. */
    this.begun = 0;
    this.joining = false;
    /** Replies that came meanwhile, and when. @type {{reply: Reply, heard: number}[]} */
    this.waiting = [];
    /** Whether who uses keys wants to go on with the board that comes next. */
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

  /** What is on the board. @returns {import('./hand.js').Hand|null} */
  get hand() {
    return null;
  }

  /** A connection came, or is gone. @param {boolean} _connected */
  connected(_connected) {}

  /** @param {Reply} _reply @param {number} _heard when it came */
  hear(_reply, _heard) {}

  /** Shows what has changed beside the board. */
  show() {}

  /** How the game stands, in words. */
  state() {
    return '';
  }

  /** Hears a reply as soon as the game that it is about is ready. @param {Reply} reply @param {number} heard when it came */
  receive(reply, heard) {
    const first = reply.type === 'game' || reply.type === 'study';
    if (this.joining && !first) this.waiting.push({ reply, heard });
    else this.hear(reply, heard);
  }

  /**
   * Waits for all that there is to know of a game, which is to be seen from now on; what is told of it waits,
   * too, until it is `ready`.
   * @param {string} variant
   * @returns {Promise<import('./protocol.js').Game|null>} null if there is nothing to be seen, or another
   *   game has begun meanwhile
   */
  async prepare(variant) {
    this.begun += 1;
    const ticket = this.begun;
    this.joining = true;
    // What has waited is about the game before.
    this.waiting.length = 0;
    const game = await describeGame(variant).catch(() => null);
    if (ticket !== this.begun) return null;
    if (!game) {
      this.ready();
      this.say(`the server does not describe ${variant}: load the page again`);
    }
    return game;
  }

  ready() {
    this.joining = false;
    this.waiting.splice(0).forEach(({ reply, heard }) => this.receive(reply, heard));
  }

  /** Asks the server for what somebody wants; says so if there is no connection. @param {object} message */
  send(message) {
    const sent = this.socket.send(message);
    if (!sent) this.say('there is no connection to the server');
    return sent;
  }

  /** Says something for a while where the state of the game is said. @param {string} told */
  say(told) {
    clearTimeout(this.notice);
    const text = reason(told);
    const words = text.charAt(0).toUpperCase() + text.slice(1);
    // What is said twice must differ to be heard twice.
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
    this.status.textContent = lost ? 'No connection to the server; trying again' : this.trouble || this.state();
  }

  /** What is shown is known under this name from now on. @param {string} id */
  named(id) {
    this.id = id;
  }

  /** Shows the board from White's side, or from Black's. @param {boolean} flipped */
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

  /** Larger squares are offered where they are small. */
  showZoom() {
    const { isSmall = false, zoomed = false } = this.hand?.board ?? {};
    this.zoomButton.hidden = !isSmall && !zoomed;
    press(this.zoomButton, zoomed);
  }

  /** A new board is there: it is seen as the one before, and has the focus where keys are used. */
  boardIsNew() {
    const { board } = this.hand ?? {};
    if (!board) return;
    board.flip(this.flipped);
    if (this.zoomed && board.isSmall) board.zoom(true);
    if (byKeys() && (this.wantsBoard || document.activeElement === document.body)) board.host.focus();
    this.wantsBoard = false;
  }

  /** What keys do on both pages. @param {string} key @returns {(() => void)|undefined} */
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
