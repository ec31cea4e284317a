// Links that open a position or a whole game as an analysis.

import { linkTo } from './address.js';
import { copyText } from './files.js';

/** What an address asks to analyse: a stored game, or a position with moves. @param {URLSearchParams} query @returns {object} */
export function subjectIn(query) {
  if (query.has('of')) return { game: { id: query.get('of') } };
  const [fen, moves] = [query.get('fen'), (query.get('moves') ?? '').split(/[\s,]+/).filter(Boolean)];
  return { position: { variant: query.get('variant') ?? 'metamachy', options: query.getAll('option'),
    ...(fen && { fen }), ...(moves.length && { moves }) } };
}

/** What to say if not all moves of a link can be made; empty if this is no link with moves. @param {any} subject */
export const brokenLink = (subject) => (subject.position?.moves ? 'Not all moves of the link can be made' : '');

/**
 * Copies the address of a game, which opens at a position.
 * @param {{game: import('./protocol.js').Game, options: string[], start: string, moves: string[], at: number}} of `at` is the
 *   number of moves before the position
 * @param {(text: string) => void} say
 */
export function copyLink({ game, options, start, moves, at }, say) {
  const query = new URLSearchParams([['variant', game.id], ...(start === game.start ? [] : [['fen', start]]),
    ...options.map((name) => ['option', name]), ...(at < moves.length ? [['at', String(at)]] : [])]);
  return copyText(linkTo(query, moves), say, 'Link');
}
