// The engine's levels.

import { html } from './dom.js';
import { FULL } from './protocol.js';
import { change, settings } from './settings.js';

/** @typedef {import('./protocol.js').Side} Side */

/** The default level: new players win sometimes. */
export const USUAL = 3;

/** @param {number} level */
export function levelWords(level) {
  return level === FULL ? 'full strength' : `level ${level}`;
}

/**
 * Notes the result of a game against Dhow once, and returns the level to offer next: one more after a win, one less after
 * two losses in a row.
 * @param {string} id of the game
 * @param {number} level
 * @param {'won'|'lost'|'drawn'} result
 */
function offerLevel(id, level, result) {
  if (settings.results.id === id) return settings.results.offered;
  const losses = result !== 'lost' ? 0 : settings.results.level === level ? settings.results.losses + 1 : 1;
  const offered = result === 'won' ? Math.min(level + 1, FULL) : losses >= 2 ? Math.max(level - 1, 1) : level;
  const choice = { ...settings.choice, level: offered };
  change({ results: { id, level, offered, losses: offered === level ? losses : 0 }, choice });
  return offered;
}

/**
 * Sets the level of the engine for the next game, by the result of this one. Returns a sentence where it has changed.
 * @param {string} id of the game
 * @param {Record<Side, number>} levels
 * @param {Side} engine its side
 * @param {string} result
 */
export function offer(id, levels, engine, result) {
  const won = result === (engine === 'black' ? '1-0' : '0-1');
  const before = levels[engine];
  levels[engine] = offerLevel(id, before, won ? 'won' : result === '1/2-1/2' ? 'drawn' : 'lost');
  const more = levels[engine] - before;
  return more ? html('p', {}, `A ${more > 0 ? 'higher' : 'lower'} level is offered for the next game.`) : '';
}

/**
 * Explains a level.
 * @param {number} level
 */
export function aboutLevel(level) {
  if (level === FULL) return 'Full strength: Dhow uses all of its time.';
  const how = 'Dhow searches few positions, and misjudges moves at random.';
  return level === 1 ? `Level 1: ${how} You beat it if you check, before each move, what can be captured afterwards.`
    : `Level ${level}: ${how} It should win about three of four games against level ${level - 1}.`;
}

/**
 * A field for a level.
 * @param {string} label
 * @param {number} level
 * @param {(level: number) => void} changed
 */
export function levelField(label, level, changed) {
  const levels = Array.from({ length: FULL }, (_, index) => index + 1);
  const words = (/** @type {number} */ one) => (one === 1 ? '1, the weakest' : one === FULL ? `${FULL}, full strength` : `${one}`);
  const node = html('select', { onchange: () => changed(Number(node.value)) },
    ...levels.map((one) => html('option', { value: one, selected: one === level }, words(one))));
  return html('label', { class: 'field level-field' }, html('span', {}, label), node);
}
