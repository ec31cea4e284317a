// The board: squares, marks and pieces in one scalable picture.

import { html, set, svg } from '../dom.js';
import { eased, glides } from './animate.js';
import { settings } from '../settings.js';
import { cellSize, fileName, fileOf, holes, nameOf, place, rankOf, square, squareAt } from './geometry.js';
import { arrow, mark, reachMark, squarePaths } from './marks.js';

/**
 * @typedef {import('./geometry.js').Size} Size
 * @typedef {import('./animate.js').Pieces} Pieces
 * @typedef {import('./marks.js').Mark} Mark
 * @typedef {{at: number, node: SVGElement}} Placed
 * @typedef {{from: number, to: number, rank: number, drawn?: string}} Arrow the best ones have rank 0
 * @typedef {{node: SVGGraphicsElement, letter: string}} Man
 */

/** The layers from the bottom; the pieces are between them. */
const UNDER = ['last', 'range', 'selected', 'premove', 'over'];
const OVER = ['command', 'targets', 'check', 'drawn', 'reach', 'cursor', 'arrows', 'signs'];

/** The size of zoomed squares in CSS pixels. */
const ZOOMED = 44;
/** Squares smaller than this are hard to hit. */
const SMALL = 28;
/** The space for coordinates on the left and below, in squares, and its minimum in CSS pixels. */
const GUTTER = { squares: 0.3, pixels: 12 };

/** @param {SVGElement} node @param {number} x @param {number} y @param {number} [scale] */
const move = (node, x, y, scale) =>
  set(node, { transform: `translate(${x} ${y})${scale ? ` scale(${scale})` : ''}` });

export class Board {
  /**
   * @param {HTMLElement} area where there is room for it
   * @param {Size} size
   * @param {(letter: string) => string} picture the name of a piece's picture
   */
  constructor(area, size, picture) {
    this.area = area;
    this.size = size;
    this.holes = holes(size);
    this.picture = picture;
    this.flipped = false;
    this.zoomed = false;
    /** The sizes of a square and of the space for coordinates, in CSS pixels. */
    this.cell = 1;
    this.gutter = 0;
    /** The size of a square with which the board fits into its area. */
    this.fitting = 1;
    /** @type {Pieces} */
    this.pieces = new Map();
    /** @type {Map<number, Man>} */
    this.men = new Map();
    /** @type {Map<string, Placed[]>} */
    this.marks = new Map();
    /** The kinds of marks in each layer. @type {Map<string, Set<Mark>>} */
    this.kinds = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.layers = new Map();
    /** The frame of the running animation. */
    this.frame = 0;
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {DOMRect|null} */
    this.bounds = null;
    const layer = (/** @type {string} */ name) => {
      const group = svg('g', { class: `layer ${name}` });
      this.layers.set(name, group);
      return group;
    };
    this.squares = svg('g', { class: 'squares' });
    this.coordinates = svg('g', { class: 'coordinates' });
    this.manLayer = svg('g', { class: 'men' });
    /** On top: the carried piece. */
    this.hand = svg('g', { class: 'men' });
    this.svg = svg('svg', {
      class: 'board', viewBox: `0 0 ${size.files} ${size.ranks}`, 'aria-hidden': 'true',
    }, this.squares, ...UNDER.map(layer), this.coordinates, this.manLayer, ...OVER.map(layer), this.hand);
    this.host = html('div', { class: 'board-host', tabindex: 0 }, this.svg);
    area.replaceChildren(this.host);
    // For styles in which the board's area has the height that it needs.
    (area.closest('main') ?? area).style.setProperty('--ratio', String(size.ranks / size.files));
    this.drawSquares();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(area);
    this.resize();
  }

  /** Removes the board from the page. */
  remove() {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    this.host.remove();
  }

  /** Whether squares are so small that zooming helps. */
  get isSmall() {
    return this.fitting < SMALL;
  }

  resize() {
    const { clientWidth, clientHeight } = this.area;
    if (!clientWidth || !clientHeight) return;
    const { files, ranks } = this.size;
    const rough = cellSize(clientWidth, clientHeight, this.size);
    const wanted = Math.max(rough * GUTTER.squares, GUTTER.pixels);
    const gutter = settings.coordinates ? Math.round(wanted) : 0;
    let cell = cellSize(clientWidth - gutter, clientHeight - gutter, this.size);
    this.fitting = cell;
    if (this.zoomed) cell = Math.max(cell, ZOOMED);
    this.cell = cell;
    this.gutter = gutter;
    const [width, height] = [cell * files + gutter, cell * ranks + gutter];
    const beside = gutter / cell;
    set(this.svg, { viewBox: `${-beside} 0 ${files + beside} ${ranks + beside}` });
    this.svg.style.width = this.host.style.width = `${width}px`;
    this.svg.style.height = this.host.style.height = `${height}px`;
    this.host.style.setProperty('--cell', `${cell}px`);
    this.area.classList.toggle('zoomed', this.zoomed);
    this.tellPlace(clientWidth, clientHeight, width, height);
    set(this.coordinates, { 'font-size': (beside * 0.72).toFixed(3), display: gutter ? null : 'none' });
    this.drawCoordinates(beside);
    this.bounds = null;
  }

