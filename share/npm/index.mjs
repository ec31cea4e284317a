const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = source ?? new URL("./dhow.wasm", import.meta.url);
  if (String(url).startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Dhow {
  #exports;
  #lines = [];
  #listener;
  #stop;
  #instance;
  #busy = false;
  #failed;

  constructor({ module, onLine = null, shouldStop = () => false } = {}) {
    if (!(module instanceof WebAssembly.Module)) throw new TypeError("`module` is missing: `await Dhow.compile()`");
    this.#listener = onLine;
    this.#stop = shouldStop;
    // A clock that never goes back, even if the system's clock does.
    const began = Date.now() - performance.now();
    this.#instance = new WebAssembly.Instance(module, {
      dhow: {
        now: () => began + performance.now(),
        random: () => Math.random(),
        stopped: () => (this.#stop() ? 1 : 0),
        line: (start, bytes) => this.#receive(start, bytes),
        // Only engines of a board share a hash table.
        table_words: () => 0,
        table_load: () => 0n,
        table_store: () => {},
      },
    });
    this.#exports = this.#instance.exports;
  }

  static compile(source) {
    return compile(source);
  }

  static async load(options = {}) {
    return new Dhow({ ...options, module: await compile(options.module ?? options.source) });
  }

  #receive(start, bytes) {
    // Copied, because memory moves when it grows.
    const line = decoder.decode(new Uint8Array(this.#exports.memory.buffer, start >>> 0, bytes >>> 0).slice());
    this.#lines.push(line);
    this.#listener?.(line);
  }

  send(line) {
    if (typeof line !== "string") throw new TypeError("a line is a string");
    if (/[\r\n]/.test(line)) throw new RangeError("one line at a time");
    if (this.#failed) throw new Error("the engine has failed; make another one", { cause: this.#failed });
    if (this.#busy) throw new Error("the engine is answering: send no line from `onLine` or `shouldStop`");
    const bytes = encoder.encode(line);
    this.#lines = [];
    this.#busy = true;
    try {
      const room = this.#exports.dhow_room(bytes.length) >>> 0;
      if (room === 0) throw new RangeError("the line is too long");
      new Uint8Array(this.#exports.memory.buffer, room, bytes.length).set(bytes);
      this.#exports.dhow_hear();
      return this.#lines;
    } catch (error) {
      // A module that was interrupted by an error cannot be used again.
      if (!(error instanceof RangeError && error.message === "the line is too long")) this.#failed = error;
      throw error;
    } finally {
      this.#busy = false;
    }
  }

  #ask(question) {
    const [line] = this.send(JSON.stringify(question));
    const answer = JSON.parse(line);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  games() {
    return this.#ask({ games: {} }).games;
  }

  position(game, start = {}) {
    return this.#ask({ position: { ...start, game } }).position;
  }
}
