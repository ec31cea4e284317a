// The types of the server's messages, as described in docs/web.md, and helpers for them.

import { host } from './host.js';

/** The version of the messages; the server refuses others. */
export const VERSION = 1;
/** The engine's level of full strength; the weakest is 1. */
export const FULL = 10;

/**
 * @typedef {'white'|'black'} Side
 * @typedef {'person'|'engine'} Player
 * @typedef {import('./pace.js').Pace} Pace
 * @typedef {{variant: string, options: string[], setup?: string, fen?: string,
 *   white: Player, black: Player, white_level?: number, black_level?: number, white_name?: string,
 *   black_name?: string,
 *   seats?: import('./seats.js').Secrets, pace: Pace}} Config
 * @typedef {{text: string, san: string, turn: number, side: Side, squares: string[],
 *   takes: boolean, placement: string, checked: string[]}} Played
 * @typedef {{from: string, to?: string[], takes?: string[], over?: Record<string, string[]>, swaps?: string[], retakes?: string[],
 *   promotes?: string[], becomes?: string, stays?: string[]}} Moves
 * @typedef {{made: number, left: number, may_end: boolean, leaders: string[],
 *   movers: {square: string, by: string[]}[], moved: string[]}} Turn
 * @typedef {{white_ms: number, black_ms: number, running: Side|null}} Clocks
 * @typedef {{result: string, reason: string}} Over
 * @typedef {{ply: number, side: Side, player: Player, fen: string, placement: string,
 *   checked: string[], legal: Moves[], premoves: Moves[], turn: Turn|null,
 *   clocks: Clocks|null, over: Over|null, draw_offered: Side|null, thinking: boolean, paused: boolean}} Now
 * @typedef {'step'|'leap'|'ride'|'parts'|'hop'|'double'|'first'|'castle'} How
 * @typedef {'both'|'move'|'capture'} What
 * @typedef {{how: How, what: What, squares: string[]}} Way
 * @typedef {{square: string, letter: string, ways: Way[], range: string[], commands: string[]}} Reach
 * @typedef {{ply: number, depth: number, score: string, line: string[], nodes: number}} Think
 * @typedef {{depth: number, score: string, share: number}} Eval
 * @typedef {{ply: number, eval: Eval, moves: Played[]}} Hint
 * @typedef {Played & {id: number, parent: number, sign: string, comment: string, eval: Eval|null}} Node
 * @typedef {{node: number, side: Side, fen: string, checked: string[], legal: Moves[],
 *   turn: Turn|null, over: Over|null}} Place
 * @typedef {{eval: Eval, turns: {moves: string[], words: string}[], arrows: [string, string][]}} BestLine
 * @typedef {{node: number, state: 'running'|'waiting'|'over', depth: number, nodes: number, nps: number,
 *   lines: BestLine[]}} Lines
 * @typedef {{id: string, variant: string, options: string[], start: string, tags: [string, string][],
 *   comment: string, eval: Eval|null, nodes: Node[], tallies: Tallies|null, left_out: string[]}} Tree
 * @typedef {{kind: 'turn', ms: number} | {kind: 'nodes', nodes: number} | {kind: 'depth', depth: number}} Effort
 * @typedef {{turns: number, mean_loss: number, marks: [number, number, number]}} Tally
 * @typedef {[Tally, Tally]} Tallies
 * @typedef {{state: 'running'|'waiting'|'over', done: number, of: number, nodes: Node[],
 *   judged: {node: number, sign: string, eval: Eval|null}[], tallies: Tallies|null}} Annotated
 * @typedef {{asked: string, fen: string|null, problems: {text: string, squares: string[]}[],
 *   over: string|null}} Checked
 * @typedef {{kind: 'mate', moves: number, quiet: number} | {kind: 'win', turns: number} | {kind: 'parry'}} Goal
 * @typedef {{variant: string, options: string[], fen: string, goal: Goal|null, solution: string[], before?: string[]}} Task
 * @typedef {Task & {id: string, goal: Goal, file?: {id: string, name: string}}} Puzzle
 * @typedef {{group: 'pieces'|'rules'|'leaders', variant: string, fen: string, piece?: string, region?: [number, number],
 *   stars?: string[], moves?: number, solution?: string[], title?: string, before?: string[],
 *   steps?: {text: string, accept: string[], reply: string[]}[], done?: string}} Lesson
 * @typedef {{asked: string[], moves: Played[], verdict: 'open'|'wrong'|'unproven'|'solved', placement: string, fen: string,
 *   side: Side, checked: string[], legal: Moves[], turn: Turn|null, over: Over|null, reach: Reach|null}} ExerciseState
 * @typedef {{type: 'welcome', version: number, program: string}
 *   | {type: 'game', id: string, config: Config, start: string, apart: boolean}
 *   | {type: 'seat', side: Side}
 *   | {type: 'update', keep: number, add: Played[], now: Now}
 *   | ({type: 'think'} & Think)
 *   | ({type: 'hint'} & Hint)
 *   | {type: 'reach', ply: number, reach: Reach}
 *   | {type: 'picture', svg: string}
 *   | {type: 'draw_declined'}
 *   | {type: 'kept', ok: boolean, text: string}
 *   | {type: 'pgn', text: string}
 *   | ({type: 'analysis'} & Tree)
 *   | {type: 'grown', nodes: Node[]}
 *   | {type: 'went', node: number}
 *   | ({type: 'place'} & Place)
 *   | {type: 'order', node: number, children: number[]}
 *   | {type: 'commented', node: number, text: string}
 *   | {type: 'signed', node: number, sign: string}
 *   | {type: 'tagged', tags: [string, string][]}
 *   | ({type: 'lines'} & Lines)
 *   | ({type: 'annotated'} & Annotated)
 *   | ({type: 'exercise'} & ExerciseState)
 *   | ({type: 'checked'} & Checked)
 *   | {type: 'error', code: string, text: string}} Reply
 *
 * @typedef {{letter: string, name: string, other_names: string, betza: string, value: number,
 *   picture: string, sentence: string, moves: string[], special: string[], leads: string|null, chief: boolean, number: number, square: string,
 *   ways: Way[], range: string[], screens: string[]}} Piece
 * @typedef {{id: string, name: string, summary: string, inventor: string, difficulty: 'easy'|'medium'|'hard'|null,
 *   family: 'great'|'chieftain'|'other'|'own', files: number, ranks: number, setups: boolean,
 *   start: string, pictures: Record<string, string>}} Summary
 * @typedef {{default: string, squares: string[],
 *   groups: {chiefs: string, squares: string[]}[]}} Chiefs
 * @typedef {Summary & {setup: Chiefs|null,
 *   options: {name: string, summary: string}[], pieces: Piece[],
 *   leaders: string, rules: string[], fields: Fields}} Game
 * @typedef {{rights: {name: string, each: {letter: string, label: string}[]}|null, en_passant: boolean,
 *   strike: boolean, counter: string|null}} Fields
 */

