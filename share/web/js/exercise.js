// An exercise on the board: moves are tried, and the host judges them.

import { here, href } from './address.js';
import { announce, isForPage } from './dom.js';
import { fileOf, nameOf, parseAll, pieces, rankOf } from './board/geometry.js';
import { Hand } from './hand.js';
import { host } from './host.js';
import { Page } from './page.js';
import { sideName } from './protocol.js';
import { animationTime, settings } from './settings.js';
import { sound } from './sound.js';
import { byPiece, moved, written } from './targets.js';
import { cannotMove, describe, inWords, typedMove } from './words.js';

/**
 * @typedef {import('./protocol.js').ExerciseState} ExerciseState
 * @typedef {import('./protocol.js').Task} Task
 */

/** Milliseconds that a wrong try stays on the board. */
const WRONG = 1300;

export class ExerciseHand extends Hand {
  /**
   * @param {HTMLElement} area
   * @param {import('./protocol.js').Game} game
   * @param {Task} task
   * @param {import('./hand.js').Hooks & {judged: (state: ExerciseState) => void}} hooks
   * @param {import('./protocol.js').Game} [whole] the game, if only a part of its board is shown
   */
  constructor(area, game, task, hooks, whole = game) {
    super(area, game, hooks);
    this.whole = whole;
    this.task = task;
    this.judged = hooks.judged;
    /** @type {ExerciseState|null} */
    this.state = null;
    /** The moves made so far. @type {string[]} */
    this.texts = [];
    /** The moves that the host was asked about last. */
    this.asked = '';
    /** @type {boolean} whether an answer is to come */
    this.pending = false;
    this.timer = 0;
    /** @type {Map<number, import('./targets.js').Targets>} */
    this.legal = new Map();
    this.board.show(this.seen(task.fen));
    this.ask(task.before ?? []);
  }

  remove() {
    clearTimeout(this.timer);
    super.remove();
  }

  get live() {
    return !this.pending && this.state?.verdict === 'open';
  }

  get busy() {
    return this.timer > 0;
  }

  current() {
    return this.live ? this.legal : new Map();
  }

  where() {
    return this.texts.length;
  }

  /** @param {number} at */
  describe(at) {
    return describe(this, at);
  }

  /** @param {number} at */
  whyNot(at) {
    const letter = this.board.pieces.get(at);
    if (!letter || !this.state || !this.live) return '';
    return cannotMove(this.game, letter, nameOf(at), this.state);
  }

  /** @param {string} name */
  commanders(name) {
    return this.state?.turn?.movers.find((one) => one.square === name)?.by ?? [];
  }

  lastTurn() {
    const moves = this.state?.moves ?? [];
    return moves.filter(({ turn }) => turn === moves.at(-1)?.turn);
  }

  checked() {
    return parseAll(this.state?.checked);
  }

  begun() {
    return this.live ? this.state?.turn ?? null : null;
  }

  /** @param {string[]} moves @param {{answer?: boolean, inspect?: string}} [more] */
  send(moves, more = {}) {
    const { variant, options, fen, goal, solution } = this.task;
    return this.hooks.send({ type: 'exercise', variant, options, fen, goal, solution, moves, ...more });
  }

  /** Has moves judged. @param {string[]} moves @param {boolean} [answer] whether the next turn is to be shown */
  ask(moves, answer = false) {
    this.asked = JSON.stringify(moves);
    this.pending = this.send(moves, { answer });
    // At the start the connection may still be to come.
    if (!this.pending && this.state) this.hooks.say(host.lost);
    this.hooks.changed();
    return this.pending;
  }

  /** The connection is there again. */
  again() {
    if (this.pending || !this.state) this.ask(this.texts);
  }

  /** Shows the next turn of the solution. */
  answer() {
    if (this.live) this.ask(this.turnStart(), true);
  }

  /** Whether a square is shown. @param {number} at */
  shows(at) {
    return fileOf(at) < this.game.files && rankOf(at) < this.game.ranks;
  }

  /** The pieces that are shown. @param {string} placement */
  seen(placement) {
    return new Map([...pieces(placement, this.whole)].filter(([at]) => this.shows(at)));
  }

  /** The moves from and to squares that are shown. @param {Map<number, import('./targets.js').Targets>} legal */
  within(legal) {
    if (this.whole === this.game) return legal;
    const inside = (/** @type {Set<number>} */ squares) => new Set([...squares].filter((at) => this.shows(at)));
    return new Map([...legal].filter(([at]) => this.shows(at)).map(([at, targets]) =>
      [at, { ...targets, to: inside(targets.to), takes: inside(targets.takes) }]));
  }

  /** The moves before the turn that has begun. */
  turnStart() {
    const made = this.state?.turn?.made ?? 0;
    return this.texts.slice(0, this.texts.length - made);
  }

  /** Begins again. */
  restart() {
    this.stop();
    this.ask(this.task.before ?? []);
  }

  /** Goes on from another position. @param {string} fen */
  goOnFrom(fen) {
    this.task = { ...this.task, fen };
    this.texts = [];
  }

