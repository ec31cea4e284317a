// An engine in a worker that a flag in shared memory stops.
import { parentPort, workerData } from "node:worker_threads";
import { Dhow } from "../index.mjs";

const { module, flag } = workerData;
const dhow = new Dhow({
  module,
  onLine: (line) => parentPort.postMessage(line),
  shouldStop: () => Atomics.load(flag, 0) === 1,
});
dhow.send("setoption name UCI_Variant value zanzibar-xl");
dhow.send("go infinite");
