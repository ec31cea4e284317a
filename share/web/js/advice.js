// What a hint is good for, in sentences.

import { balance } from './men.js';
import { sideName } from './protocol.js';

/** @typedef {import('./protocol.js').Played} Played */

/** Less material than this, in centipawns, is not worth a word. */
const WORTH = 80;

/** The moves by turns. @param {Played[]} moves */
export function byTurns(moves) {
  /** @type {Played[][]} */
  const turns = [];
  for (const move of moves) {
    const last = turns.at(-1);
    if (last?.[0].turn === move.turn) last.push(move);
    else turns.push([move]);
  }
  return turns;
}

/**
 * @param {import('./protocol.js').Game} game
 * @param {import('./protocol.js').Hint} hint
 * @param {string} placement before it
 */
export function reasons(game, { eval: { score }, moves }, placement) {
  const { side } = moves[0];
  const sign = side === 'white' ? 1 : -1;
  const mate = Number(/^#(-?\d+)$/.exec(score)?.[1] ?? 0) * sign;
  const length = `${Math.abs(mate)} ${game.leaders ? 'turn' : 'move'}${Math.abs(mate) === 1 ? '' : 's'}`;
  if (mate > 0) return [`It ${game.leaders ? 'wins' : 'mates'} in ${length}.`];
  if (mate < 0) return [`It holds out longest: ${sideName(side)} loses in ${length}.`];
  // What the other side takes back counts, so the material is compared after its last turn.
  const turns = byTurns(moves);
  const end = turns.findLast(([move]) => move.side !== side) ?? turns[0];
  const gain = sign * (balance(game, end[end.length - 1].placement) - balance(game, placement));
  const pawns = Math.max(Math.round(Math.abs(gain) / 100), 1);
  const much = `about ${pawns} ${pawns === 1 ? 'pawn' : 'pawns'}`;
  const material = gain >= WORTH ? [`It wins material: ${much} in this line.`] : gain <= -WORTH ? [`Even so, this line loses ${much}.`] : [];
  return [...material, `The score is ${score}, as White sees it.`];
}
