// The engine's levels.

import { html } from './dom.js';
import { FULL, levelOf, sideName } from './protocol.js';
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
 * @param {Side} engine its side
 * @param {string} result
 */
function offer(id, level, engine, result) {
  const { results } = settings;
  if (results.id === id) return results.offered;
  const won = result === (engine === 'black' ? '1-0' : '0-1');
  const lost = !won && result !== '1/2-1/2';
  const losses = lost ? (results.level === level ? results.losses : 0) + 1 : 0;
  const offered = won ? Math.min(level + 1, FULL) : losses >= 2 ? Math.max(level - 1, 1) : level;
  change({ results: { id, level, offered, losses: offered === level ? losses : 0 }, choice: { ...settings.choice, level: offered } });
  return offered;
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

/**
 * The engine's levels for a rematch, by the sides of a game that is over, and the fields that change them. Against one
 * person the level follows the result.
 * @param {string} id of the game
 * @param {import('./protocol.js').Config} config
 * @param {string} result
 */
export function rematchLevels(id, config, result) {
  const levels = { white: levelOf(config, 'white'), black: levelOf(config, 'black') };
  const engines = /** @type {const} */ (['white', 'black']).filter((side) => config[side] === 'engine');
  const [engine] = engines;
  const before = levels[engine];
  if (engines.length === 1) levels[engine] = offer(id, before, engine, result);
  const more = engines.length === 1 ? levels[engine] - before : 0;
  const fields = engines.map((side) => levelField(
    engines.length > 1 ? `Level of the Dhow that played ${sideName(side)}` : 'Level', levels[side],
    (level) => { levels[side] = level; }));
  return { levels, fields: [more ? html('p', {}, `A ${more > 0 ? 'higher' : 'lower'} level is offered for the next game.`) : '', ...fields] };
}