  /** Takes back a move of the turn. */
  undo() {
    if (this.live && this.state?.turn?.made) this.ask(this.texts.slice(0, -1));
  }

  endTurn() {
    if (this.live && this.state?.turn?.may_end) this.ask([...this.texts, 'end']);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** @param {number} at */
  inspect(at) {
    this.tells = false;
    this.inspecting = at;
    if (!this.pending) this.send(this.texts, { inspect: nameOf(at) });
  }

  /** @param {number} from @param {number} to @param {string} letter @param {boolean} carried @param {number} over */
  decide(from, to, letter, carried, over) {
    this.selected = -1;
    this.passing = -1;
    this.forget();
    const position = moved(this.board.pieces, this.legal.get(from), from, to, letter, over);
    if (this.ask([...this.texts, written(from, over, to, letter)])) this.board.show(position, carried ? 0 : animationTime());
    this.refresh();
  }

  /** @param {number} from @param {number} to */
  refuse(from, to) {
    // The host knows the reason.
    if (this.live) this.ask([...this.texts, nameOf(from) + nameOf(to)]);
  }

  /** @param {string} text */
  typed(text) {
    if (this.live) this.ask([...this.texts, typedMove(this, text)]);
  }

  /** Handles what the host says. @param {ExerciseState} state */
  answered(state) {
    if (state.reach) {
      this.inspected(this.where(), state.reach);
      return;
    }
    if (JSON.stringify(state.asked) !== this.asked) return;
    this.pending = false;
    const known = this.texts.length;
    this.state = state;
    this.texts = state.moves.map(({ text }) => text);
    this.legal = this.within(byPiece(state.legal));
    this.tell(state, known);
    this.showMoves(state, state.asked.length);
    this.refresh();
    this.judged(state);
    this.hooks.changed();
    if (state.verdict === 'wrong' || state.verdict === 'unproven') {
      const last = state.moves.at(-1)?.turn ?? 0;
      this.timer = window.setTimeout(() => {
        this.timer = 0;
        this.ask(state.moves.filter(({ turn }) => turn < last).map(({ text }) => text));
      }, WRONG);
    }
  }

  /** Shows the moves one after the other that were added to those that the person made. @param {ExerciseState} state @param {number} from */
  showMoves(state, from) {
    this.stop();
    this.pen.clear();
    const placements = state.moves.slice(from).map(({ placement }) => placement);
    if (!placements.length) placements.push(state.placement);
    const next = () => {
      const [placement] = placements.splice(0, 1);
      this.board.show(this.seen(placement), animationTime());
      this.timer = placements.length ? window.setTimeout(next, settings.replay) : 0;
    };
    next();
  }

  /** Announces moves. @param {ExerciseState} state @param {number} known the number of moves that were known */
  tell({ moves }, known) {
    for (const [index, move] of moves.entries()) {
      if (index < known) continue;
      const before = moves[index - 1]?.placement ?? this.task.fen;
      announce(`${sideName(move.side)}: ${inWords(this.whole, move, before)}`);
    }
    const last = moves.at(-1);
    if (last && moves.length > known) sound({ takes: last.takes, check: last.checked.length > 0 });
  }

  /** A move was refused: shows the true position again. */
  refused() {
    if (!this.pending) return;
    this.pending = false;
    this.board.show(this.seen(this.state?.placement ?? this.task.fen));
    this.refresh();
    this.hooks.changed();
  }
}

/**
 * A page of exercises.
 * @template {ExerciseHand} H
 */
export class ExercisePage extends Page {
  /** @param {[string, string][]} keys what keys do on this page alone */
  constructor(keys) {
    super(keys);
    /** @type {H|null} */
    this.exercise = null;
    document.addEventListener('keydown', (event) => this.key(event));
  }

  get hand() {
    return this.exercise;
  }

  /** @param {import('./protocol.js').Reply} reply */
  hear(reply) {
    if (reply.type === 'exercise') this.exercise?.answered(reply);
    else if (reply.type === 'error') {
      this.exercise?.refused();
      this.say(reply.text);
    }
  }

  /** @param {boolean} connected */
  connected(connected) {
    if (connected) this.exercise?.again();
  }

  /** Puts an exercise in place of the one before. @param {() => H} make */
  begins(make) {
    this.exercise?.remove();
    this.exercise = make();
  }

  /**
   * Gives the page the address of an exercise.
   * @param {import('./address.js').Place} place
   * @param {string} name
   * @param {boolean} stays whether this is no new entry of the history
   */
  addressed(place, name, stays) {
    const address = href(place, name);
    if (here().id && here().id !== name && !stays) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }

  /** Goes on to the next exercise. */
  goOn() {}

  /** The actions of keys on this page. @param {H} exercise @returns {Record<string, () => void>} */
  keys(exercise) {
    return { Escape: () => exercise.let(), e: () => exercise.endTurn(), n: () => this.goOn() };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.exercise || !isForPage(event)) return;
    const act = this.keys(this.exercise)[event.key] ?? this.common(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }
}
