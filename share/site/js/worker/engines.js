// The workers of the engines.

/** @typedef {{number: number, order: object}} Order */

/** A worker with an engine. */
class EngineWorker {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** The number of the last order to stop, in shared memory. */
    this.stopped = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.worker = new Worker(new URL('./engine.js', import.meta.url), { type: 'module', name: 'engine' });
    /** Whether it has failed, and the function to call then. */
    this.broken = false;
    this.fails = () => {};
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.broken = true;
      this.fails();
    };
    this.worker.postMessage({ module, stopped: this.stopped });
  }
}

/** The engines by their numbers. A worker starts with the first order; one worker is ready in advance. */
export class Engines {
  /**
   * @param {WebAssembly.Module} module
   * @param {(call: object) => void} tell calls the board
   */
  constructor(module, tell) {
    this.module = module;
    this.tell = tell;
    /** @type {Map<number, EngineWorker>} */
    this.workers = new Map();
    /** Orders that are not over, by the numbers of engines. @type {Map<number, Order[]>} */
    this.open = new Map();
    /** Engines whose worker has failed in the present order. @type {Set<number>} */
    this.failed = new Set();
    /** @type {EngineWorker|null} */
    this.spare = new EngineWorker(module);
  }

  /** @param {number} engine */
  worker(engine) {
    let worker = this.workers.get(engine);
    if (!worker) {
      worker = this.spare && !this.spare.broken ? this.spare : new EngineWorker(this.module);
      this.spare = null;
      this.workers.set(engine, worker);
      worker.worker.onmessage = ({ data }) => this.heard(engine, data);
      worker.fails = () => this.fails(engine);
    }
    return worker;
  }

  /** @param {number} engine @param {Order} order */
  order(engine, order) {
    this.open.set(engine, [...this.open.get(engine) ?? [], order]);
    this.worker(engine).worker.postMessage(order);
  }

  /** @param {number} engine @param {{number: number, news?: string, over?: boolean}} said */
  heard(engine, { number, news, over }) {
    if (news) this.tell({ news: { order: number, news: JSON.parse(news) } });
    if (!over) return;
    this.failed.delete(engine);
    this.open.set(engine, (this.open.get(engine) ?? []).filter((order) => order.number !== number));
    this.tell({ over: { order: number } });
  }

  /**
   * Ends an order: by a flag in shared memory, or without shared memory together with its worker.
   * @param {number} engine
   * @param {number} number
   */
  stop(engine, number) {
    const worker = this.workers.get(engine);
    if (!worker || !this.open.get(engine)?.some((order) => order.number === number)) return;
    if (worker.stopped) Atomics.store(worker.stopped, 0, number);
    else {
      this.end(engine);
      this.spare ??= new EngineWorker(this.module);
    }
  }

  /** Ends the worker of an engine, and all its orders. @param {number} engine */
  end(engine) {
    this.workers.get(engine)?.worker.terminate();
    this.workers.delete(engine);
    const open = this.open.get(engine) ?? [];
    this.open.delete(engine);
    open.forEach(({ number }) => this.tell({ over: { order: number } }));
  }

  /** A worker that fails is replaced, once for an order. @param {number} engine */
  fails(engine) {
    const open = this.open.get(engine) ?? [];
    if (this.failed.has(engine)) {
      this.failed.delete(engine);
      this.end(engine);
      return;
    }
    this.failed.add(engine);
    this.open.delete(engine);
    this.end(engine);
    open.forEach((order) => this.order(engine, order));
  }

  /** Ends all workers. */
  close() {
    this.spare?.worker.terminate();
    this.workers.forEach(({ worker }) => worker.terminate());
  }
}
