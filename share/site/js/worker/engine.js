// A worker with an engine, which carries out the orders of the board in sequence, or helps another one to do so.

import { Instance } from './instance.js';
import { functions } from './table.js';

/**
 * What the workers of an engine share: the numbers of the last order to stop and of the last one that is over, and
 * memory for a hash table.
 * @typedef {{numbers: Int32Array, memory: WebAssembly.Memory|null}} Shared
 */

const [STOPPED, OVER] = [0, 1];

/** @type {Instance} */
let engine;
/** @type {Shared|null} */
let shared = null;
/** The number of this helper; `null` for the first worker, which reports. @type {number|null} */
let helper = null;
/** The number of the present order. */
let present = 0;

/** Whether to end the present order. */
function stopped() {
  if (!shared) return false;
  return Atomics.load(shared.numbers, STOPPED) >= present
    || (helper !== null && Atomics.load(shared.numbers, OVER) >= present);
}

/**
 * @param {MessageEvent<{module: WebAssembly.Module, shared: Shared|null, helper: number|null}
 *   | {number: number, order: object}>} event
 */
onmessage = ({ data }) => {
  if ('module' in data) {
    ({ shared, helper } = data);
    const table = shared?.memory ? functions(shared.memory) : undefined;
    engine = new Instance(data.module, (line) => postMessage({ number: present, news: line }), stopped, table);
    return;
  }
  present = data.number;
  if (helper === null) {
    engine.carryOut(data.order);
    if (shared) Atomics.store(shared.numbers, OVER, present);
    postMessage({ number: present, over: true });
  } else if (!stopped()) engine.help(data.order, helper);
};
