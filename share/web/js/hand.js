// Input on a board: picking up, putting down, asking. Subclasses decide what is played and when.

import { announce } from './dom.js';
import { Gestures } from './board/gestures.js';
import { Keyboard } from './board/keyboard.js';
import { choosePromotion } from './board/promotion.js';
import { nameOf, parse, parseAll } from './board/geometry.js';
import { Board } from './board/view.js';
import { drawMarks } from './draw.js';
import { Pen } from './pen.js';
import { asOf, lettersOf, pictureOf, pieceOf } from './protocol.js';
import { settings } from './settings.js';
import { goingOn, reaches } from './targets.js';
import { noneMoves, pickedUp, reachInWords } from './words.js';

/**
 * @typedef {import('./protocol.js').Game} Game
 * @typedef {import('./protocol.js').Played} Played
 * @typedef {import('./protocol.js').Reach} Reach
 * @typedef {import('./targets.js').Targets} Targets
 * @typedef {object} Hooks
 * @property {(message: object) => boolean} send
 * @property {() => void} changed what is shown, or the game
 * @property {(text: string) => void} say why something is not done
 * @property {(reach: Reach|null, by?: string[]) => void} inspected where a piece could go, and the leaders
 *   that may activate it
 */

/** Milliseconds of hovering before a piece is explained. */
const DWELL = 350;

export class Hand {
  /** @param {HTMLElement} area @param {Game} game @param {Hooks} hooks */
  constructor(area, game, hooks) {
    this.game = game;
    this.hooks = hooks;
    this.selected = -1;
    /** Where the picked-up piece captures on its way, once the user has chosen it. */
    this.passing = -1;
    /** @type {{from: number, to: number, letter: string, over: number}|null} */
    this.premove = null;
    this.dwell = 0;
    this.inspecting = -1;
    /** Whether to announce the explanation, too. */
    this.tells = false;
    this.board = new Board(area, game, (letter) => pictureOf(game, letter));
    this.pen = new Pen(this);
    this.gestures = new Gestures(this.board, {
      liftable: (at) => this.live && (this.targets(at) !== undefined),
      lifted: (at) => this.select(at),
      dropped: (from, to) => this.dropped(from, to),
      tapped: (at) => this.tapped(at),
      held: (at) => this.held(at),
      unheld: () => this.forget(),
      hovered: (at) => this.hovered(at),
      over: (at) => this.over(at),
      colour: (event) => this.pen.colourOf(event),
      sketched: (from, to, colour) => {
        if (this.selected >= 0 || this.premove) this.let();
        this.pen.sketched(from, to, colour);
      },
      drew: (from, to, colour) => this.pen.drew(from, to, colour),
    });
    this.keyboard = new Keyboard(this.board, {
      chosen: (at) => {
        if (this.pen.colour) {
          this.pen.pressed(at);
          return;
        }
        if (this.live && this.selected < 0 && !this.board.pieces.has(at)) announce('nothing to pick up here');
        this.tapped(at);
      },
      cancelled: () => this.let(),
      describe: (at) => this.describe(at),
      own: () => new Set(this.current().keys()),
      missing: (letter) => noneMoves(this, letter),
    });
  }

  remove() {
    clearTimeout(this.dwell);
    this.gestures.remove();
    this.board.remove();
  }

  /** Whether turns have several moves. */
  get commands() {
    return this.game.leaders.length > 0;
  }

  /** Whether moves are possible in the current position. */
  get live() {
    return true;
  }

  /** Whether an animation is running. */
  get busy() {
    return false;
  }

  /** The possible moves, now or as premoves. @returns {Map<number, Targets>} */
  current() {
    return new Map();
  }

  /** The number of the current position, for the server. */
  where() {
    return 0;
  }

  /** Goes to the position where moves are possible. */
  toLive() {}

  /**
   * A legal move was chosen.
   * @param {number} _from @param {number} _to @param {string} _letter of what it becomes
   * @param {boolean} _carried the piece is there already
   * @param {number} _over where it captures on its way, or -1
   */
  decide(_from, _to, _letter, _carried, _over) {}

