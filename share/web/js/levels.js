// The engine's levels.

import { html } from './dom.js';
import { FULL } from './protocol.js';

/** The default level: new players win sometimes. */
export const USUAL = 3;

/** @param {number} level */
export function levelWords(level) {
  return level === FULL ? 'full strength' : `level ${level}`;
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
