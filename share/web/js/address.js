// The addresses of pages. The static site has another file in this place, for hosts that know no paths.

/**
 * @typedef {''|'game'|'rules'|'analysis'|'editor'|'kept'|'puzzles'|'lessons'} Place a page; empty for the first one
 */

/**
 * The address of a page.
 * @param {Place} place
 * @param {string} [id] of the game or analysis
 * @param {URLSearchParams|string} [query]
 */
export function href(place, id = '', query = '') {
  const path = [place, id].filter(Boolean).join('/');
  return `/${path}${String(query) && `?${query}`}`;
}

/** Which page this is. @returns {{place: string, id: string, query: URLSearchParams}} */
export function here() {
  const [, place, id = ''] = location.pathname.split('/');
  return { place, id, query: new URLSearchParams(location.search) };
}
