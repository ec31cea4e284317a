// The board with its engines and its store, for the pages of all tabs.

import { Engines } from './engines.js';
import { Instance } from './instance.js';

/**
 * A message from the board to a tab.
 * @typedef {{answer: number, ok: boolean, text: string} | {opened: number} | {closed: number}
 *   | {heard: number, text: string}} ToPage
 * A message from a page: it opens a line, sends a text on it, or asks a question.
 * @typedef {{open: number} | {say: number, text: string} | {ask: number, of: object}} FromPage
 */

export class Session {
  /**
   * @param {WebAssembly.Module} module
   * @param {import('./store.js').Store} store
   * @param {(tab: string, message: ToPage) => void} send
   */
  constructor(module, store, send) {
    /** @type {(error: unknown) => void} */
    this.fail = () => {};
    /** Resolves with the reason if the board fails: a module that was interrupted cannot be used again. */
    this.failed = new Promise((resolve) => { this.fail = resolve; });
    this.store = store;
    this.send = send;
    /** Resolves when everything so far is stored, and the messages after it are sent. */
    this.out = Promise.resolve();
    this.timer = 0;
    /** Whether the last change could not be stored. */
    this.troubled = false;
    /**
     * The tabs' lines by their page numbers on the board, and the page numbers by tab and line.
     * @type {Map<number, {tab: string, line: number}>}
     */
    this.lines = new Map();
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    /** @type {Map<number, {tab: string, ask: number}>} */
    this.questions = new Map();
    this.counted = 0;
    /** Calls that came while the board was answering. @type {object[]} */
    this.waiting = [];
    this.busy = false;
    this.board = new Instance(module, (line) => this.word(JSON.parse(line)));
    this.engines = new Engines(module, (call) => this.call(call));
  }

  /** Loads the stored games and variants. */
  async begin() {
    const { games, variants } = await this.store.all();
    variants.forEach((file) => this.call({ hold_variants: file }));
    games.forEach((game) => this.call({ hold: game }));
    return this;
  }

  /** Calls the board. Calls from within its messages wait until it returns. @param {object} call */
  call(call) {
    this.waiting.push(call);
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waiting.length) this.board.call(/** @type {object} */ (this.waiting.shift()));
      this.busy = false;
    } catch (error) {
      this.fail(error);
    }
  }

  /** A message of a tab's page. @param {string} tab @param {FromPage} message */
  hear(tab, message) {
    this.counted += 1;
    const number = this.counted;
    if ('open' in message) {
      this.lines.set(number, { tab, line: message.open });
      this.numbers.set(`${tab} ${message.open}`, number);
      this.send(tab, { opened: message.open });
    } else if ('ask' in message) {
      this.questions.set(number, { tab, ask: message.ask });
      this.call({ ask: { number, of: message.of } });
    } else {
      const page = this.numbers.get(`${tab} ${message.say}`);
      if (page) this.call({ page: { page, text: message.text } });
    }
  }

  /** A tab is gone. @param {string} gone */
  leave(gone) {
    for (const [page, { tab, line }] of this.lines) {
      if (tab === gone) this.forget(page, tab, line);
    }
  }

  /** @param {number} page @param {string} tab @param {number} line */
  forget(page, tab, line) {
    this.lines.delete(page);
    this.numbers.delete(`${tab} ${line}`);
    this.call({ gone: { page } });
  }

  /** Handles a message of the board. @param {any} word */
  word(word) {
    const [[kind, what]] = Object.entries(word);
    switch (kind) {
      case 'tell': this.later(() => {
        const to = this.lines.get(what.page);
        if (to) this.send(to.tab, { heard: to.line, text: what.text });
      }); break;
      case 'dismiss': this.later(() => {
        const to = this.lines.get(what.page);
        if (!to) return;
        this.send(to.tab, { closed: to.line });
        this.forget(what.page, to.tab, to.line);
      }); break;
      case 'answer': this.later(() => {
        const to = this.questions.get(what.number);
        this.questions.delete(what.number);
        if (to) this.send(to.tab, { answer: to.ask, ok: what.ok, text: what.text });
      }); break;
      case 'keep': this.keep(what.id, this.store.put('games', what)); break;
      case 'keep_variants': this.keep(what.id, this.store.put('variants', what)); break;
      case 'erase': this.keep(what.id, this.store.erase(what.id)); break;
      case 'order': this.engines.order(what.engine, { number: what.number, team: what.team, order: what.order }); break;
      case 'stop': this.engines.stop(what.engine, what.order); break;
      case 'dismissed': this.engines.end(what.engine); break;
      default: this.wake(what.ms);
    }
  }

  /** Runs an action when everything so far is stored. @param {() => void|Promise<void>} act */
  later(act) {
    this.out = this.out.then(act);
  }

  /** Waits until something is stored, or reports that this failed. @param {string} id @param {Promise<void>} stored */
  keep(id, stored) {
    const done = stored.then(() => '', (error) => `${error?.message ?? error}`);
    this.later(async () => {
      const why = await done;
      if (why) this.call({ unkept: { id, why } });
      else if (this.troubled) this.call({ kept: {} });
      this.troubled = why !== '';
    });
  }

  /** @param {number|null} ms */
  wake(ms) {
    clearTimeout(this.timer);
    if (ms !== null) this.timer = setTimeout(() => this.call({ tick: {} }), Math.min(ms, 1_000_000));
  }

  /** Ends the board. */
  close() {
    clearTimeout(this.timer);
    this.engines.close();
    [...this.lines.values()].forEach(({ tab, line }) => this.send(tab, { closed: line }));
  }
}
