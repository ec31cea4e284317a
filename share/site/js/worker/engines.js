// The workers of the engines.

import { newMemory } from './table.js';
import { MOST_HELPERS, teams } from '../team.js';

/** @typedef {{number: number, team: 'one'|'game'|'analysis', order: object}} Order */

/**
 * Starts a worker with an engine.
 * @param {WebAssembly.Module} module
 * @param {import('./engine.js').Shared|null} shared
 * @param {number|null} helper the number of a helper
 * @param {() => void} fails called when it has failed
 */
function start(module, shared, helper, fails) {
  const name = helper === null ? 'engine' : 'helper';
  const worker = new Worker(new URL('./engine.js', import.meta.url), { type: 'module', name });
  worker.onerror = (event) => {
    event.preventDefault();
    fails();
  };
  worker.postMessage({ module, shared, helper });
  return worker;
}

/** A worker with an engine, and its helpers: workers that search the same. */
class EngineWorker {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** @type {import('./engine.js').Shared|null} */
    this.shared = globalThis.crossOriginIsolated
      ? { numbers: new Int32Array(new SharedArrayBuffer(8)), memory: teams().analysis > 1 ? newMemory() : null }
      : null;
    /** Whether it has failed, and the function to call then. */
    this.broken = false;
    this.fails = () => {};
    this.worker = start(module, this.shared, null, () => {
      this.broken = true;
      this.fails();
    });
    /** @type {Worker[]} */
    this.helpers = [];
    this.helpless = !this.shared?.memory;
  }

  /** Starts a helper. If one fails, the engine goes on without. */
  help() {
    try {
      this.helpers.push(start(this.module, this.shared, this.helpers.length, () => this.renounce()));
    } catch {
      this.renounce();
    }
  }

  /** Ends all helpers for good. */
  renounce() {
    this.helpless = true;
    this.dismiss();
  }

  /** Ends all helpers. */
  dismiss() {
    this.helpers.splice(0).forEach((helper) => helper.terminate());
  }

  /** @param {Order} order @param {number} helpers the number of helpers that get it too */
  order(order, helpers) {
    this.worker.postMessage(order);
    this.helpers.slice(0, helpers).forEach((helper) => helper.postMessage(order));
  }

  /** Stops an order. Returns whether this worker can. @param {number} number */
  stop(number) {
    if (this.shared) Atomics.store(this.shared.numbers, 0, number);
    return this.shared !== null;
  }

  end() {
    this.worker.terminate();
    this.dismiss();
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
    this.teams = teams();
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
    const worker = this.worker(engine);
    const helpers = this.teams[order.team] - 1;
    while (!worker.helpless && worker.helpers.length < helpers && this.mayHelp(worker)) worker.help();
    this.open.set(engine, [...this.open.get(engine) ?? [], order]);
    worker.order(order, helpers);
  }

  /** Whether there may be another helper. Ends those of an engine that rests, if need be. @param {EngineWorker} of */
  mayHelp(of) {
    const all = () => [...this.workers.values()].reduce((sum, { helpers }) => sum + helpers.length, 0);
    for (const [engine, worker] of this.workers) {
      if (all() < MOST_HELPERS) break;
      if (worker !== of && !this.open.get(engine)?.length) worker.dismiss();
    }
    return all() < MOST_HELPERS;
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
    if (worker.stop(number)) return;
    this.end(engine);
    this.spare ??= new EngineWorker(this.module);
  }

  /** Ends the worker of an engine, and all its orders. @param {number} engine */
  end(engine) {
    this.workers.get(engine)?.end();
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
    this.spare?.end();
    this.workers.forEach((worker) => worker.end());
  }
}
