// A worker of this browser as the host of the board, in the place of the server.

import { module } from './module.js';
import { teams } from './team.js';

/**
 * @typedef {{answer: number, ok: boolean, text: string} | {opened: number} | {closed: number}
 *   | {heard: number, text: string}} FromWorker
 */

/** @type {Map<number, import('./protocol.js').Line>} */
const lines = new Map();
/** @type {Map<number, {resolve: (text: string) => void, reject: (error: Error) => void}>} */
const questions = new Map();
let numbers = 0;
/** Why there is no board; empty while there is one. */
let broken = '';

const worker = new Worker(new URL('./worker/board.js', import.meta.url), { type: 'module', name: 'board' });

/** @param {FromWorker} data */
function hear(data) {
  if ('answer' in data) {
    const asked = questions.get(data.answer);
    questions.delete(data.answer);
    if (data.ok) asked?.resolve(data.text);
    else asked?.reject(new Error(data.text));
  } else if ('heard' in data) lines.get(data.heard)?.heard(data.text);
  else if ('opened' in data) lines.get(data.opened)?.opened();
  else {
    const line = lines.get(data.closed);
    lines.delete(data.closed);
    line?.closed();
  }
}

/** @param {string} why there is no board */
function fail(why) {
  broken = why;
  questions.forEach(({ reject }) => reject(new Error(why)));
  questions.clear();
  [...lines.keys()].forEach((number) => hear({ closed: number }));
}

worker.onmessage = ({ data }) => hear(data);
worker.onerror = ({ message }) => fail(`the board has failed: ${message ?? 'its script cannot be loaded'}`);
module.then((compiled) => worker.postMessage({ module: compiled }),
  (error) => fail(`the board cannot be loaded: ${error.message}`));

window.addEventListener('pagehide', () => worker.postMessage({ leaves: true }));
window.addEventListener('pageshow', ({ persisted }) => { if (persisted) location.reload(); });
document.addEventListener('visibilitychange', () => worker.postMessage({ visible: !document.hidden }));

/** @param {object} of @returns {Promise<string>} fails with the reason if the request fails */
function ask(of) {
  numbers += 1;
  const number = numbers;
  return new Promise((resolve, reject) => {
    if (broken) reject(new Error(broken));
    questions.set(number, { resolve, reject });
    worker.postMessage({ ask: number, of });
  });
}

/** @param {object} of @returns {Promise<any>} the answer or the errors, as JSON */
const told = async (of) => JSON.parse(await ask(of).catch((/** @type {Error} */ error) => error.message));

/** Asks the browser not to clear its storage, once something is stored. */
let asked = false;
function persist() {
  if (!asked) navigator.storage?.persist?.().catch(() => {});
  asked = true;
}

/** @param {{added: number, known: number, refused: number}} games @param {string[]} variants that were refused */
function inWords({ added, known, refused }, variants) {
  const parts = [`${added} added`];
  if (known) parts.push(`${known} here already`);
  if (refused) parts.push(`${refused} refused`);
  if (variants.length) parts.push(`other games here have the names of ${variants.join(', ')}`);
  return parts.join(', ');
}

/** The number of threads of a search, in words. */
function threads() {
  const { game, analysis } = teams();
  if (analysis === 1) return 'one thread';
  const few = game === 1 ? 'one' : game;
  return game === analysis ? `${game} threads` : `${analysis} threads in analyses, ${few} in games,`;
}

/** @type {import('./protocol.js').Host} */
export const host = {
  lost: 'the board of this browser does not answer',
  waits: [100, 1000, 2000, 4000],
  limits: [
    'Everything runs in this browser, and stays in it: nothing is sent to anybody.',
    `Dhow searches with ${threads()} and a hash table of 16 MiB, and fewer nodes a second than as a program. It solves `
    + 'no endings of two pieces against a bare King, and learns nothing.',
    'Other engines, games in files on your disk, matches, and games of two people on two machines need the program.',
  ],
  backup: {
    about: 'The games are stored in this browser alone, which may clear them with its data: save all of them now and '
      + 'then.',
    save: () => ask({ backup: {} }),
    async restore(text) {
      const { games, variants_refused: refused } = JSON.parse(await ask({ restore: { text } }));
      return inWords(games, refused);
    },
  },
  others: null,
  games: async () => JSON.parse(await ask({ games: {} })),
  puzzles: async () => JSON.parse(await ask({ puzzles: {} })),
  lessons: async () => JSON.parse(await ask({ lessons: {} })),
  kept: async () => JSON.parse(await ask({ kept: {} })),
  pictures: () => ask({ pictures: {} }),
  game: async (id) => JSON.parse(await ask({ game: { id } })),
  remove: (id) => ask({ delete: { id } }).catch((/** @type {Error} */ error) => error.message),
  read: (text, { variant = null, options, number = null, chapters = false }) => told({ import: { text, variant, options, number, chapters } }),
  addPuzzles: (name, text) => told({ add_puzzles: { name, text } }),
  arrange: (study, chapters) => ask({ chapters: { study, chapters } }).catch((/** @type {Error} */ error) => error.message),
  studyPgn: (name) => ask({ study_pgn: { name } }),
  paste: (text) => told({ paste: { text } }),

  connect(line) {
    numbers += 1;
    const number = numbers;
    let open = false;
    lines.set(number, {
      opened() {
        open = true;
        line.opened();
      },
      heard: (text) => line.heard(text),
      closed: () => line.closed(),
    });
    if (broken) setTimeout(() => hear({ closed: number }));
    else worker.postMessage({ open: number });
    return (text) => {
      // As on a connection to a server, nothing is said before it is there.
      if (!open || !lines.has(number)) return false;
      persist();
      worker.postMessage({ say: number, text });
      return true;
    };
  },
};