  /** A square in words. @param {number} _at */
  describe(_at) {
    return '';
  }

  /**
   * Explains why a move is not legal.
   * @param {number} from @param {number} to
   */
  refuse(from, to) {
    const name = pieceOf(this.game, this.board.pieces.get(from) ?? '')?.name ?? 'piece';
    this.hooks.say(`the ${name} cannot go from ${nameOf(from)} to ${nameOf(to)}`);
  }

  /** Makes a typed move. @param {string} _text */
  typed(_text) {}

  /** Why a piece cannot be moved. @param {number} _at */
  whyNot(_at) {
    return '';
  }

  /** The leaders that may activate a piece now. @param {string} _name of its square @returns {string[]} */
  commanders(_name) {
    return [];
  }

  /** The moves of the last turn before the current position. @returns {Played[]} */
  lastTurn() {
    return [];
  }

  /** The moves before the current position. @returns {Played[]} */
  history() {
    return [];
  }

  /** The squares of Kings in check. @returns {number[]} */
  checked() {
    return [];
  }

  /** The current turn of several moves, if it has begun. @returns {import('./protocol.js').Turn|null} */
  begun() {
    return null;
  }

  /** The arrows and circles that a person has drawn. @returns {import('./shapes.js').Shape[]} */
  drawn() {
    return this.pen.shapes;
  }

  /** Changes them. @param {import('./shapes.js').Shape[]} shapes */
  draw(shapes) {
    this.pen.shapes = shapes;
  }

  /** Other arrows. @returns {import('./board/view.js').Arrow[]} */
  arrows() {
    return [];
  }

  /** Signs on squares. @returns {{kind: import('./board/marks.js').Mark, at: number}[]} */
  badges() {
    return [];
  }

  /** @param {number} at @returns {Targets|undefined} */
  targets(at) {
    const targets = this.current().get(at);
    if (!targets || this.passing < 0 || at !== this.selected) return targets;
    return goingOn(targets, this.passing, (square) => square !== at && this.board.pieces.has(square));
  }

  /** @param {number} at */
  select(at) {
    this.forget();
    this.selected = at;
    this.passing = -1;
    this.premove = null;
    announce(pickedUp(this, at));
    this.refresh();
    this.hooks.changed();
  }

  /** Cancels the selection or the planned move. */
  let() {
    if (this.selected >= 0) announce(`put down on ${nameOf(this.selected)}`);
    if (this.premove) announce('the planned move is cancelled');
    this.pen.sketch = null;
    this.selected = -1;
    this.passing = -1;
    this.premove = null;
    this.forget();
    this.refresh();
    this.hooks.changed();
  }

  /** @param {number} at */
  tapped(at) {
    if (!this.live) {
      this.toLive();
      return;
    }
    if (this.selected >= 0 && this.attempt(this.selected, at)) return;
    if (at !== this.selected && this.targets(at)) this.select(at);
    else {
      const from = this.selected;
      this.let();
      if (from < 0 && !this.board.pieces.has(at)) this.pen.clear();
      if (from < 0) this.explain(at);
      else if (from !== at) this.refuse(from, at);
    }
  }

  /** @param {number} from @param {number} to */
  dropped(from, to) {
    // A piece dropped on its own square stays selected.
    if (to === from || this.attempt(from, to, true)) return;
    this.let();
    if (to >= 0) this.refuse(from, to);
  }

  /**
   * Makes a move, or plans it, if it is legal.
   * @param {number} from
   * @param {number} to
   * @param {boolean} [carried] the piece is there already
   */
  attempt(from, to, carried = false) {
    const targets = this.targets(from);
    if (!targets || !reaches(targets, to)) return false;
    if (targets.over.has(to)) {
      this.passing = to;
      announce(pickedUp(this, from));
      this.refresh();
      this.hooks.changed();
      return true;
    }
    const letters = targets.promotes.has(to) ? lettersOf(targets.becomes) : [];
    const stays = targets.stays.has(to);
    const over = this.passing === to ? -1 : this.passing;
    if (to === from && over < 0) this.pass(from);
    else if (letters.length > 1 || stays) this.choose(from, to, letters, stays, carried);
    else this.decide(from, to, letters[0] ?? '', carried, over);
    return true;
  }