/**
 * @typedef {{line: number, text: string}} Remark
 * @typedef {{games?: string[], notes?: Remark[], mistakes?: Remark[]}} Pasted
 * @typedef {{number: number, white: string, black: string, result: string, event: string, date: string, turns: number}} Headline
 * @typedef {{id?: string, games?: Headline[], of?: number, text?: string, chapters?: number, left_out?: string[]}} Imported
 * @typedef {{id: string, kind: 'game'|'analysis'|'puzzles'|'damaged', name: string, white: string, black: string, result: string,
 *   moves: number, time: number, chapter: {study: string, name: string, number: number}|null}} Kept
 * @typedef {{opened: () => void, heard: (text: string) => void, closed: () => void}} Line what happens on a connection
 *
 * The owner of the engines and the games: a server, or a worker of this browser.
 * @typedef {object} Host
 * @property {string} lost what to say while there is no connection
 * @property {number[]} waits milliseconds until the first attempts to connect again
 * @property {string[]} limits what cannot be done here, in sentences
 * @property {{about: string, save: () => Promise<string>, restore: (text: string) => Promise<string>}|null} backup where the
 *   games are; everything that is stored as one text; and the result of restoring such a text, in words. Null if the host needs no backup
 * @property {(() => Promise<string>)|null} others the address for other machines, empty if they cannot reach it; null
 *   if there can be no other machines
 * @property {() => Promise<Summary[]>} games
 * @property {(id: string) => Promise<Game>} game fails if no game has the id
 * @property {() => Promise<string>} pictures of all pieces, as SVG
 * @property {() => Promise<Puzzle[]>} puzzles
 * @property {(name: string, text: string) => Promise<{id?: string, text?: string}>} addPuzzles stores a file of puzzles; its id, or what
 *   is wrong
 * @property {() => Promise<Lesson[]>} lessons
 * @property {() => Promise<Kept[]>} kept the stored games
 * @property {(id: string) => Promise<string>} remove deletes a stored game; the reason if that fails, otherwise empty
 * @property {(text: string, of: {variant?: string, options: string[], number?: number, chapters?: boolean}) => Promise<Imported>} read
 *   makes an analysis of a text, or of each of its games as the chapters of a study
 * @property {(study: string, chapters: {id: string, name: string}[]) => Promise<string>} arrange makes stored analyses the chapters
 *   of a study in this order, or takes them out of their studies if it has no name; the reason if that fails, otherwise empty
 * @property {(study: string) => Promise<string>} studyPgn all chapters of a study; fails with the reason
 * @property {(text: string) => Promise<Pasted|null>} paste adds the games of a text
 * @property {(line: Line) => ((text: string) => boolean)} connect sends a message, and returns whether there is a connection
 */

