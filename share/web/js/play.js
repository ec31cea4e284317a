// A game on the board: what is shown of it, and what the hand on the board means.

import { announce } from './dom.js';
import { Gestures } from './board/gestures.js';
import { Keyboard } from './board/keyboard.js';
import { choosePromotion } from './board/promotion.js';
import { nameOf, parse, parseAll, pieces } from './board/geometry.js';
import { Board } from './board/view.js';
import { drawMarks } from './draw.js';
import { asOf, pictureOf, pieceOf, sideName } from './protocol.js';
import { animationTime, settings } from './settings.js';
import { sound } from './sound.js';
import { byPiece, moved, reaches } from './targets.js';
import { describe, inWords, whyNot } from './words.js';

/**
 * @typedef {import('./protocol.js').Game} Game
 * @typedef {import('./protocol.js').Now} Now
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

/** Milliseconds that the pointer rests on a piece before it is explained. */
const DWELL = 350;

export class Play {
  /**
   * @param {HTMLElement} area
   * @param {Game} game
   * @param {import('./protocol.js').Config} config
   * @param {string} start FEN
   * @param {Hooks} hooks
   */
  constructor(area, game, config, start, hooks) {
    this.game = game;
    this.config = config;
    this.start = start;
    this.hooks = hooks;
    /** @type {Played[]} */
    this.moves = [];
    /** @type {Now|null} */
    this.now = null;
    /** How many moves were made in the position that is shown. */
    this.at = 0;
    this.selected = -1;
    /** @type {Map<number, Targets>} */
    this.legal = new Map();
    /** @type {Map<number, Targets>} */
    this.premoves = new Map();
    /** @type {{from: number, to: number, letter: string}|null} */
    this.premove = null;
    /** A move is on its way to the server. */
    this.pending = false;
    /** When the server last told how the game stands. */
    this.heard = 0;
    this.playback = 0;
    this.dwell = 0;
    this.inspecting = -1;
    this.board = new Board(area, game, (letter) => pictureOf(game, letter));
    this.gestures = new Gestures(this.board, {
      liftable: (at) => this.live && (this.targets(at) !== undefined),
      lifted: (at) => this.select(at),
      dropped: (from, to) => this.dropped(from, to),
      tapped: (at) => this.tapped(at),
      held: (at) => this.held(at),
      unheld: () => this.forget(),
      hovered: (at) => this.hovered(at),
      over: (at) => this.over(at),
    });
    this.keyboard = new Keyboard(this.board, {
      chosen: (at) => this.tapped(at),
      cancelled: () => this.let(),
      describe: (at) => describe(this, at),
      own: () => new Set(this.current().keys()),
    });
    this.show();
  }

  remove() {
    clearTimeout(this.playback);
    clearTimeout(this.dwell);
    this.gestures.remove();
    this.board.remove();
  }

  get commands() {
    return this.game.leaders.length > 0;
  }

  /** Whether the position now is shown. */
  get live() {
    return this.at === this.moves.length && !this.playback;
  }

  /** Whether a person may move. */
  get mayMove() {
    return this.now?.player === 'person' && !this.now.over && !this.pending;
  }

  /** @param {number} ply */
  placement(ply) {
    return ply > 0 ? this.moves[ply - 1].placement : this.start;
  }

  /** What may be moved now, or planned. */
  current() {
    if (!this.live || this.pending) return new Map();
    return this.mayMove ? this.legal : this.premoves;
  }

  /** @param {number} at */
  targets(at) {
    return this.current().get(at);
  }

