// The hash table that the workers of an engine share.

/** Bytes of the table, in pages of 64 KiB: 16 MiB. */
const PAGES = 256;

/**
 * A module that loads and stores the words of a shared memory. Its functions are called from another module, without
 * JavaScript in between, to which a word would be a BigInt. In text form:
 *
 *     (module
 *       (import "" "m" (memory 256 256 shared))
 *       (func (export "load") (param i32) (result i64)
 *         (i64.atomic.load (i32.shl (local.get 0) (i32.const 3))))
 *       (func (export "store") (param i32 i64)
 *         (i64.atomic.store (i32.shl (local.get 0) (i32.const 3)) (local.get 1))))
 */
const MODULE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  // Types: (i32) -> (i64), (i32, i64) -> ().
  1, 11, 2, 0x60, 1, 0x7f, 1, 0x7e, 0x60, 2, 0x7f, 0x7e, 0,
  // Import "" "m": a shared memory of 256 pages.
  2, 10, 1, 0, 1, 0x6d, 2, 3, 0x80, 2, 0x80, 2,
  // Functions of these types.
  3, 3, 2, 0, 1,
  // Exports "load" and "store".
  7, 16, 2, 4, 0x6c, 0x6f, 0x61, 0x64, 0, 0, 5, 0x73, 0x74, 0x6f, 0x72, 0x65, 0, 1,
  // Code: local.get 0, i32.const 3, i32.shl, (local.get 1,) i64.atomic.load or .store, end.
  10, 27, 2,
  11, 0, 0x20, 0, 0x41, 3, 0x74, 0xfe, 0x11, 3, 0, 0x0b,
  13, 0, 0x20, 0, 0x41, 3, 0x74, 0x20, 1, 0xfe, 0x18, 3, 0, 0x0b,
);

/** The functions that the engine's module imports for a shared table. */
export const NONE = { table_words: () => 0, table_load: () => 0n, table_store: () => {} };

/** Memory for a table, with zeros; `null` if the browser refuses it. @returns {WebAssembly.Memory|null} */
export function newMemory() {
  try {
    return new WebAssembly.Memory({ initial: PAGES, maximum: PAGES, shared: true });
  } catch {
    return null;
  }
}

/** The functions for the table in this memory. @param {WebAssembly.Memory} memory */
export function functions(memory) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { '': { m: memory } });
  const words = memory.buffer.byteLength / 8;
  return { table_words: () => words, table_load: exports.load, table_store: exports.store };
}
