// A game on the board: its view, and the person's input.

import { announce } from './dom.js';
import { Hand } from './hand.js';
import { host } from './host.js';
import { nameOf, parse, pieces } from './board/geometry.js';
import { lettersOf, sideName } from './protocol.js';
import { animationTime, settings } from './settings.js';
import { sound } from './sound.js';
import { byPiece, moved, reaches, written } from './targets.js';
import { checked, describe, inWords, typedMove, whyNot } from './words.js';

/**
 * @typedef {import('./protocol.js').Game} Game
 * @typedef {import('./protocol.js').Now} Now
 * @typedef {import('./protocol.js').Played} Played
 * @typedef {import('./targets.js').Targets} Targets
 */

export class Play extends Hand {
  /**
   * @param {HTMLElement} area
   * @param {Game} game
   * @param {import('./protocol.js').Config} config
   * @param {string} start FEN
   * @param {import('./hand.js').Hooks} hooks
   */
  constructor(area, game, config, start, hooks) {
    super(area, game, hooks);
    this.selected = -1;
    this.config = config;
    this.start = start;
    /** Whether two people play on machines of their own, and the side of the one at this page, if any. */
    this.apart = false;
    /** @type {import('./protocol.js').Side|null} */
    this.seat = null;
    /** @type {Played[]} */
    this.moves = [];
    /** @type {Now|null} */
    this.now = null;
    /** The ply of the shown position. */
    this.at = 0;
    /** @type {Map<number, Targets>} */
    this.legal = new Map();
    /** @type {Map<number, Targets>} */
    this.premoves = new Map();
    /** Whether a move is on its way to the server. */
    this.pending = false;
    /** The time of the server's last update. */
    this.heard = 0;
    this.playback = 0;
    /** What the engine would play here, and how much of it is shown. @type {import('./protocol.js').Hint|null} */
    this.hint = null;
    this.hintStep = 0;
    this.show();
  }

  remove() {
    clearTimeout(this.playback);
    super.remove();
  }

  /** Whether the current position is shown. */
  get live() {
    return this.at === this.moves.length && !this.playback;
  }

  /** The number of sides that people play. */
  get people() {
    return [this.config.white, this.config.black].filter((player) => player === 'person').length;
  }

  /** Whether somebody at this page plays a side. @param {import('./protocol.js').Side} side */
  isOwn(side) {
    return this.player(side) === 'person' && (!this.apart || this.seat === side);
  }

  /** Whether somebody at this page plays. */
  get plays() {
    return this.isOwn('white') || this.isOwn('black');
  }

  /** Whether a person may move. */
  get mayMove() {
    const { now } = this;
    return now?.player === 'person' && !now.over && !this.pending && this.isOwn(now.side);
  }

  /** @param {number} ply */
  placement(ply) {
    return ply > 0 ? this.moves[ply - 1].placement : this.start;
  }

  /** The possible moves, now or as premoves. */
  current() {
    if (!this.live || this.pending) return new Map();
    return this.mayMove ? this.legal : this.premoves;
  }

  toLive() {
    this.goTo(this.moves.length);
  }

  /** The ply of the shown position, for the server. */
  where() {
    return this.at;
  }

  /** Whether an animation is running. */
  get busy() {
    return this.playback !== 0;
  }

  /**
   * Handles an update from the server.
   * @param {number} keep
   * @param {Played[]} add
   * @param {Now} now
   * @param {number} heard when that came
   */
  update(keep, add, now, heard) {
    const first = this.now === null;
    const { pending } = this;
    const live = this.live || pending;
    const follows = live || this.playback !== 0;
    const behind = this.moves.length;
    const newOver = now.over && !this.now?.over;
    this.moves.length = keep;
    this.moves.push(...add);
    this.now = now;
    this.heard = heard;
    this.pending = false;
    // The premove was for another position.
    if (keep < behind || now.over) this.premove = null;
    this.legal = byPiece(now.legal);
    this.premoves = byPiece(now.premoves);
    const several = this.commands && add.length > 1 && !first && live && keep === behind;
    if (several && !this.isOwn(add[0].side)) {
      this.replay(keep);
    } else if (keep !== behind || add.length || first) {
      this.stop();
      // A piece picked up while the engine thinks stays selected.
      if (!this.legal.has(this.selected)) this.selected = -1;
      this.passing = -1;
      // A person who looks at earlier moves continues to.
      if (first || follows || this.at > keep) this.at = this.moves.length;
      this.show(first || (!live && !add.length) ? 0 : animationTime());
      if (add.length && !first) this.told(this.moves.length, Boolean(newOver));
    } else if (pending) this.show(animationTime()); // The shown move was not made.
    else this.refresh();
    if (newOver && !first) announce(`${now.over?.reason}, ${now.over?.result}`);
    this.playPremove();
    this.hooks.changed();
  }

  /** Announces the move with this number, from 1. @param {number} ply @param {boolean} over */
  told(ply, over) {
    const move = this.moves[ply - 1];
    sound({ takes: move.takes, check: move.checked.length > 0, over });
    announce(`${sideName(move.side)}: ${inWords(this.game, move, this.placement(ply - 1))}`);
  }

  /** @param {import('./protocol.js').Side} side */
  player(side) {
    return side === 'white' ? this.config.white : this.config.black;
  }

  /** Shows the position at the current ply. @param {number} [time] of the animation */
  show(time = 0) {
    this.board.show(pieces(this.placement(this.at), this.game), time);
    this.pen.clear();
    this.forget();
    this.refresh();
  }

