// A tree of moves, and its current position on the board.

import { markClass } from './annotate.js';
import { announce } from './dom.js';
import { nameOf, parseAll, pieces } from './board/geometry.js';
import { Hand } from './hand.js';
import { host } from './host.js';
import { sideName } from './protocol.js';
import { animationTime } from './settings.js';
import { shapesOf, withShapes } from './shapes.js';
import { calm } from './socket.js';
import { sound } from './sound.js';
import { byPiece, moved, written } from './targets.js';
import { cannotMove, describe, inWords, typedMove } from './words.js';

/**
 * @typedef {import('./protocol.js').Node} Node
 * @typedef {import('./protocol.js').Eval} Eval
 * @typedef {{move: Node|null, parent: number, children: number[], comment: string, eval: Eval|null}} Entry
 */

/** The number of the start position. */
export const ROOT = 0;

export class AnalysisHand extends Hand {
  /**
   * @param {HTMLElement} area
   * @param {import('./protocol.js').Game} game
   * @param {import('./protocol.js').Tree} tree
   * @param {import('./hand.js').Hooks & {went: () => void, grew: () => void, arrows: () => import('./board/view.js').Arrow[],
   *   comment: () => string, write: (comment: string) => void}} hooks `comment` is that on the shown position
   */
  constructor(area, game, tree, hooks) {
    super(area, game, hooks);
    this.watch = hooks;
    this.tree = tree;
    this.start = tree.start;
    /** @type {Map<number, Entry>} */
    this.entries = new Map([[ROOT, {
      move: null, parent: ROOT, children: [], comment: tree.comment, eval: tree.eval,
    }]]);
    this.at = ROOT;
    /** @type {import('./protocol.js').Place|null} */
    this.place = null;
    /** @type {Map<number, import('./targets.js').Targets>} */
    this.legal = new Map();
    this.askForMoves = calm(() => this.hooks.send({ type: 'look', node: this.at }));
    /** Whether moves are on their way to the server. */
    this.pending = false;
    this.add(tree.nodes);
    this.show();
    this.look();
  }

  /** @param {Node[]} nodes */
  add(nodes) {
    for (const node of nodes) {
      const { id, parent } = node;
      const before = this.entries.get(parent);
      if (this.entries.has(id) || !before) continue;
      this.entries.set(id, { move: node, parent, children: [], comment: node.comment, eval: node.eval });
      before.children.push(id);
    }
  }

  /** @param {number} id @returns {Entry} */
  entry(id) {
    return this.entries.get(id) ?? /** @type {Entry} */ (this.entries.get(ROOT));
  }

  /** The numbers of the positions from the first move to a position. @param {number} [id] */
  path(id = this.at) {
    const path = [];
    for (let at = id; at !== ROOT; at = this.entry(at).parent) path.push(at);
    return path.reverse();
  }

  /** The position after these moves from the start; null if the tree lacks it. @param {string[]} texts */
  find(texts) {
    /** @type {number|undefined} */
    let at = ROOT;
    for (const text of texts) {
      at = this.entry(at).children.find((id) => this.entry(id).move?.text === text);
      if (at === undefined) return null;
    }
    return at;
  }

  /** The line through the current position. */
  line() {
    const line = this.path();
    for (let at = this.at; ;) {
      const [next] = this.entry(at).children;
      if (next === undefined) return line;
      line.push(next);
      at = next;
    }
  }

  /** The main line. */
  mainLine() {
    const line = [];
    for (let [next] = this.entry(ROOT).children; next !== undefined; [next] = this.entry(next).children) line.push(next);
    return line;
  }

  where() {
    return this.at;
  }

  current() {
    return this.pending ? new Map() : this.legal;
  }

  /** @param {number} at */
  describe(at) {
    return describe(this, at);
  }

  /** @param {number} at */
  whyNot(at) {
    const letter = this.board.pieces.get(at);
    const { place } = this;
    if (!letter || !place) return '';
    if (place.over) return `the game is over here: ${place.over.reason}`;
    return cannotMove(this.game, letter, nameOf(at), place);
  }

  /** @param {string} name */
  commanders(name) {
    return this.place?.turn?.movers.find((one) => one.square === name)?.by ?? [];
  }

  history() {
    return this.path().map((id) => /** @type {Node} */ (this.entry(id).move));
  }

  lastTurn() {
    const last = this.entry(this.at).move;
    return last ? this.history().filter((move) => move.turn === last.turn) : [];
  }

  checked() {
    if (this.place) return parseAll(this.place.checked);
    return parseAll(this.entry(this.at).move?.checked ?? []);
  }

  begun() {
    return this.place?.turn ?? null;
  }

  /** What the comment on the position draws. */
  drawn() {
    return shapesOf(this.watch.comment(), this.game);
  }

  /** @param {import('./shapes.js').Shape[]} shapes */
  draw(shapes) {
    this.watch.write(withShapes(this.watch.comment(), this.game, shapes));
  }

  /** The engine's. */
  arrows() {
    return this.pending ? [] : this.watch.arrows();
  }

