// The marks of the position that is shown.

import { parseAll } from './board/geometry.js';
import { settings } from './settings.js';
import { checked } from './words.js';

/** @typedef {import('./board/marks.js').Mark} Mark */

/** @param {Iterable<number>} squares @param {Mark} kind */
const marks = (squares, kind) => [...squares].map((at) => ({ kind, at }));

/** @param {import('./play.js').Play} play */
export function drawMarks(play) {
  const { board, now, selected, premove } = play;
  const last = play.moves[play.at - 1];
  const turn = last ? play.moves.slice(0, play.at).filter((move) => move.turn === last.turn) : [];
  board.mark('last', marks(new Set(turn.flatMap((move) => parseAll(move.squares))), 'last'));
  board.mark('selected', selected < 0 ? [] : marks([selected], 'selected'));
  const targets = selected < 0 || !settings.targets ? undefined : play.targets(selected);
  board.mark('targets', targets ? [
    ...marks(targets.to, 'target'), ...marks(targets.takes, 'capture'), ...marks(targets.swaps, 'swap'),
  ] : []);
  board.mark('premove', premove ? marks([premove.from, premove.to], 'premove') : []);
  board.mark('check', marks(checked(play), 'check'));
  const active = play.live && play.mayMove ? now?.turn : null;
  const leaders = new Set(parseAll(active?.leaders));
  board.mark('command', active ? [
    ...marks(leaders, 'leader'),
    ...marks([...play.legal.keys()].filter((at) => !leaders.has(at)), 'mover'),
    ...marks(parseAll(active.moved), 'spent'),
  ] : []);
}
