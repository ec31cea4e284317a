// Games and positions in words.

import { nameOf, parse, parseAll, pieces } from './board/geometry.js';
import { HOW, WHAT } from './board/marks.js';
import { other, pieceOf, sideName, sideOf } from './protocol.js';
import { reaches } from './targets.js';

/** @typedef {import('./play.js').Play} Play */

/**
 * A move that was made.
 * @param {import('./protocol.js').Game} game
 * @param {import('./protocol.js').Played} move
 * @param {string} placement before it
 */
export function inWords(game, move, placement) {
  if (!move.squares.length) return 'ends the turn';
  const [from, to] = [move.squares[0], move.squares[move.squares.length - 1]];
  const over = move.squares.length > 2 ? move.squares[1] : '';
  const [before, after] = [pieces(placement, game), pieces(move.placement, game)];
  const name = (/** @type {string|undefined} */ letter) => pieceOf(game, letter ?? '')?.name ?? 'piece';
  const [piece, victim, now] = [before.get(parse(from)), before.get(parse(to)), after.get(parse(to))];
  const check = move.checked.length ? ', check' : '';
  if (over) {
    const on = victim && to !== from ? `takes the ${name(victim)} on ${to}` : to === from ? 'comes back' : `goes on to ${to}`;
    return `${name(piece)} ${from} takes the ${name(before.get(parse(over)))} on ${over} and ${on}${check}`;
  }
  if (from === to) return `${name(piece)} ${from} passes the turn`;
  const becomes = now && now !== piece ? `, becomes a ${name(now)}` : '';
  const how = move.takes ? (victim ? `takes the ${name(victim)} on` : 'takes en passant, to') : 'to';
  const changes = victim && !move.takes ? `, changes places with the ${name(victim)}` : '';
  const castles = move.san.startsWith('O-O') ? ', castles' : '';
  return `${name(piece)} ${from} ${how} ${to}${becomes}${changes}${castles}${check}`;
}

/**
 * A picked-up piece and its targets.
 * @param {import('./hand.js').Hand} hand
 * @param {number} at
 */
export function pickedUp(hand, at) {
  const targets = hand.targets(at);
  const name = pieceOf(hand.game, hand.board.pieces.get(at) ?? '')?.name ?? 'piece';
  const names = (/** @type {Set<number>|undefined} */ squares) => [...squares ?? []].map(nameOf).join(', ');
  const parts = [['may go to', targets?.to], ['may take on', targets?.takes],
    ['may take and go on from', targets && new Set(targets.over.keys())], ['may change places on', targets?.swaps]];
  const where = parts.filter(([, squares]) => /** @type {Set<number>|undefined} */ (squares)?.size)
    .map(([words, squares]) => `${words} ${names(/** @type {Set<number>} */ (squares))}`);
  return `${name} ${nameOf(at)} picked up: ${where.join('; ')}`;
}

/**
 * Why no movable piece of a kind is found.
 * @param {import('./hand.js').Hand} hand
 * @param {string} letter
 */
export function noneMoves(hand, letter) {
  const name = pieceOf(hand.game, letter)?.name;
  return name ? `no ${name} may be moved` : `no piece of this game has the letter ${letter.toUpperCase()}`;
}

/**
 * All pieces and their squares.
 * @param {import('./hand.js').Hand} hand
 */
export function readOut({ game, board }) {
  const side = (/** @type {import('./protocol.js').Side} */ one) => {
    const own = game.pieces.flatMap(({ letter, name }) => {
      const wanted = one === 'white' ? letter : letter.toLowerCase();
      const squares = [...board.pieces].filter(([, there]) => there === wanted).map(([at]) => at);
      return squares.length ? [`${name} ${squares.map(nameOf).join(' ')}`] : [];
    });
    return `${sideName(one)}: ${own.join(', ')}`;
  };
  return `${side('white')}. ${side('black')}`;
}

/**
 * Where a piece could go, and how.
 * @param {import('./protocol.js').Game} game
 * @param {import('./protocol.js').Reach} reach
 * @param {string[]} by the leaders that may activate it
 */
export function reachInWords(game, { square, letter, ways, commands }, by) {
  const piece = pieceOf(game, letter);
  const how = ways.map((way) => `${WHAT[way.what]} ${HOW[way.how]}: ${way.squares.join(' ')}`);
  const leads = commands.length ? `. It may activate ${commands.join(' ')}` : '';
  const led = by.length ? `. It may be activated from ${by.join(' ')}` : '';
  const here = how.length ? `From here it ${how.join('; ')}` : 'Here it is blocked';
  return `${piece?.name} ${square}. ${piece?.sentence} ${here}${leads}${led}`;
}

/** A text as a sentence. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The server's reason without the move in front, for people who did not type it.
 * @param {string} text
 */
export const reason = (text) => text.replace(/^`[^`]*`: /, '').replaceAll('`', '');

/**
 * The squares of a move typed as in games with leaders: `Nb2-c4` is b2c4.
 * @param {import('./hand.js').Hand} hand
 * @param {string} text
 */
export function typedMove(hand, text) {
  const bare = text.trim();
  const [, letter, from, to] = /^([A-Z])?([a-z]{1,2}\d{1,2})[-x ]?([a-z]{1,2}\d{1,2})$/.exec(bare) ?? [];
  const there = hand.board.pieces.get(parse(from ?? ''))?.toUpperCase();
  return from && (!letter || letter === there) ? from + to : bare;
}

/**
 * Why the piece on a square cannot be moved; empty for an empty square.
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
 * @param {{side: import('./protocol.js').Side, turn: import('./protocol.js').Turn|null, checked: string[]}} now
 */
export function cannotMove(game, letter, square, now) {
  const name = pieceOf(game, letter)?.name;
  if (sideOf(letter) !== now.side) return `it is ${sideName(now.side)}'s turn`;
  if (now.turn?.moved.includes(square)) return `the ${name} has moved in this turn already`;
  if (now.turn && !now.turn.movers.some((mover) => mover.square === square)) {
    return `no leader with an activation left commands the ${name}, or it is blocked`;
  }
  return now.checked.length ? `the King is in check, and the ${name} cannot help` : `the ${name} cannot move`;
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
  if (play.apart && now) return play.seat ? `it is ${sideName(now.side)}'s turn` : 'you are watching this game';
  if (play.commands) return 'in games with several moves per turn, moves cannot be planned while the engine thinks';
  if (engine && play.player(sideOf(letter)) === 'engine') {
    return play.player(other(sideOf(letter))) === 'engine' ? 'Dhow plays both sides' : `the ${name} is Dhow's`;
  }
  return `no move of the ${name} can be planned: it is blocked`;
}

/**
 * A square and what is possible there.
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
 * The squares of Kings, or other royal pieces, in check in the shown position.
 * @param {Play} play
 */
export function checked(play) {
  return parseAll((play.live ? play.now : play.moves[play.at - 1])?.checked ?? []);
}
