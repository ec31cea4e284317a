// The engine and the board in WebAssembly.

import { NONE } from './table.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the module: a board, or an engine. */
export class Instance {
  /**
   * @param {WebAssembly.Module} module
   * @param {(line: string) => void} line receives its messages
   * @param {() => boolean} [stopped] whether a search must end
   * @param {object} [table] the functions of the hash table that it shares, if it does
   */
  constructor(module, line, stopped = () => false, table = NONE) {
    // A clock that never goes back, even if the system's clock does.
    const began = Date.now() - performance.now();
    const instance = new WebAssembly.Instance(module, {
      dhow: {
        now: () => began + performance.now(),
        random: () => Math.random(),
        stopped: () => (stopped() ? 1 : 0),
        line: (/** @type {number} */ start, /** @type {number} */ bytes) =>
          // Copied, because memory moves when it grows.
          line(decoder.decode(new Uint8Array(this.exports.memory.buffer, start >>> 0, bytes >>> 0).slice())),
        ...table,
      },
    });
    this.exports = /** @type {any} */ (instance.exports);
  }

  /** @param {string} text */
  write(text) {
    const bytes = encoder.encode(text);
    const room = this.exports.dhow_board_room(bytes.length) >>> 0;
    if (room === 0) throw new Error('the text is too long');
    new Uint8Array(this.exports.memory.buffer, room, bytes.length).set(bytes);
  }

  /** Calls the board. @param {object} call */
  call(call) {
    this.write(JSON.stringify(call));
    if (!this.exports.dhow_board_hear()) throw new Error(`no call of the board: ${JSON.stringify(call).slice(0, 200)}`);
  }

  /** Carries out an order. @param {object} order */
  carryOut(order) {
    this.write(JSON.stringify(order));
    this.exports.dhow_engine_hear();
  }

  /** Helps with an order, until it is stopped. @param {object} order @param {number} helper its number */
  help(order, helper) {
    this.write(JSON.stringify(order));
    this.exports.dhow_helper_hear(helper);
  }
}
