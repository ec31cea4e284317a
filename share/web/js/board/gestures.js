// Pointer input on the board: press, drag, tap, hold, hover, draw. Hooks give it meaning.

/**
 * @typedef {import('./view.js').Board} Board
 * @typedef {import('../shapes.js').Colour} Colour
 * @typedef {object} Hooks
 * @property {(at: number) => boolean} liftable whether the piece may be dragged
 * @property {(at: number) => void} lifted it is dragged from now on
 * @property {(from: number, to: number) => void} dropped `to` is -1 beside the board
 * @property {(at: number) => void} tapped
 * @property {(at: number) => void} held the pointer rests on the square, or the right button is down and does not draw
 * @property {() => void} unheld
 * @property {(at: number) => void} hovered -1 beside the board
 * @property {(at: number) => void} over a piece is dragged over a square
 * @property {(event: PointerEvent) => Colour|''} [colour] in which a press draws; empty if it does not
 * @property {(from: number, to: number, colour: Colour) => void} [sketched] `to` is -1 beside the board, and at the end
 * @property {(from: number, to: number, colour: Colour) => void} [drew] `to` is -1 beside the board
 */

/** CSS pixels before a press becomes a drag. */
const MOUSE = 3;
const TOUCH = 8;
/** Milliseconds before a press becomes a hold. */
const HOLD = 450;
/** How much larger a piece is under a finger. */
const UNDER_FINGER = 1.7;

export class Gestures {
  /** @param {Board} board @param {Hooks} hooks */
  constructor(board, hooks) {
    this.board = board;
    this.hooks = hooks;
    /** @type {'idle'|'pressed'|'dragging'|'holding'|'drawing'} */
    this.state = 'idle';
    /** @type {Colour|''} */
    this.colour = '';
    this.at = -1;
    this.pointer = -1;
    this.start = { x: 0, y: 0 };
    this.timer = 0;
    this.frame = 0;
    this.hovering = -1;
    this.stop = new AbortController();
    const { signal } = this.stop;
    const { svg } = board;
    const on = (/** @type {EventTarget} */ target, /** @type {string} */ name,
      /** @type {(event: any) => void} */ handle) => target.addEventListener(name, handle, { signal });
    on(svg, 'pointerdown', (event) => this.down(event));
    on(svg, 'pointermove', (event) => this.move(event));
    // The pointer may be released outside the board.
    on(window, 'pointerup', (event) => this.up(event));
    on(svg, 'pointercancel', () => this.cancel());
    // A touched element captures a finger until the board takes it over.
    on(svg, 'lostpointercapture', ({ target }) => target === svg && this.state === 'dragging' && this.cancel());
    on(svg, 'pointerleave', () => this.hover(-1));
    on(svg, 'contextmenu', (event) => event.preventDefault());
    on(window, 'blur', () => this.cancel());
    on(window, 'scroll', () => { board.bounds = null; });
    on(window, 'resize', () => { board.bounds = null; });
    on(board.area, 'scroll', () => { board.bounds = null; });
  }

  remove() {
    this.cancel();
    this.stop.abort();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.state !== 'idle') {
      // With a second finger, neither means a move.
      this.cancel();
      return;
    }
    const at = this.board.under(event);
    if (at < 0 || event.button === 1) return;
    this.hover(-1);
    if (event.pointerType === 'mouse') event.preventDefault();
    this.at = at;
    this.pointer = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY };
    this.colour = this.hooks.colour?.(event) ?? '';
    if (this.colour) {
      this.state = 'drawing';
      this.board.svg.setPointerCapture(event.pointerId);
      this.hooks.sketched?.(at, at, this.colour);
      return;
    }
    if (event.button === 2) {
      this.hold();
      return;
    }
    this.state = 'pressed';
    // A mouse explains by hovering, so its button may be held before a drag.
    if (event.pointerType !== 'mouse') this.timer = window.setTimeout(() => this.hold(), HOLD);
  }

  hold() {
    clearTimeout(this.timer);
    this.state = 'holding';
    this.hooks.held(this.at);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.state === 'idle') {
      if (event.pointerType === 'mouse') this.hover(this.board.under(event));
      return;
    }
    if (event.pointerId !== this.pointer) return;
    if (this.state === 'drawing' && this.colour) this.hooks.sketched?.(this.at, this.board.under(event), this.colour);
    const far = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y);
    const touch = event.pointerType !== 'mouse';
    if (this.state === 'pressed' && far > (touch ? TOUCH : MOUSE)) {
      clearTimeout(this.timer);
      // On a zoomed board a finger scrolls.
      if (!this.hooks.liftable(this.at) || (touch && this.board.zoomed)) {
        this.state = 'idle';
        return;
      }
      this.state = 'dragging';
      this.board.svg.setPointerCapture(event.pointerId);
      this.hooks.lifted(this.at);
      this.board.lift(this.at);
    }
    if (this.state === 'dragging') {
      const point = this.board.point(event);
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => {
        this.board.carry(this.at, point, touch ? UNDER_FINGER : 1);
        this.hooks.over(this.board.under(event));
      });
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.pointer) return;
    const { state, at } = this;
    this.reset();
    if (state === 'holding') this.hooks.unheld();
    if (state === 'pressed') this.hooks.tapped(at);
    if (state === 'drawing' && this.colour) this.hooks.drew?.(at, this.board.under(event), this.colour);
    if (state === 'dragging') {
      this.board.release(at);
      this.hooks.over(-1);
      const to = this.board.under(event);
      this.hooks.dropped(at, to);
    }
  }

  reset() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.state = 'idle';
    this.pointer = -1;
  }

  /** Cancels everything; a carried piece returns to its square. */
  cancel() {
    const { state, at } = this;
    this.reset();
    if (state === 'holding') this.hooks.unheld();
    if (state === 'drawing' && this.colour) this.hooks.sketched?.(at, -1, this.colour);
    if (state === 'dragging') {
      this.board.release(at);
      this.hooks.over(-1);
    }
  }

  /** @param {number} at */
  hover(at) {
    if (at !== this.hovering) {
      this.hovering = at;
      this.hooks.hovered(at);
    }
  }
}