  /** The sign of the current move, on its target square. */
  badges() {
    const kind = markClass(this.entry(this.at).move?.sign ?? '');
    const at = parseAll(this.lastTurn().flatMap(({ squares }) => squares.slice(1))).at(-1);
    return kind && at !== undefined ? [{ kind, at }] : [];
  }

  /** The placement of a position. @param {number} id */
  placement(id) {
    return this.entry(id).move?.placement ?? this.start;
  }

  /** @param {number} [time] */
  show(time = 0) {
    this.board.show(pieces(this.placement(this.at), this.game), time);
    this.forget();
    this.refresh();
  }

  /** Requests the legal moves of the position. */
  look() {
    this.place = null;
    this.legal = new Map();
    this.askForMoves();
  }

  /** @param {import('./protocol.js').Place} place */
  looked(place) {
    if (place.node !== this.at) return;
    this.place = place;
    this.legal = byPiece(place.legal);
    this.refresh();
    this.hooks.changed();
  }

  /** @param {number} id */
  goTo(id) {
    if (!this.entries.has(id) || (id === this.at && !this.pending)) return;
    const near = this.entry(id).parent === this.at || this.entry(this.at).parent === id;
    this.at = id;
    this.selected = -1;
    this.pending = false;
    this.look();
    this.show(near ? animationTime() : 0);
    const { move } = this.entry(id);
    if (move && near) {
      sound({ takes: move.takes, check: move.checked.length > 0 });
      announce(`${sideName(move.side)}: ${inWords(this.game, move, this.placement(this.entry(id).parent))}`);
    } else announce(move ? `after ${move.san}` : 'the start');
    this.watch.went();
    this.hooks.changed();
  }

  back() {
    this.goTo(this.entry(this.at).parent);
  }

  forward() {
    const [next] = this.entry(this.at).children;
    if (next !== undefined) this.goTo(next);
  }

  last() {
    this.goTo(this.line().at(-1) ?? ROOT);
  }

  /** @param {number} from @param {number} to @param {string} letter @param {boolean} carried @param {number} over */
  decide(from, to, letter, carried, over) {
    this.selected = -1;
    this.passing = -1;
    this.forget();
    const position = moved(this.board.pieces, this.legal.get(from), from, to, letter, over);
    if (this.play([written(from, over, to, letter)])) {
      // The move is legal, so it is shown at once; the server confirms it later.
      if (this.pending) this.board.show(position, carried ? 0 : animationTime());
    }
    this.refresh();
    this.hooks.changed();
  }

  /** Plays moves from here; follows those that exist. @param {string[]} moves */
  play(moves) {
    let at = this.at;
    let known = 0;
    for (const text of moves) {
      const next = this.entry(at).children.find((id) => this.entry(id).move?.text === text);
      if (next === undefined) break;
      at = next;
      known += 1;
    }
    if (known === moves.length) {
      this.goTo(at);
      return true;
    }
    if (!this.hooks.send({ type: 'grow', node: this.at, moves })) {
      this.hooks.say(host.lost);
      return false;
    }
    this.pending = true;
    return true;
  }

  /** @param {number} from @param {number} to */
  refuse(from, to) {
    // The server knows the reason.
    this.typed(nameOf(from) + nameOf(to));
  }

  /** @param {string} text */
  typed(text) {
    const { place } = this;
    if (place?.over) this.hooks.say(`the game is over here: ${place.over.reason}`);
    // Game Courier writes the moves of a turn in one text.
    else this.play((this.commands ? text.split(';') : [text]).map((part) => typedMove(this, part)));
  }

  endTurn() {
    if (this.place?.turn?.may_end) this.play(['end']);
  }

  /** @param {Node[]} nodes */
  grown(nodes) {
    this.add(nodes);
    this.watch.grew();
  }

  /** Handles the results of an annotation. @param {import('./protocol.js').Annotated} told */
  annotated({ nodes, judged }) {
    this.add(nodes);
    for (const { node, sign, eval: found } of judged) {
      const entry = this.entries.get(node);
      if (entry?.move) entry.move.sign = sign;
      if (entry) entry.eval = found;
    }
    this.refresh();
  }

  /** @param {number} node @param {string} sign */
  signed(node, sign) {
    const { move = null } = this.entries.get(node) ?? {};
    if (move) move.sign = sign;
    this.refresh();
  }

  /** Handles a change of the moves after a position. @param {number} id @param {number[]} children */
  reordered(id, children) {
    const entry = this.entries.get(id);
    if (!entry) return;
    const gone = entry.children.filter((child) => !children.includes(child));
    entry.children = children;
    while (gone.length) {
      const child = /** @type {number} */ (gone.pop());
      gone.push(...this.entry(child).children);
      this.entries.delete(child);
    }
    if (!this.entries.has(this.at)) {
      this.at = id;
      this.pending = false;
      this.look();
      this.show();
      this.watch.went();
    }
    this.watch.grew();
  }

  /** A request was refused: shows the true position again. */
  refused() {
    if (!this.pending) return;
    this.pending = false;
    this.show();
  }
}