  /**
   * Asks for the promotion.
   * @param {number} from
   * @param {number} to
   * @param {string[]} letters
   * @param {boolean} stays whether it may also stay unpromoted
   * @param {boolean} carried
   */
  async choose(from, to, letters, stays, carried) {
    const piece = this.board.pieces.get(from) ?? 'P';
    const name = (/** @type {string} */ letter) => pieceOf(this.game, letter)?.name ?? letter;
    const choices = letters.map((letter) => ({
      letter, name: name(letter), picture: pictureOf(this.game, asOf(piece, letter)),
    }));
    if (stays) choices.push({ letter: '', name: `Stay a ${name(piece)}`, picture: pictureOf(this.game, piece) });
    const before = this.where();
    const letter = await choosePromotion(this.board, to, choices);
    if (letter !== null && this.where() === before && this.targets(from)) this.decide(from, to, letter, carried, -1);
    else this.let();
  }

  /** Asks whether a piece should stay where it is, as its move. @param {number} at */
  async pass(at) {
    const piece = this.board.pieces.get(at) ?? '';
    const before = this.where();
    const choices = [{ letter: 'pass', name: 'Pass the turn', picture: pictureOf(this.game, piece) }];
    const passes = await choosePromotion(this.board, at, choices) !== null;
    if (passes && this.where() === before && this.targets(at)) this.decide(at, at, '', false, -1);
    else this.let();
  }

  /** Says why a piece cannot be moved. @param {number} at */
  explain(at) {
    const reason = this.whyNot(at);
    if (reason) this.hooks.say(reason);
  }

  /** @param {number} at */
  over(at) {
    const targets = this.targets(this.selected);
    const legal = at >= 0 && targets && reaches(targets, at);
    this.board.mark('over', legal ? [{ kind: 'over', at }] : []);
  }

  /** @param {number} at */
  hovered(at) {
    clearTimeout(this.dwell);
    this.over(at);
    if (this.selected >= 0) return;
    if (at !== this.inspecting) this.forget();
    if (at >= 0 && settings.hover && this.board.pieces.has(at) && !this.busy) {
      this.dwell = window.setTimeout(() => this.inspect(at), DWELL);
    }
  }

  /** @param {number} at */
  held(at) {
    this.premove = null;
    this.selected = -1;
    this.passing = -1;
    this.refresh();
    if (this.board.pieces.has(at)) this.inspect(at);
  }

  /** Explains the piece under the keyboard cursor, also in words. */
  explainHere() {
    const { at } = this.keyboard;
    if (at < 0 || !this.board.pieces.has(at)) announce('no piece here');
    else {
      this.inspect(at);
      this.tells = true;
    }
  }

  /** Asks the server where a piece could go. @param {number} at */
  inspect(at) {
    this.tells = false;
    this.inspecting = at;
    this.hooks.send({ type: 'inspect', ply: this.where(), square: nameOf(at) });
  }

  /** @param {number} ply @param {Reach} reach */
  inspected(ply, reach) {
    if (ply !== this.where() || parse(reach.square) !== this.inspecting) return;
    const by = this.commanders(reach.square);
    const marks = (/** @type {string[]} */ names, /** @type {'range'|'over'|'commanded'} */ kind) =>
      parseAll(names).map((at) => ({ kind, at }));
    this.board.markReach(reach.ways, parse);
    this.board.mark('range', [
      { kind: 'selected', at: this.inspecting }, ...marks(reach.range, 'range'),
      ...marks(reach.commands, 'commanded'), ...marks(by, 'over'),
    ]);
    this.hooks.inspected(reach, by);
    if (this.tells) announce(reachInWords(this.game, reach, by));
  }

  /** Ends the explanation of a piece. */
  forget() {
    clearTimeout(this.dwell);
    if (this.inspecting < 0) return;
    this.inspecting = -1;
    this.board.setMarks('reach', []);
    this.board.mark('range', []);
    this.hooks.inspected(null);
  }

  /** Draws all marks of the position. */
  refresh() {
    drawMarks(this);
  }
}
