// The connection to the server, which reconnects after a loss.

import { VERSION } from './protocol.js';

/** @typedef {import('./protocol.js').Reply} Reply */

const WAITS = [300, 1000, 2000, 4000, 8000];
/** Milliseconds between two requests of a kind while a key is held. */
const CALM = 120;

/**
 * Runs an action at once; or, if it has just run, when the requests pause. A held key repeats faster than the server answers.
 * @param {() => void} act
 */
export function calm(act) {
  let last = -Infinity;
  let timer = 0;
  const now = () => {
    last = performance.now();
    act();
  };
  return () => {
    clearTimeout(timer);
    if (performance.now() - last >= CALM) now();
    else timer = window.setTimeout(now, CALM);
  };
}

export class Socket {
  /**
   * @param {(reply: Reply) => void} hear
   * @param {(connected: boolean) => void} tell whether there is a connection
   */
  constructor(hear, tell) {
    this.hear = hear;
    this.tell = tell;
    /** The id of the game to open. */
    this.game = '';
    this.tries = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
  }

  /** @param {string} game */
  open(game) {
    this.game = game;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ type: 'hello', version: VERSION, ...(this.game && { game: this.game }) });
    };
    socket.onmessage = ({ data }) => {
      /** @type {Reply} */
      const reply = JSON.parse(data);
      if (reply.type === 'welcome') {
        this.tries = 0;
        this.tell(true);
      }
      if (reply.type === 'game' || reply.type === 'study') this.game = reply.id;
      this.hear(reply);
    };
    socket.onclose = () => {
      this.tell(false);
      const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
      this.tries += 1;
      setTimeout(() => this.open(this.game), wait);
    };
  }

  /**
   * Sends a message. Returns whether there is a connection.
   * @param {object} message
   */
  send(message) {
    const open = this.socket?.readyState === WebSocket.OPEN;
    if (open) this.socket?.send(JSON.stringify(message));
    return open;
  }
}
