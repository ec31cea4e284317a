// Tests the package with its module, and compares it with the native program if DHOW names one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Dhow } from "../index.mjs";

const module = await Dhow.compile();
const native = process.env.DHOW;
const skip = native ? false : "DHOW names no program";

function run(...words) {
  const { status, stdout, stderr } = spawnSync(native, words, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The answers of the native program to lines of UCI. */
function answers(lines) {
  const { stdout } = spawnSync(native, { input: ["uci", ...lines, ""].join("\n"), encoding: "utf8" });
  return stdout.split("\n");
}

const last = (lines) => lines[lines.length - 1];

test("UCI is answered", () => {
  const heard = [];
  const dhow = new Dhow({ module, onLine: (line) => heard.push(line) });
  const listed = dhow.send("uci");
  assert.match(listed[0], /^id name Dhow \d/);
  assert.equal(last(listed), "uciok");
  assert.ok(listed.some((line) => line.startsWith("option name UCI_Variant type combo var ")));
  assert.deepEqual(dhow.send("isready"), ["readyok"]);
  dhow.send("setoption name UCI_Variant value metamachy");
  dhow.send("position startpos moves e3e5");
  const searched = dhow.send("go depth 4");
  assert.ok(searched.some((line) => line.startsWith("info depth 4 ")));
  assert.match(last(searched), /^bestmove [a-l]\d+[a-l]\d+/);
  assert.deepEqual(heard.slice(-searched.length), searched);
});

test("bad input is refused, and changes nothing", () => {
  const dhow = new Dhow({ module });
  assert.match(dhow.send("position startpos moves a1a9")[0], /illegal move 1/);
  assert.equal(last(dhow.send("go depth 1")), "bestmove 0000");
  assert.match(dhow.send("setoption name Hash value 100000")[0], /not a whole number from 1 to 128/);
  assert.throws(() => dhow.send("isready\nquit"), /one line at a time/);
  assert.throws(() => dhow.send("x".repeat((1 << 20) + 1)), /too long/);
  assert.throws(() => dhow.position("checkers"), /there is no game `checkers`/);
  assert.throws(() => dhow.position("chess", { fen: "8/8 w" }), /FEN: /);
  assert.throws(() => dhow.position("chess", { moves: ["e4", "e2e4"] }), /move 2: `e2e4`/);
  assert.throws(() => new Dhow({}), /`module` is missing/);
  assert.deepEqual(dhow.send("isready"), ["readyok"]);
  const nosy = new Dhow({ module, onLine: () => nosy.send("isready") });
  assert.throws(() => nosy.send("isready"), /the engine is answering/);
  assert.throws(() => nosy.send("isready"), /make another one/);
});

test("games have outcomes", () => {
  const dhow = new Dhow({ module });
  const mated = dhow.position("chess", { turns: ["f2f3", "e7e5"], moves: ["g4", "Qh4"] });
  assert.equal(mated.outcome.result, "0-1");
  assert.deepEqual(mated.legal, []);
  assert.ok(mated.check);
  const begun = dhow.position("mini-chieftain", { moves: ["b2c4"] });
  assert.ok(begun.legal.some(({ move }) => move === "end"));
  assert.equal(dhow.position("mini-chieftain", { turns: ["b2c4"] }).to_move, "black");
});

test("every move of every game is read back from UCI and from SAN", () => {
  const dhow = new Dhow({ module });
  for (const { id, start } of dhow.games()) {
    const { fen, legal } = dhow.position(id);
    assert.equal(fen, start);
    assert.ok(legal.length > 0, id);
    const sans = new Set(legal.map(({ san }) => san));
    assert.equal(sans.size, legal.length, id);
    for (const { move, san } of legal.slice(0, 20)) {
      assert.equal(dhow.position(id, { moves: [move] }).fen, dhow.position(id, { moves: [san] }).fen, `${id} ${san}`);
    }
  }
});

test("counts of moves are those of the native program", { skip }, () => {
  const dhow = new Dhow({ module });
  for (const { id, leaders } of dhow.games()) {
    const lines = [`setoption name UCI_Variant value ${id}`, `go perft ${leaders ? 1 : 2}`];
    const counted = lines.flatMap((line) => dhow.send(line)).filter((line) => /^\S+: \d+$/.test(line));
    const expected = answers(lines).filter((line) => /^\S+: \d+$/.test(line));
    assert.ok(counted.length > 0 && counted.length === dhow.position(id).legal.length, id);
    assert.deepEqual(counted.sort(), expected.sort(), id);
  }
});

test("searches visit the nodes that the native program visits", { skip }, (context) => {
  const dhow = new Dhow({ module });
  const [here, there] = [last(dhow.send("bench 6")), last(run("bench", "--depth", "6").trim().split("\n"))];
  context.diagnostic(`WebAssembly: ${here}; native: ${there}`);
  const nodes = (line) => Number(/(\d+) nodes/.exec(line)[1]);
  assert.ok(nodes(here) > 100_000, here);
  assert.equal(nodes(here), nodes(there));
});

test("a search stops within 200 ms", async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { workerData: { module, flag } });
  const heard = (wanted) =>
    new Promise((resolve, reject) => {
      worker.on("error", reject);
      worker.on("message", (line) => line.startsWith(wanted) && resolve(performance.now()));
    });
  const [deep, done] = [heard("info depth 5 "), heard("bestmove ")];
  await deep;
  const asked = performance.now();
  Atomics.store(flag, 0, 1);
  const took = (await done) - asked;
  await worker.terminate();
  assert.ok(took < 200, `${took} ms`);
});

test("a search by time keeps to it", () => {
  const dhow = new Dhow({ module });
  dhow.send("setoption name UCI_Variant value zanzibar-xl");
  const began = performance.now();
  dhow.send("go movetime 500");
  const took = performance.now() - began;
  assert.ok(took > 100 && took < 1000, `${took} ms`);
});
