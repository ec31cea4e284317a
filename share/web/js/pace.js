// The time for a game: some common ones, and one's own.

import { html } from './dom.js';

/**
 * @typedef {{kind: 'turn', ms: number} | {kind: 'nodes', nodes: number}
 *   | {kind: 'clock', base_ms: number, increment_ms?: number, delay_ms?: number}} Pace
 * @typedef {{minutes: number, increment: number, delay: number, seconds: number}} OwnPace the numbers of one's own time:
 *   those of a clock, with the seconds that each turn adds and that do not count, and the seconds of a turn
 */

const OWN_CLOCK = 'own-clock';
const OWN_TURN = 'own-turn';

/** @type {Record<string, [string, Pace|null]>} */
const PACES = {
  quick: ['1 second per turn', { kind: 'turn', ms: 1000 }],
  usual: ['3 seconds per turn', { kind: 'turn', ms: 3000 }],
  slow: ['10 seconds per turn', { kind: 'turn', ms: 10_000 }],
  [OWN_TURN]: ['own time per turn', null],
  delay: ['clock 5, with a delay of 5 seconds', { kind: 'clock', base_ms: 300_000, delay_ms: 5000 }],
  blitz: ['clock 5+5', { kind: 'clock', base_ms: 300_000, increment_ms: 5000 }],
  rapid: ['clock 15+10', { kind: 'clock', base_ms: 900_000, increment_ms: 10_000 }],
  long: ['clock 45+30', { kind: 'clock', base_ms: 2_700_000, increment_ms: 30_000 }],
  [OWN_CLOCK]: ['own clock', null],
};

/** The names of the times. @type {Record<string, string>} */
export const PACE_WORDS = Object.fromEntries(Object.entries(PACES).map(([id, [words]]) => [id, words]));

/** The numbers that may be chosen: words, least, most, step. @type {Record<keyof OwnPace, [string, number, number, number]>} */
const NUMBERS = {
  minutes: ['Minutes on the clock', 0.5, 1440, 0.5],
  increment: ['Seconds added each turn', 0, 3600, 1],
  delay: ['Seconds of each turn that do not count', 0, 3600, 1],
  seconds: ['Seconds per turn', 0.1, 3600, 0.1],
};

/** @type {OwnPace} */
const USUAL = { minutes: 10, increment: 5, delay: 0, seconds: 5 };

/** What was chosen before, as far as it makes sense. @param {unknown} kept @returns {OwnPace} */
export function ownPace(kept) {
  const own = { ...USUAL };
  for (const name of /** @type {(keyof OwnPace)[]} */ (Object.keys(NUMBERS))) {
    const [, least, most] = NUMBERS[name];
    const value = Number(/** @type {Record<string, unknown>|null} */ (kept)?.[name] ?? NaN);
    if (value >= least && value <= most) own[name] = value;
  }
  return own;
}

/** @param {string} id @param {OwnPace} own @returns {Pace} */
export function paceOf(id, own) {
  const ms = (/** @type {number} */ seconds) => Math.round(seconds * 1000);
  if (id === OWN_TURN) return { kind: 'turn', ms: ms(own.seconds) };
  if (id === OWN_CLOCK) {
    // A clock has an increment or a delay.
    const extra = own.delay ? { delay_ms: ms(own.delay) } : { increment_ms: ms(own.increment) };
    return { kind: 'clock', base_ms: ms(own.minutes * 60), ...extra };
  }
  return (PACES[id] ?? PACES.usual)[1] ?? { kind: 'turn', ms: 3000 };
}

/** The fields for the numbers of one's own time, if `id` is one. @param {string} id @param {OwnPace} own is changed */
export function ownFields(id, own) {
  /** @type {(keyof OwnPace)[]} */
  const names = id === OWN_TURN ? ['seconds'] : id === OWN_CLOCK ? ['minutes', 'increment', 'delay'] : [];
  /** @type {Partial<Record<keyof OwnPace, HTMLInputElement>>} */
  const inputs = {};
  const set = (/** @type {keyof OwnPace} */ name, /** @type {number} */ value) => {
    own[name] = value;
    const input = inputs[name];
    if (input) input.value = String(value);
  };
  return names.map((name) => {
    const [words, least, most, step] = NUMBERS[name];
    const input = html('input', {
      type: 'number', min: least, max: most, step, value: own[name], inputmode: 'decimal',
      onchange: () => {
        const value = input.valueAsNumber;
        set(name, Number.isFinite(value) ? Math.min(Math.max(value, least), most) : USUAL[name]);
        if (name === 'increment' && own.increment) set('delay', 0);
        if (name === 'delay' && own.delay) set('increment', 0);
      },
    });
    inputs[name] = input;
    return html('label', { class: 'field' }, html('span', {}, words), input);
  });
}
