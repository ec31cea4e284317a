// What this browser remembers of how its user likes it. Games are kept by the server.

const KEY = 'dhow';

const DEFAULTS = {
  /** 'auto', 'light' or 'dark' */
  theme: 'auto',
  coordinates: true,
  targets: true,
  hover: true,
  sound: false,
  thoughts: false,
  /** Milliseconds of a move's animation. */
  animation: 220,
  /** Milliseconds for each move of an engine's turn of several. */
  replay: 650,
  /** The game that was seen last. */
  last: '',
  /** How thoroughly a game was annotated last. */
  effort: '',
  /** What was chosen for the last new game. */
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
    // A browser that keeps nothing forgets them.
  }
  listeners.forEach((listener) => listener(settings));
}

/** @param {(settings: Settings) => void} listener */
export function onChange(listener) {
  listeners.add(listener);
  listener(settings);
}

/** Milliseconds for a move on the board: none for those who want no motion. */
export function animationTime() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : settings.animation;
}

onChange(({ theme }) => {
  const { dataset } = document.documentElement;
  if (theme === 'auto') delete dataset.theme;
  else dataset.theme = theme;
});