  /**
   * Passes the places of the board and its squares to the styles, for the elements beside them.
   * @param {number} areaWidth @param {number} areaHeight @param {number} width @param {number} height
   */
  tellPlace(areaWidth, areaHeight, width, height) {
    const beside = Math.max((areaWidth - width) / 2, 0);
    const above = Math.max((areaHeight - height) / 2, 0);
    const { style } = this.area.parentElement ?? this.area;
    style.setProperty('--board-left', `${this.zoomed ? 0 : beside}px`);
    style.setProperty('--squares-top', `${this.zoomed ? 0 : above}px`);
    style.setProperty('--squares-height', `${Math.min(height - this.gutter, areaHeight)}px`);
  }

  /** @param {boolean} zoomed */
  zoom(zoomed) {
    this.zoomed = zoomed;
    // The area changes first, then the board.
    this.area.classList.toggle('zoomed', zoomed);
    this.resize();
    // To where the person's own pieces are.
    const { scrollWidth, scrollHeight, clientWidth } = this.area;
    this.area.scrollTo((scrollWidth - clientWidth) / 2, scrollHeight);
  }

  drawSquares() {
    this.squares.replaceChildren(...squarePaths(this.size, this.holes, (x, y) => squareAt(x, y, this.size, this.flipped)));
  }

  /** @param {number} beside the room for them in squares */
  drawCoordinates(beside) {
    const { files, ranks } = this.size;
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
      svg('text', { x: x.toFixed(3), y: y.toFixed(3) }, words);
    const nodes = [];
    for (let x = 0; x < files; x++) {
      const at = squareAt(x, 0, this.size, this.flipped);
      nodes.push(text(x + 0.5, ranks + beside * 0.76, fileName(fileOf(at))));
    }
    for (let y = 0; y < ranks; y++) {
      const at = squareAt(0, y, this.size, this.flipped);
      nodes.push(text(-beside / 2, y + 0.5 + beside * 0.26, String(rankOf(at) + 1)));
    }
    this.coordinates.replaceChildren(...nodes);
  }

  /** @param {boolean} flipped whether Black is below */
  flip(flipped) {
    if (this.flipped === flipped) return;
    this.flipped = flipped;
    this.settle();
    this.drawSquares();
    this.resize();
    this.men.forEach(({ node }, at) => this.put(node, at));
    this.marks.forEach((placed) => placed.forEach(({ node, at }) => this.put(node, at)));
    this.drawArrows(this.arrows);
  }

  /** @param {Arrow[]} arrows */
  drawArrows(arrows) {
    this.arrows = arrows;
    const seen = (/** @type {number} */ at) => place(at, this.size, this.flipped);
    this.layers.get('arrows')?.replaceChildren(
      ...arrows.map(({ from, to, rank, drawn }) => arrow(seen(from), seen(to), rank, drawn)).reverse());
  }

  /** @param {SVGElement} node @param {number} at */
  put(node, at) {
    const { x, y } = place(at, this.size, this.flipped);
    move(node, x, y);
  }

  /** @param {string} letter */
  man(letter) {
    const picture = this.picture(letter);
    const shown = picture ? svg('use', { href: `#${picture}`, x: 0.05, y: 0.05, width: 0.9, height: 0.9 })
      : svg('text', { class: 'man-letter', x: 0.5, y: 0.7 }, letter);
    const node = svg('g', { class: 'man' }, shown);
    if (picture && letter.startsWith('+')) {
      node.append(svg('circle', { class: 'promoted', cx: 0.85, cy: 0.15, r: 0.12 }),
        svg('path', { class: 'promoted-plus', d: 'M0.78 0.15h0.14M0.85 0.08v0.14' }));
    }
    this.manLayer.append(node);
    return node;
  }

