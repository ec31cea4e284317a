// The connection to the host, which reconnects after a loss.

import { host } from './host.js';
import { VERSION } from './protocol.js';

/** @typedef {import('./protocol.js').Reply} Reply */

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
    /** @type {((text: string) => boolean)|null} */
    this.line = null;
  }

  /** @param {string} game */
  open(game) {
    this.game = game;
    this.line = host.connect({
      opened: () => this.send({ type: 'hello', version: VERSION, ...(this.game && { game: this.game }) }),
      heard: (text) => this.heard(JSON.parse(text)),
      closed: () => {
        this.tell(false);
        const wait = host.waits[Math.min(this.tries, host.waits.length - 1)];
        this.tries += 1;
        setTimeout(() => this.open(this.game), wait);
      },
    });
  }

  /** @param {Reply} reply */
  heard(reply) {
    if (reply.type === 'welcome') {
      this.tries = 0;
      this.tell(true);
    }
    if (reply.type === 'game' || reply.type === 'analysis') this.game = reply.id;
    this.hear(reply);
  }

  /**
   * Sends a message. Returns whether there is a connection.
   * @param {object} message
   */
  send(message) {
    return this.line?.(JSON.stringify(message)) ?? false;
  }
}
