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

/**
 * The whole address of an analysis, for others and for later. What stands behind `#` is not sent, so that hosts do not
 * bound the number of moves.
 * @param {URLSearchParams} query
 * @param {string[]} moves
 */
export function linkTo(query, moves) {
  const link = new URL(href('analysis', '', query), location.href);
  if (moves.length) link.hash = String(new URLSearchParams([['moves', moves.join(' ')]]));
  return link.href;
}

/** The members of an address, before and behind `#`. @param {string} search @returns {URLSearchParams} */
const members = (search) => new URLSearchParams([...new URLSearchParams(search), ...new URLSearchParams(location.hash.slice(1))]);

/** Which page this is. @returns {{place: string, id: string, query: URLSearchParams}} */
export function here() {
  const [, place, id = ''] = location.pathname.split('/');
  return { place, id, query: members(location.search) };
}