  /**
   * The server tells what has changed.
   * @param {number} keep
   * @param {Played[]} add
   * @param {Now} now
   */
  update(keep, add, now) {
    const first = this.now === null;
    const { pending } = this;
    const live = this.live || pending;
    const follows = live || this.playback !== 0;
    const behind = this.moves.length;
    const newOver = now.over && !this.now?.over;
    this.moves.length = keep;
    this.moves.push(...add);
    this.now = now;
    this.heard = performance.now();
    this.pending = false;
    // It was meant for another position.
    if (keep < behind || now.over) this.premove = null;
    this.legal = byPiece(now.legal);
    this.premoves = byPiece(now.premoves);
    const several = this.commands && add.length > 1 && !first && live && keep === behind;
    if (several && this.player(add[0].side) === 'engine') {
      this.replay(keep);
    } else if (keep !== behind || add.length || first) {
      this.stop();
      // What is picked up while the engine thinks stays in hand.
      if (!this.legal.has(this.selected)) this.selected = -1;
      // Who looks back goes on doing so.
      if (first || follows || this.at > keep) this.at = this.moves.length;
      this.show(first || (!live && !add.length) ? 0 : animationTime());
      if (add.length && !first) this.told(add[add.length - 1], Boolean(newOver));
    } else if (pending) this.show(animationTime()); // What was shown already was not made.
    else this.refresh();
    if (newOver && !first) announce(`${now.over?.reason}, ${now.over?.result}`);
    this.playPremove();
    this.hooks.changed();
  }

  /** @param {Played} move @param {boolean} over */
  told(move, over) {
    sound({ takes: move.takes, check: move.check, over });
    announce(`${sideName(move.side)}: ${inWords(this, move)}${move.check ? ', check' : ''}`);
  }

  /** @param {import('./protocol.js').Side} side */
  player(side) {
    return side === 'white' ? this.config.white : this.config.black;
  }

  /** Shows the position after so many moves. @param {number} [time] of the animation */
  show(time = 0) {
    this.board.show(pieces(this.placement(this.at), this.game), time);
    this.forget();
    this.refresh();
  }

  /**
   * Shows the moves from one on one after another.
   * @param {number} from
   */
  replay(from) {
    this.stop();
    this.selected = -1;
    this.at = from;
    this.show();
    const step = () => {
      this.at = Math.min(this.at + 1, this.moves.length);
      while (this.at < this.moves.length && !this.moves[this.at].squares.length) this.at += 1;
      const move = this.moves[this.at - 1];
      const done = this.at === this.moves.length;
      // Whoever watches engines that are quick must not fall behind.
      const behind = Math.max(this.moves.length - from, 1);
      const pace = settings.replay * Math.min(1, 8 / behind);
      this.playback = done ? 0 : window.setTimeout(step, pace);
      this.show(Math.min(animationTime(), pace * 0.7));
      this.told(move, done && Boolean(this.now?.over));
      this.hooks.changed();
    };
    if (from < this.moves.length) this.playback = window.setTimeout(step, settings.replay / 2);
  }

  /** Shows the last turn once more. */
  replayTurn() {
    const last = this.moves[this.moves.length - 1];
    if (last) this.replay(this.moves.findIndex((move) => move.turn === last.turn));
  }

  stop() {
    clearTimeout(this.playback);
    this.playback = 0;
  }

  /** Goes to the position after so many moves. @param {number} ply */
  goTo(ply) {
    this.stop();
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    const near = Math.abs(to - this.at) <= 2;
    this.at = to;
    this.selected = -1;
    this.show(near ? animationTime() : 0);
    this.hooks.changed();
  }

  /** @param {number} at */
  select(at) {
    this.forget();
    this.selected = at;
    this.premove = null;
    this.refresh();
    this.hooks.changed();
  }

  /** Lets go of what was selected or planned. */
  let() {
    this.selected = -1;
    this.premove = null;
    this.forget();
    this.refresh();
    this.hooks.changed();
  }

  /** @param {number} at */
  tapped(at) {
    if (!this.live) {
      this.goTo(this.moves.length);
      return;
    }
    if (this.selected >= 0 && at !== this.selected && this.attempt(this.selected, at)) return;
    if (at !== this.selected && this.targets(at)) this.select(at);
    else {
      if (this.selected < 0) this.explain(at);
      this.let();
    }
  }

  /** @param {number} from @param {number} to */
  dropped(from, to) {
    // A piece that is dropped at home stays selected.
    if (to !== from && !this.attempt(from, to, true)) this.let();
  }

