// The worker of a tab. The worker of one tab has the board for all tabs. The others pass messages to it, and one of
// them takes over when it ends.

import { Session } from './session.js';
import { Store } from './store.js';

/** @typedef {import('./session.js').FromPage} FromPage */
/** @typedef {import('./session.js').ToPage} ToPage */

const LOCK = 'dhow-board';
/** A board that does not answer a visible page for this many milliseconds is replaced. */
const PATIENCE = 10_000;

const locks = /** @type {LockManager|undefined} */ (navigator.locks);
const tab = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-');
const channel = new BroadcastChannel('dhow');
/** A board that fails twice within this many milliseconds is not started again. */
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
/** The time of the first message that the board of another tab has not answered. */
let unanswered = 0;
/** The reason to end the board when its page is left; `gone` resolves with it. */
const GONE = Symbol('gone');
let go = () => {};
const gone = new Promise((resolve) => { go = () => resolve(GONE); });
/** The page's messages before there was a board. @type {FromPage[]} */
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

/** Sends the waiting messages. */
function begin() {
  early.splice(0).forEach(toBoard);
}

/** Another board has taken over: closes the lines, and asks the questions again. */
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

/** Runs the board until another worker takes it. Fails if the board fails repeatedly. */
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

/** Connects the pages of all tabs to a board. @param {Session} board */
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

/** Asks for the board. This worker gets it when no other worker has it. @param {LockOptions} how */
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

/** Reports a failure to the page. @param {unknown} error */
function report(error) {
  setTimeout(() => { throw error; });
}

/** Finds the board, or becomes it. */
async function find() {
  if (!locks) {
    await host();
    return;
  }
  // Held as long as this tab exists.
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

/** The page is left: the next worker gets the board as soon as everything is stored. */
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
