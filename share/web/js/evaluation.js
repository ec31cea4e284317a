// The engine's evaluation: a bar beside the board, lines, and a graph of the line of play.

import { markClass } from './annotate.js';
import { button, html, set, svg } from './dom.js';
import { parse } from './board/geometry.js';

/**
 * @typedef {import('./analysishand.js').AnalysisHand} AnalysisHand
 * @typedef {import('./protocol.js').Eval} Eval
 * @typedef {import('./protocol.js').Lines} Lines
 */

/** The maximum number of lines, as on the server. */
export const MOST_LINES = 5;
/** The maximum number of turns in a line. */
const TURNS = 12;

/** White's expected score as a bar. */
export class Bar {
  constructor() {
    this.white = html('div', { class: 'bar-white' });
    this.score = html('span', { class: 'bar-score' });
    this.node = html('div', { class: 'eval-bar', role: 'img', 'aria-label': 'Evaluation' }, this.white, this.score);
  }

  /** @param {Eval|null} found @param {boolean} flipped */
  show(found, flipped) {
    this.node.classList.toggle('flipped', flipped);
    this.node.classList.toggle('unknown', !found);
    // The old value stays until there is a new one, so that the bar does not jump.
    if (!found) return;
    this.white.style.height = `${(found.share * 100).toFixed(1)}%`;
    // There is room for one decimal, and for none from ten on.
    this.score.textContent = found.score.replace(/(\d\d)\.\d+$/, '$1').replace(/(\.\d)\d$/, '$1');
    this.score.classList.toggle('behind', found.share < 0.5);
    set(this.node, { 'aria-label': `Evaluation ${found.score}` });
  }
}

/** The engine's lines. */
export class EngineLines {
  /**
   * @param {{play: (moves: string[]) => void, changed: () => void}} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.on = false;
    this.count = 1;
    /** @type {Lines|null} */
    this.found = null;
    this.toggle = html('input', { type: 'checkbox', role: 'switch', onchange: () => this.switch(this.toggle.checked) });
    this.number = html('select', { 'aria-label': 'Lines', onchange: () => this.choose(Number(this.number.value)) },
      ...Array.from({ length: MOST_LINES }, (_, i) => html('option', { value: i + 1 }, i ? `${i + 1} lines` : '1 line')));
    this.words = html('span', { class: 'engine-words' });
    this.list = html('ol', { class: 'engine-lines' });
    this.node = html('div', { class: 'engine' },
      html('div', { class: 'engine-head' },
        html('label', { class: 'engine-switch', title: 'Engine (L)' }, this.toggle, html('span', {}, 'Engine')),
        this.words, this.number), this.list);
  }

  /** @param {boolean} on */
  switch(on) {
    this.on = on;
    this.toggle.checked = on;
    this.found = null;
    this.draw();
    this.hooks.changed();
  }

  /** @param {number} count */
  choose(count) {
    this.count = count;
    this.hooks.changed();
  }

  /** @param {Lines|null} found */
  show(found) {
    this.found = found;
    this.draw();
  }

  draw() {
    const { found, on } = this;
    this.list.hidden = !on;
    this.number.hidden = !on;
    const million = (/** @type {number} */ n) => (n / 1e6).toFixed(n < 1e7 ? 1 : 0);
    this.words.textContent = !on ? '' : !found ? '…'
      : found.state === 'waiting' ? 'waiting for a free engine'
        : found.state === 'over' && !found.lines.length ? 'the game is over here'
        : found.depth ? `depth ${found.depth}  ${million(found.nps)} M/s${found.state === 'over' ? '  ended' : ''}` : '…';
    const lines = found?.lines ?? [];
    // Rows and buttons are reused, so that a click hits what the person sees.
    const rows = on ? this.count : 0;
    while (this.list.children.length > rows) this.list.lastElementChild?.remove();
    while (this.list.children.length < rows) this.list.append(this.row());
    [...this.list.children].forEach((row, index) => {
      const line = lines[index];
      const [score, ...turns] = /** @type {HTMLElement[]} */ ([...row.children]);
      score.textContent = line?.eval.score ?? '';
      turns.forEach((node, turn) => {
        const words = line?.turns[turn]?.words ?? '';
        if (node.textContent !== words) node.textContent = words;
        node.hidden = !words;
        node.dataset.moves = line ? line.turns.slice(0, turn + 1).flatMap(({ moves }) => moves).join(' ') : '';
      });
    });
  }

  row() {
    const turn = () => {
      const node = button('', () => this.hooks.play((node.dataset.moves ?? '').split(' ')), { hidden: true, class: 'line-move' });
      return node;
    };
    return html('li', {}, html('b', {}), ...Array.from({ length: TURNS }, turn));
  }

  /** The best moves as arrows: all moves of the best line's first turn, other lines thinner. */
  arrows() {
    if (!this.on || !this.found) return [];
    return this.found.lines.slice(0, 3).flatMap(({ arrows }, rank) =>
      arrows.map(([from, to]) => ({ from: parse(from), to: parse(to), rank })));
  }
}

/** A graph of the evaluations along a line of play. */
export class Graph {
  /** @param {(id: number) => void} go */
  constructor(go) {
    this.go = go;
    this.area = svg('path', { class: 'graph-area' });
    this.here = svg('line', { class: 'graph-here', y1: 0, y2: 100 });
    /** The marks of annotated moves. */
    this.marks = svg('g');
    this.svg = svg('svg', {
      class: 'graph', viewBox: '0 0 1 100', preserveAspectRatio: 'none', 'aria-hidden': 'true',
      onclick: (/** @type {MouseEvent} */ event) => this.click(event),
    }, this.area, svg('line', { class: 'graph-even', x1: 0, x2: 100000, y1: 50, y2: 50 }), this.marks, this.here);
    /** @type {number[]} */
    this.ids = [];
  }

  /** @param {AnalysisHand} hand */
  show(hand) {
    this.ids = [0, ...hand.line()];
    /** @type {{x: number, y: number, turn: number}[]} */
    const points = this.ids.flatMap((id, x) => {
      const { eval: found, move } = hand.entry(id);
      return found ? [{ x, y: 100 - found.share * 100, turn: move?.turn ?? -1 }] : [];
    });
    // Only scores of consecutive turns are joined; nothing is known between others.
    /** @type {typeof points[]} */
    const parts = [];
    for (const point of points) {
      const last = parts.at(-1)?.at(-1);
      if (last && point.turn - last.turn <= 1) parts.at(-1)?.push(point);
      else parts.push([point]);
    }
    const joined = parts.filter((part) => part.length > 1);
    const at = this.ids.indexOf(hand.at);
    set(this.svg, { viewBox: `0 0 ${Math.max(this.ids.length - 1, 1)} 100` });
    set(this.here, { x1: at, x2: at });
    this.svg.classList.toggle('empty', !joined.length);
    set(this.area, { d: joined.map((part) => `M${part[0].x} 100${part.map(({ x, y }) => `L${x} ${y.toFixed(1)}`).join('')}L${part[part.length - 1].x} 100Z`).join('') });
    this.marks.replaceChildren(...this.ids.map((id, x) => {
      const kind = markClass(hand.entry(id).move?.sign ?? '');
      return kind ? svg('line', { class: `graph-mark ${kind}`, x1: x, x2: x, y1: 0, y2: 100 }) : '';
    }));
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { left, width } = this.svg.getBoundingClientRect();
    const place = Math.round(((event.clientX - left) / width) * (this.ids.length - 1));
    const id = this.ids[place];
    if (id !== undefined) this.go(id);
  }
}