  /**
   * Makes or plans a move if it is legal.
   * @param {number} from
   * @param {number} to
   * @param {boolean} [carried] the piece is there already
   */
  attempt(from, to, carried = false) {
    const targets = this.targets(from);
    if (!targets || !reaches(targets, to)) return false;
    const letters = targets.promotes.has(to) ? targets.becomes : '';
    if (letters.length > 1) this.choose(from, to, letters, carried);
    else this.decide(from, to, letters, carried);
    return true;
  }

  /** @param {number} from @param {number} to @param {string} letters @param {boolean} carried */
  async choose(from, to, letters, carried) {
    const piece = this.board.pieces.get(from) ?? 'P';
    const choices = [...letters].map((letter) => ({
      letter, name: pieceOf(this.game, letter)?.name ?? letter, picture: pictureOf(this.game, asOf(piece, letter)),
    }));
    const ply = this.moves.length;
    const letter = await choosePromotion(this.board, to, choices);
    if (letter && this.moves.length === ply && this.targets(from)) this.decide(from, to, letter, carried);
    else this.let();
  }

  /** @param {number} from @param {number} to @param {string} letter @param {boolean} carried */
  decide(from, to, letter, carried) {
    this.selected = -1;
    this.forget();
    if (!this.mayMove) {
      this.premove = { from, to, letter };
      announce(`planned: ${nameOf(from)} to ${nameOf(to)}`);
    } else this.send(from, to, letter, carried);
    this.refresh();
    this.hooks.changed();
  }

  /** @param {number} from @param {number} to @param {string} letter @param {boolean} carried */
  send(from, to, letter, carried) {
    const text = nameOf(from) + nameOf(to) + letter;
    if (!this.hooks.send({ type: 'move', ply: this.moves.length, text })) {
      this.hooks.say('there is no connection to the server');
      return;
    }
    this.pending = true;
    // It is legal, so it is shown at once; the server's word follows.
    const position = moved(this.board.pieces, this.legal.get(from), from, to, letter);
    this.board.show(position, carried ? 0 : animationTime());
  }

  playPremove() {
    if (!this.premove || !this.mayMove) return;
    const { from, to, letter } = this.premove;
    this.premove = null;
    const targets = this.legal.get(from);
    if (targets && reaches(targets, to) && this.live) this.send(from, to, letter, false);
    else this.hooks.say(`${nameOf(from)} to ${nameOf(to)} was planned, but is not legal now`);
    this.refresh();
  }

  endTurn() {
    if (!this.mayMove || !this.now?.turn?.may_end) return;
    this.goTo(this.moves.length);
    this.pending = this.hooks.send({ type: 'move', ply: this.moves.length, text: 'end' });
  }

  /** Says why a piece cannot be moved. @param {number} at */
  explain(at) {
    const reason = whyNot(this, at);
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
    if (at >= 0 && settings.hover && this.board.pieces.has(at) && !this.playback) {
      this.dwell = window.setTimeout(() => this.inspect(at), DWELL);
    }
  }

  /** @param {number} at */
  held(at) {
    this.premove = null;
    this.selected = -1;
    this.refresh();
    if (this.board.pieces.has(at)) this.inspect(at);
  }

  /** Asks where a piece could go. @param {number} at */
  inspect(at) {
    this.inspecting = at;
    this.hooks.send({ type: 'inspect', ply: this.at, square: nameOf(at) });
  }

  /** @param {number} ply @param {Reach} reach */
  inspected(ply, reach) {
    if (ply !== this.at || parse(reach.square) !== this.inspecting) return;
    const by = this.live ? this.now?.turn?.movers.find((one) => one.square === reach.square)?.by ?? [] : [];
    this.board.markReach(reach.ways, parse);
    this.board.mark('range', [
      { kind: 'selected', at: this.inspecting },
      ...parseAll(reach.range).map((at) => ({ kind: /** @type {'range'} */ ('range'), at })),
      ...parseAll(by).map((at) => ({ kind: /** @type {'over'} */ ('over'), at })),
    ]);
    this.hooks.inspected(reach, by);
  }

  /** Explains no piece any more. */
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
