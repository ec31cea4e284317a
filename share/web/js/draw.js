// The marks of the current position.

import { parseAll } from './board/geometry.js';
import { settings } from './settings.js';

/** @typedef {import('./board/marks.js').Mark} Mark */

/** @param {Iterable<number>} squares @param {Mark} kind */
const marks = (squares, kind) => [...squares].map((at) => ({ kind, at }));

/** Draws arrows, and what a person has drawn. @param {import('./hand.js').Hand} hand */
export function drawShapes(hand) {
  const { board, pen } = hand;
  const shapes = [...hand.drawn(), ...(pen.sketch ? [pen.sketch] : [])];
  const kind = (/** @type {import('./shapes.js').Colour} */ colour) => /** @type {const} */ (`drawn-${colour}`);
  board.mark('drawn', shapes.filter(({ from, to }) => from === to).map(({ to, colour }) => ({ kind: kind(colour), at: to })));
  const arrows = shapes.filter(({ from, to }) => from !== to);
  board.drawArrows([...hand.arrows(), ...arrows.map(({ from, to, colour }) => ({ from, to, rank: 1, drawn: kind(colour) }))]);
}

/** @param {import('./hand.js').Hand} hand */
export function drawMarks(hand) {
  const { board, selected, premove } = hand;
  const last = new Set(hand.lastTurn().flatMap((move) => parseAll(move.squares)));
  board.mark('last', marks(last, 'last'));
  board.mark('selected', marks([selected, hand.passing].filter((at) => at >= 0), 'selected'));
  const targets = selected < 0 || !settings.targets ? undefined : hand.targets(selected);
  board.mark('targets', targets ? [
    ...marks(targets.to, 'target'), ...marks(new Set([...targets.takes, ...targets.over.keys()]), 'capture'),
    ...marks(targets.swaps, 'swap'),
  ] : []);
  board.mark('premove', premove ? marks([premove.from, premove.to], 'premove') : []);
  board.mark('check', marks(hand.checked(), 'check'));
  board.mark('signs', hand.badges());
  drawShapes(hand);
  const active = hand.begun();
  const leaders = new Set(parseAll(active?.leaders));
  board.mark('command', active ? [
    ...marks(leaders, 'leader'),
    ...marks([...hand.current().keys()].filter((at) => !leaders.has(at)), 'mover'),
    ...marks(parseAll(active.moved), 'spent'),
  ] : []);
}
