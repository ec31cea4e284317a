// The settings that this browser stores. The server saves the games.

const KEY = 'dhow';

const DEFAULTS = {
  /** 'auto', 'light' or 'dark' */
  theme: 'auto',
  /** The colours of the squares: 'green', 'brown', 'blue' or 'grey'. */
  board: 'green',
  coordinates: true,
  targets: true,
  hover: true,
  sound: false,
  thoughts: false,
  /** Milliseconds of a move's animation. */
  animation: 220,
  /** Milliseconds per move when replaying an engine's turn of several moves. */
  replay: 650,
  /** The last game. */
  last: '',
  /** The last search limit for annotation. */
  effort: '',
  /** The ids of the puzzles that were solved. */
  solved: /** @type {string[]} */ ([]),
  /** The names of the lessons that were done. */
  learned: /** @type {string[]} */ ([]),
  /** The last finished game against Dhow, its level, the losses in a row at it, and the level that was offered then. */
  results: { id: '', level: 0, losses: 0, offered: 0 },
  /** The choices for the last new game. */
  choice: /** @type {Record<string, unknown>} */ ({}),
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Settings} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const known = Object.entries(kept).filter(
      ([name, value]) => typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)],
    );
    return { ...DEFAULTS, ...Object.fromEntries(known) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {Settings} */
export const settings = read();

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // In a browser without storage the settings last only until the page is closed.
  }
  listeners.forEach((listener) => listener(settings));
}

/** @param {(settings: Settings) => void} listener */
export function onChange(listener) {
  listeners.add(listener);
  listener(settings);
}

/** Milliseconds of a move's animation: none if the person wants no motion. */
export function animationTime() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : settings.animation;
}

onChange(({ theme, board }) => {
  const { dataset } = document.documentElement;
  dataset.board = board;
  if (theme === 'auto') delete dataset.theme;
  else dataset.theme = theme;
});
