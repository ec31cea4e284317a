// A worker with an engine, which carries out the orders of the board in sequence.

import { Instance } from './instance.js';

/** @type {Instance} */
let engine;
/** The number of the present order, and in shared memory the number of the last order to stop. */
let present = 0;
/** @type {Int32Array|null} */
let stopped = null;

/**
 * @param {MessageEvent<{module: WebAssembly.Module, stopped: Int32Array|null}
 *   | {number: number, order: object}>} event
 */
onmessage = ({ data }) => {
  if ('module' in data) {
    ({ stopped } = data);
    engine = new Instance(data.module, (line) => postMessage({ number: present, news: line }),
      () => stopped !== null && Atomics.load(stopped, 0) >= present);
    return;
  }
  present = data.number;
  engine.carryOut(data.order);
  postMessage({ number: present, over: true });
};