  /**
   * Replays the moves from a ply on.
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
      const done = this.at === this.moves.length;
      // With fast engines, the view must not fall behind.
      const behind = Math.max(this.moves.length - from, 1);
      const pace = settings.replay * Math.min(1, 8 / behind);
      this.playback = done ? 0 : window.setTimeout(step, pace);
      this.show(Math.min(animationTime(), pace * 0.7));
      this.told(this.at, done && Boolean(this.now?.over));
      this.hooks.changed();
    };
    if (from < this.moves.length) this.playback = window.setTimeout(step, settings.replay / 2);
  }

  /** Replays the last turn. */
  replayTurn() {
    const last = this.moves[this.moves.length - 1];
    if (last) this.replay(this.moves.findIndex((move) => move.turn === last.turn));
  }

  stop() {
    clearTimeout(this.playback);
    this.playback = 0;
  }

  /** Goes to the position at a ply. @param {number} ply */
  goTo(ply) {
    this.stop();
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    const near = Math.abs(to - this.at) <= 2;
    this.at = to;
    this.selected = -1;
    this.show(near ? animationTime() : 0);
    this.hooks.changed();
  }

  /** @param {number} from @param {number} to @param {string} letter @param {boolean} carried @param {number} over */
  decide(from, to, letter, carried, over) {
    this.selected = -1;
    this.passing = -1;
    this.forget();
    if (!this.mayMove) {
      this.premove = { from, to, letter, over };
      announce(`planned: ${nameOf(from)} to ${nameOf(to)}`);
    } else this.send(from, to, letter, carried, over);
    this.refresh();
    this.hooks.changed();
  }

  /** @param {number} from @param {number} to @param {string} letter @param {boolean} carried @param {number} over */
  send(from, to, letter, carried, over) {
    const text = written(from, over, to, letter);
    if (!this.hooks.send({ type: 'move', ply: this.moves.length, text })) {
      this.hooks.say(host.lost);
      return;
    }
    this.pending = true;
    // The move is legal, so it is shown at once; the server confirms it later.
    const position = moved(this.board.pieces, this.legal.get(from), from, to, letter, over);
    this.board.show(position, carried ? 0 : animationTime());
  }

  /** @param {number} from @param {number} to */
  refuse(from, to) {
    // The server knows the reason.
    if (this.mayMove && this.live) this.ask(nameOf(from) + nameOf(to));
    else super.refuse(from, to);
  }

  /** @param {string} text */
  typed(text) {
    this.goTo(this.moves.length);
    if (this.mayMove) this.ask(typedMove(this, text));
    else this.hooks.say(this.now?.over ? 'the game is over' : 'it is not your turn');
  }

  /** Sends a move that may be illegal. @param {string} text */
  ask(text) {
    const sent = this.hooks.send({ type: 'move', ply: this.moves.length, text });
    if (!sent) this.hooks.say(host.lost);
  }

  playPremove() {
    if (!this.premove || !this.mayMove) return;
    const { from, to, letter, over } = this.premove;
    this.premove = null;
    const targets = this.legal.get(from);
    // A recapture on the last rank may promote.
    const forced = targets?.promotes.has(to) && !targets.stays.has(to) ? lettersOf(targets.becomes)[0] ?? '' : '';
    const becomes = letter || forced;
    const legal = over < 0 ? targets && reaches(targets, to) : targets?.over.get(over)?.has(to);
    if (legal && this.live) this.send(from, to, becomes, false, over);
    else this.hooks.say(`${nameOf(from)} to ${nameOf(to)} was planned, but is not legal now`);
    this.refresh();
  }

  endTurn() {
    if (!this.mayMove || !this.now?.turn?.may_end) return;
    this.goTo(this.moves.length);
    this.pending = this.hooks.send({ type: 'move', ply: this.moves.length, text: 'end' });
  }

  /** @param {number} at */
  describe(at) {
    return describe(this, at);
  }

  /** @param {number} at */
  whyNot(at) {
    return whyNot(this, at);
  }

  /** The leaders that may activate a piece now. @param {string} name of its square */
  commanders(name) {
    return this.live ? this.now?.turn?.movers.find((one) => one.square === name)?.by ?? [] : [];
  }

  history() {
    return this.moves.slice(0, this.at);
  }

  /** The moves of the last turn before the shown position. */
  lastTurn() {
    const last = this.moves[this.at - 1];
    return last ? this.history().filter((move) => move.turn === last.turn) : [];
  }

  checked() {
    return checked(this);
  }

  /** Shows more of a hint, or none. @param {import('./protocol.js').Hint|null} hint @param {number} [step] from 1 */
  setHint(hint, step = 0) {
    this.hint = hint;
    this.hintStep = step;
    this.refresh();
  }

  /** The moves of the hint that are shown as arrows. */
  hinted() {
    const { hint, hintStep } = this;
    if (!hint || !this.live || hint.ply !== this.at) return [];
    const [{ turn }] = hint.moves;
    return hint.moves.filter((move, index) => move.squares.length && (!index || (hintStep > 2 && move.turn === turn)));
  }

  /** The piece of the hint. */
  badges() {
    return this.hinted().slice(0, 1).map(({ squares }) => ({ kind: /** @type {const} */ ('hint'), at: parse(squares[0]) }));
  }

  arrows() {
    return this.hintStep < 2 ? [] : this.hinted().flatMap(({ squares }, rank) =>
      squares.slice(1).map((to, leg) => ({ from: parse(squares[leg]), to: parse(to), rank: Math.min(rank, 1) })));
  }

  /** The person's current turn, if it has begun. */
  begun() {
    return this.live && this.mayMove ? this.now?.turn ?? null : null;
  }
}
