// Loads the engine and the board in WebAssembly: most of what a browser loads, so the page runs this script first.

/** The first bytes of a file that is compressed with gzip. */
const GZIP = [0x1f, 0x8b];

/** @param {URL} url @param {AbortSignal} [signal] */
async function request(url, signal) {
  const response = await fetch(url, { priority: 'high', signal });
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * The module as it comes in the fewest bytes: stored here, compressed by the host, or as a compressed file.
 * @param {URL} url of the plain file; the compressed one is beside it
 */
async function smallest(url) {
  const packed = new URL(`${url}.gz`);
  if (navigator.serviceWorker?.controller) return request(packed);
  const stop = new AbortController();
  const plain = await request(url, stop.signal);
  if (plain.headers.has('content-encoding')) return plain;
  // To cancel its body may take for ever on a slow network.
  stop.abort();
  return request(packed);
}

/** Loads and compiles the module. @param {URL} url of the plain file; the compressed one is beside it */
async function load(url) {
  const { body } = await smallest(url);
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body).getReader();
  const first = await reader.read();
  const whole = new ReadableStream({
    start: (stream) => { if (first.value) stream.enqueue(first.value); },
    async pull(stream) {
      const { done, value } = await reader.read();
      if (done) stream.close();
      else stream.enqueue(value);
    },
  });
  // Some hosts declare such files as compressed, and the browser has unpacked them.
  const packed = GZIP.every((byte, index) => first.value?.[index] === byte);
  const plain = packed ? whole.pipeThrough(new DecompressionStream('gzip')) : whole;
  return WebAssembly.compileStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }));
}

/** The compiled module. Fails with the reason if it cannot be loaded. */
export const module = load(new URL('../dhow.wasm', import.meta.url));
// Who uses it reports the failure.
module.catch(() => {});
