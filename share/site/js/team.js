// How many workers search together.

/** The largest number of helpers of all engines: with one the page takes up to 250 MiB. */
export const MOST_HELPERS = 1;
/** The largest number of workers of an engine. */
const MOST = 1 + MOST_HELPERS;

/**
 * The number of workers that may carry out an order together, for each kind of order. Several need a page that is
 * isolated from other sites: only such pages may share memory.
 * @returns {Record<'one'|'game'|'analysis', number>}
 */
export function teams() {
  const cores = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency ?? 1 : 1;
  const most = Math.min(cores, MOST);
  // A core is left to the page. On two cores an analysis takes it, because the page has little to do meanwhile.
  const game = Math.max(1, Math.min(most, cores - 1));
  return { one: 1, game, analysis: Math.min(most, Math.max(2, game)) };
}