/** @type {Map<string, Promise<Game>>} */
const described = new Map();

/**
 * The full description of a variant, requested once.
 * @param {string} id
 * @returns {Promise<Game>}
 */
export function describeGame(id) {
  let game = described.get(id);
  if (!game) {
    game = host.game(id);
    described.set(id, game);
    // A failed request may be repeated.
    game.catch(() => described.delete(id));
  }
  return game;
}

/**
 * The piece with a letter, in the case of FEN.
 * @param {Game} game
 * @param {string} letter
 * @returns {Piece|undefined}
 */
export function pieceOf(game, letter) {
  const upper = letter.toUpperCase();
  return game.pieces.find((piece) => piece.letter === upper);
}

/**
 * The letters of pieces in a list such as `qr+b`.
 * @param {string} list
 */
export const lettersOf = (list) => list.match(/\+?[A-Za-z]/g) ?? [];

/**
 * @param {string} letter
 * @returns {Side}
 */
export function sideOf(letter) {
  return letter === letter.toUpperCase() ? 'white' : 'black';
}

/**
 * A letter in the case of another piece's side.
 * @param {string} piece
 * @param {string} letter
 */
export const asOf = (piece, letter) => (sideOf(piece) === 'white' ? letter.toUpperCase() : letter);

/**
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === 'white' ? 'black' : 'white';
}

/**
 * The engine's level for a side.
 * @param {Config} config
 * @param {Side} side
 */
export function levelOf(config, side) {
  return (side === 'white' ? config.white_level : config.black_level) ?? FULL;
}

/** The name of an option in words. @param {string} name such as `free-scouts` */
export const optionName = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** @param {Side} side */
export function sideName(side) {
  return side === 'white' ? 'White' : 'Black';
}

/**
 * The name of a piece's picture; empty if it has none.
 * @param {Game} game
 * @param {string} letter
 */
export function pictureOf(game, letter) {
  const picture = pieceOf(game, letter)?.picture;
  return picture ? sideName(sideOf(letter)) + picture : '';
}

/** The query of a page that begins with a position. @param {string} variant @param {string[]} options @param {string} fen */
export const startQuery = (variant, options, fen) =>
  new URLSearchParams([['variant', variant], ['fen', fen], ...options.map((name) => ['option', name])]);
