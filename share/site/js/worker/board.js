// The worker of a tab. That of one tab has the board for all; the others pass messages on, and take over when it ends.

import { Session } from './session.js';
import { Store } from './store.js';

/** @typedef {import('./session.js').FromPage} FromPage */
/** @typedef {import('./session.js').ToPage} ToPage */

const LOCK = 'dhow-board';
/** Milliseconds after which a board that does not answer a page that is looked at is replaced. */
const PATIENCE = 10_000;

const locks = /** @type {LockManager|undefined} */ (navigator.locks);
const tab = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-');
const channel = new BroadcastChannel('dhow');
/** Milliseconds within which a board that fails twice is given up. */
const CALM = 5000;
/** The module comes from the page. @type {(module: WebAssembly.Module) => void} */
let loaded = () => {};
/** @type {Promise<WebAssembly.Module>} */
const module = new Promise((resolve) => { loaded = resolve; });

/** The board, if this worker has it. @type {Session|null} */
let session = null;
/** Whether a board of another tab answers. */
let relayed = false;
let visible = true;
/** When the board of another tab was first asked in vain. */
let unanswered = 0;
/** Why the board ends when its page is left, and what resolves with that. */
const GONE = Symbol('gone');
let go = () => {};
const gone = new Promise((resolve) => { go = () => resolve(GONE); });
/** What the page said before there was a board. @type {FromPage[]} */
let early = [];
/** Open lines and questions of the page. @type {Set<number>} */
const lines = new Set();
/** @type {Map<number, FromPage>} */
const asked = new Map();

/** @param {ToPage} message */
function toPage(message) {
  if ('closed' in message) lines.delete(message.closed);
  if ('answer' in message) asked.delete(message.answer);
  postMessage(message);
}

/** @param {FromPage} message */
function toBoard(message) {
  if ('open' in message) lines.add(message.open);
  if ('ask' in message) asked.set(message.ask, message);
  if (session) session.hear(tab, message);
  else if (relayed) {
    unanswered ||= Date.now();
    channel.postMessage({ from: tab, message });
  } else early.push(message);
}

/** Sends what has waited. */
function begin() {
  early.splice(0).forEach(toBoard);
}

/** The board is another one: lines are closed, and questions are asked again. */
function changed() {
  early = early.filter((message) => !('say' in message));
  const open = new Set(early.flatMap((message) => ('open' in message ? [message.open] : [])));
  [...lines].filter((line) => !open.has(line)).forEach((line) => toPage({ closed: line }));
  const waiting = new Set(early);
  early.push(...[...asked.values()].filter((message) => !waiting.has(message)));
}

/** Ends the lines of a tab when it is gone. @param {Session} board @param {string} other */
function watch(board, other) {
  locks?.request(`dhow-tab-${other}`, () => {
    if (session === board) board.leave(other);
  });
}

/** Has the board until another worker takes it; fails if the board does, again and again. */
async function host() {
  const [compiled, store] = [await module, await Store.open()];
  for (;;) {
    relayed = false;
    changed();
    const began = Date.now();
    const board = new Session(compiled, store, (to, message) => {
      if (to === tab) toPage(message);
      else channel.postMessage({ to, message });
    });
    await board.begin();
    serve(board);
    const error = await Promise.race([board.failed, gone]);
    session = null;
    board.close();
    if (error === GONE) return;
    if (Date.now() - began < CALM) throw error;
  }
}

/** Lets the pages of all tabs speak to a board. @param {Session} board */
function serve(board) {
  session = board;
  const known = new Set([tab]);
  channel.onmessage = ({ data: { from, message } }) => {
    if (!from) return;
    if (!known.has(from)) watch(board, from);
    known.add(from);
    channel.postMessage({ to: from, here: true });
    if (message) board.hear(from, message);
  };
  channel.postMessage({ begun: true });
  begin();
}

/** Passes messages on to the board of another tab. */
function relay() {
  channel.onmessage = ({ data: { to, here, begun, message } }) => {
    if (begun) {
      changed();
      relayed = false;
      channel.postMessage({ from: tab });
    }
    if (to !== tab) return;
    unanswered = 0;
    if (here && !relayed) {
      relayed = true;
      begin();
    }
    if (message) toPage(message);
  };
  channel.postMessage({ from: tab });
}

/** Asks for the board, which passes to this worker when no other has it. @param {LockOptions} how */
function want(how) {
  locks?.request(LOCK, how, host).catch((error) => {
    if (error.name !== 'AbortError') report(error);
    else lose();
  });
}

/** Another worker has taken the board. */
function lose() {
  session?.close();
  session = null;
  changed();
  relay();
  want({});
}

/** Tells the page of a failure. @param {unknown} error */
function report(error) {
  setTimeout(() => { throw error; });
}

/** Finds the board, or becomes it. */
async function find() {
  if (!locks) {
    await host();
    return;
  }
  // Held as long as this tab is there.
  locks.request(`dhow-tab-${tab}`, () => new Promise(() => {}));
  const { held = [] } = await locks.query();
  if (held.some(({ name }) => name === LOCK)) relay();
  want({});
  setInterval(() => {
    if (session || !visible || !unanswered || Date.now() - unanswered < PATIENCE) return;
    unanswered = 0;
    want({ steal: true });
  }, 1000);
}

/** The page is left: the board passes to the next one as soon as all is stored. */
function leave() {
  channel.onmessage = null;
  if (session) session.out.then(go);
}

/** @param {MessageEvent<FromPage|{visible: boolean}|{leaves: true}|{module: WebAssembly.Module}>} event */
onmessage = ({ data }) => {
  if ('visible' in data) ({ visible } = data);
  else if ('leaves' in data) leave();
  else if ('module' in data) loaded(data.module);
  else toBoard(data);
};

find().catch(report);
