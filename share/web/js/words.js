// A game in words, and what is true of an earlier position of it.

import { nameOf, parse, parseAll, pieces } from './board/geometry.js';
import { other, pieceOf, sideName, sideOf } from './protocol.js';
import { reaches } from './targets.js';

/** @typedef {import('./play.js').Play} Play */

/**
 * A move that was made.
 * @param {import('./hand.js').Hand} play
 * @param {import('./protocol.js').Played} move
 */
export function inWords(play, move) {
  if (!move.squares.length) return 'ends the turn';
  const [from, to] = move.squares;
  const letter = pieces(move.placement, play.game).get(parse(to));
  const name = letter ? pieceOf(play.game, letter)?.name : '';
  return `${name} ${from} ${move.takes ? 'takes on' : 'to'} ${to}`;
}

/**
 * Why the piece on a square cannot be moved; nothing if there is none.
 * @param {Play} play
 * @param {number} at
 */
export function whyNot(play, at) {
  const letter = play.board.pieces.get(at);
  const { now } = play;
  if (!letter || !now || now.over || play.pending) return '';
  const name = pieceOf(play.game, letter)?.name;
  if (!play.mayMove) return whyNoPlan(play, letter, name ?? 'piece');
  return cannotMove(play.game, letter, nameOf(at), now);
}

/**
 * Why a piece cannot be moved in a position.
 * @param {import('./protocol.js').Game} game
 * @param {string} letter
 * @param {string} square
 * @param {{side: import('./protocol.js').Side, turn: import('./protocol.js').Turn|null, check: string|null}} now
 */
export function cannotMove(game, letter, square, now) {
  const name = pieceOf(game, letter)?.name;
  if (sideOf(letter) !== now.side) return `it is ${sideName(now.side)}'s turn`;
  if (now.turn?.moved.includes(square)) return `the ${name} has moved in this turn already`;
  if (now.turn && !now.turn.movers.some((mover) => mover.square === square)) {
    return `no leader with an activation left commands the ${name}, or it is shut in`;
  }
  return now.check ? `the King is in check, and the ${name} cannot help` : `the ${name} cannot move`;
}

/**
 * Why a piece cannot be moved ahead of its turn.
 * @param {Play} play
 * @param {string} letter
 * @param {string} name
 */
function whyNoPlan(play, letter, name) {
  const { now } = play;
  const engine = now?.player === 'engine';
  if (play.commands) return 'turns of several moves cannot be planned while the engine thinks';
  if (engine && play.player(sideOf(letter)) === 'engine') {
    return play.player(other(sideOf(letter))) === 'engine' ? 'Dhow plays both sides' : `the ${name} is Dhow's`;
  }
  return `no move of the ${name} can be planned: it is shut in`;
}

/**
 * A square and what may be done there.
 * @param {import('./hand.js').Hand} play
 * @param {number} at
 */
export function describe(play, at) {
  const letter = play.board.pieces.get(at);
  const what = letter ? `${sideName(sideOf(letter))} ${pieceOf(play.game, letter)?.name}` : 'empty';
  const targets = play.selected >= 0 ? play.targets(play.selected) : undefined;
  if (at === play.selected) return `${what}, picked up`;
  if (targets?.takes.has(at)) return `${what}, may be taken`;
  if (targets && reaches(targets, at)) return `${what}, may be reached`;
  return play.targets(at) ? `${what}, may move` : what;
}

/**
 * Where a King stands in check in the position that is shown.
 * @param {Play} play
 */
export function checked(play) {
  if (play.live) return parseAll(play.now?.check ? [play.now.check] : []);
  return checkedAfter(play, play.moves[play.at - 1]);
}

/**
 * Where a King stands in check after a move, which is shown.
 * @param {import('./hand.js').Hand} hand
 * @param {import('./protocol.js').Played|undefined} move
 */
export function checkedAfter(hand, move) {
  if (!move?.check) return [];
  const royal = hand.game.pieces.find((piece) => piece.chief)?.letter ?? '';
  const king = other(move.side) === 'white' ? royal : royal.toLowerCase();
  return [...hand.board.pieces].filter(([, letter]) => letter === king).map(([at]) => at);
}
