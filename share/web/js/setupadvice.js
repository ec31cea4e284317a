// What is known about setups, and a ranking of some by the engine.

import { placementOf } from './board/geometry.js';
import { Arrangement } from './board/arrange.js';
import { button, html } from './dom.js';
import { host } from './host.js';
import { VERSION } from './protocol.js';

/** @typedef {import('./protocol.js').Game} Game */

/** The greatest number of setups that are ranked, and milliseconds for each. */
const [SETUPS, TIME] = [16, 1000];
/** Milliseconds after which an engine that does not answer is given up. */
const PATIENCE = 20_000;
/** What was measured, by docs/lab/setups.csv. */
const KNOWN = 'Setups hardly differ: in our measurements Black scores 48 to 51 of 100 points with each of them, and the '
  + 'differences are about as large as chance makes them. Choose one that you like.';

/**
 * Different setups: the one that is placed, the default one, and others at random.
 * @param {Game} game @param {Arrangement} placed
 */
function candidates(game, placed) {
  const found = new Map([[placed.code(), placed.position()]]);
  const one = new Arrangement(game);
  for (let tries = 0; tries < 20 * SETUPS && found.size < SETUPS; tries++) {
    if (!found.has(one.code())) found.set(one.code(), one.position());
    one.shuffle();
  }
  return [...found].map(([code, men]) => ({ code, fen: [placementOf(men, game), ...game.start.split(' ').slice(1)].join(' ') }));
}

/** An engine for start arrays, one after the other. */
class Judge {
  /** @param {string} variant */
  constructor(variant) {
    this.variant = variant;
    /** @type {import('./protocol.js').Eval|null} */
    this.found = null;
    /** @type {() => void} */
    this.lost = () => {};
    /** @type {Promise<void>} */
    this.open = new Promise((resolve, reject) => {
      this.lost = () => reject(new Error(host.lost));
      this.line = host.connect({
        opened: () => { this.send({ type: 'hello', version: VERSION }); resolve(); },
        heard: (text) => this.heard(JSON.parse(text)),
        closed: () => this.lost(),
      });
    });
    /** @type {() => void} */
    this.heardFirst = () => {};
  }

  /** @param {object} message */
  send(message) {
    this.line?.(JSON.stringify(message));
  }

  /** @param {import('./protocol.js').Reply} reply */
  heard(reply) {
    if (reply.type === 'analysis') this.send({ type: 'search', node: 0, lines: 1 });
    else if (reply.type === 'lines' && reply.lines[0]) {
      this.found = reply.lines[0].eval;
      this.heardFirst();
    } else if (reply.type === 'error') this.lost();
  }

  /** Black's share of the points in a position, by a search. @param {string} fen */
  async share(fen) {
    this.found = null;
    const first = new Promise((resolve, reject) => {
      this.heardFirst = () => resolve(undefined);
      this.lost = () => reject(new Error(host.lost));
      setTimeout(this.lost, PATIENCE);
    });
    this.send({ type: 'analysis', of: { position: { variant: this.variant, fen } } });
    await first;
    await new Promise((resolve) => { setTimeout(resolve, TIME); });
    const found = /** @type {import('./protocol.js').Eval|null} */ (this.found);
    return 1 - (found?.share ?? 0.5);
  }

  end() {
    this.send({ type: 'search', node: 0, lines: 0 });
  }
}

/**
 * What is known about a game's setups, and a button that lets the engine rank some of them.
 * @param {Game} game
 * @param {Arrangement} arrangement the setup that is placed
 * @param {(code: string) => void} take places a setup
 */
export function setupAdvice(game, arrangement, take) {
  const list = html('ol', { class: 'setup-ranking', 'aria-live': 'polite' });
  const words = html('p', { class: 'summary' });
  const rank = async () => {
    const setups = candidates(game, arrangement);
    start.disabled = true;
    list.replaceChildren();
    /** @type {{code: string, share: number}[]} */
    const ranked = [];
    const judge = new Judge(game.id);
    try {
      await judge.open;
      for (const [at, { code, fen }] of setups.entries()) {
        words.textContent = `Dhow searches setup ${at + 1} of ${setups.length} …`;
        ranked.push({ code, share: await judge.share(fen) });
        if (!start.isConnected) return;
        ranked.sort((one, other) => other.share - one.share);
        list.replaceChildren(...ranked.map((one) => html('li', {}, html('span', {}, one.code),
          html('span', { class: 'setup-share' }, `${(100 * one.share).toFixed(1)}`), button('Place', () => take(one.code), { 'aria-label': `Place ${one.code}` }))));
      }
      words.textContent = 'Black\u2019s points of 100, by a search of each start array for a second. Differences of one or two points say nothing.';
    } catch (error) {
      words.textContent = error instanceof Error ? error.message : host.lost;
    } finally {
      judge.end();
      start.disabled = false;
    }
  };
  const start = button('Let Dhow rank setups', rank);
  return html('details', { class: 'setup-advice' }, html('summary', {}, 'Which setup is good?'), html('p', {}, KNOWN), start, words, list);
}