  /**
   * Shows a position; pieces that have moved glide for `time` milliseconds.
   * @param {Pieces} pieces
   * @param {number} [time]
   */
  show(pieces, time = 0) {
    this.settle();
    const gliding = time > 0 ? glides(this.pieces, pieces) : [];
    const from = new Map(gliding.map((glide) => [glide.to, this.men.get(glide.from)]));
    const kept = new Set([...from.values()]);
    /** @type {Map<number, Man>} */
    const men = new Map();
    for (const [at, letter] of pieces) {
      const old = this.men.get(at);
      const man = from.get(at) ?? (old?.letter === letter && !kept.has(old) ? old : undefined);
      men.set(at, man ?? { node: this.man(letter), letter });
    }
    const standing = new Set(men.values());
    this.men.forEach((man) => standing.has(man) || man.node.remove());
    this.pieces = new Map(pieces);
    this.men = men;
    men.forEach(({ node }, at) => { node.dataset.square = nameOf(at); });
    const moving = new Set(gliding.map((glide) => glide.to));
    men.forEach(({ node }, at) => moving.has(at) || this.put(node, at));
    if (gliding.length) this.animate(gliding, time);
  }

  /** @param {import('./animate.js').Glide[]} gliding @param {number} time */
  animate(gliding, time) {
    const begun = performance.now();
    const ways = gliding.map(({ from, to }) => {
      const node = /** @type {Man} */ (this.men.get(to)).node;
      this.manLayer.append(node);
      return { node, a: place(from, this.size, this.flipped), b: place(to, this.size, this.flipped) };
    });
    const step = (/** @type {number} */ now) => {
      const t = Math.min(Math.max((now - begun) / time, 0), 1);
      const share = eased(t);
      for (const { node, a, b } of ways) {
        move(node, a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
      }
      this.frame = t < 1 ? requestAnimationFrame(step) : 0;
    };
    this.frame = -1;
    step(begun);
  }

  /** Ends an animation: all pieces stand on their squares. */
  settle() {
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.men.forEach(({ node }, at) => this.put(node, at));
  }

  /**
   * Replaces the marks of a layer.
   * @param {string} layer
   * @param {{kind: Mark, at: number}[]} marks
   */
  mark(layer, marks) {
    this.kinds.set(layer, new Set(marks.map(({ kind }) => kind)));
    this.setMarks(layer, marks.map(({ kind, at }) => ({ at, node: svg('g', {}, mark(kind)) })));
  }

  /**
   * Marks where a piece could go.
   * @param {import('../protocol.js').Way[]} ways
   * @param {(name: string) => number} parse
   */
  markReach(ways, parse) {
    this.setMarks('reach', ways.flatMap(({ how, what, squares }) =>
      squares.map((name) => ({ at: parse(name), node: svg('g', {}, reachMark(how, what)) }))));
  }

  /** @param {string} layer @param {Placed[]} placed */
  setMarks(layer, placed) {
    const old = this.marks.get(layer);
    if (!placed.length && !old?.length) return;
    placed.forEach(({ node, at }) => this.put(node, at));
    this.layers.get(layer)?.replaceChildren(...placed.map(({ node }) => node));
    this.marks.set(layer, placed);
  }

  /** The board's rectangle on the screen, measured once until it changes. */
  get rect() {
    this.bounds ??= this.svg.getBoundingClientRect();
    return this.bounds;
  }

  /**
   * A point on the screen in squares from the board's top left.
   * @param {{clientX: number, clientY: number}} event
   */
  point({ clientX, clientY }) {
    const { left, top } = this.rect;
    return { x: (clientX - left - this.gutter) / this.cell, y: (clientY - top) / this.cell };
  }

  /**
   * The square under a pointer; -1 outside the board.
   * @param {{clientX: number, clientY: number}} event
   */
  under(event) {
    const { x, y } = this.point(event);
    return squareAt(Math.floor(x), Math.floor(y), this.size, this.flipped);
  }

  /** Takes a piece off its square to carry it. @param {number} at */
  lift(at) {
    this.settle();
    const man = this.men.get(at);
    if (man) {
      man.node.classList.add('lifted');
      this.hand.append(man.node);
    }
  }

  /**
   * Holds a carried piece over a point in squares.
   * @param {number} at where it belongs
   * @param {{x: number, y: number}} point
   * @param {number} [scale]
   */
  carry(at, { x, y }, scale = 1) {
    const man = this.men.get(at);
    if (man) move(man.node, x - scale / 2, y - scale / 2, scale);
  }

  /** Puts a carried piece back. @param {number} at */
  release(at) {
    const man = this.men.get(at);
    if (man) {
      man.node.classList.remove('lifted');
      this.manLayer.append(man.node);
      this.put(man.node, at);
    }
  }

  /** Iterates over all squares. */
  *all() {
    for (let rank = 0; rank < this.size.ranks; rank++) {
      for (let file = 0; file < this.size.files; file++) {
        if (!this.holes.has(square(file, rank))) yield square(file, rank);
      }
    }
  }
}
