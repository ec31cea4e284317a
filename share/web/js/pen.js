// Drawing arrows and circles on the board: by the right button, or by any press while the pen is taken.

import { press, signButton } from './controls.js';
import { mark } from './board/marks.js';
import { nameOf } from './board/geometry.js';
import { announce, button, html, svg } from './dom.js';
import { drawShapes } from './draw.js';
import { COLOURS, colourOf, inWords, toggled } from './shapes.js';

/** @typedef {import('./shapes.js').Shape} Shape */
/** @typedef {import('./shapes.js').Colour} Colour */

export class Pen {
  /** @param {import('./hand.js').Hand} hand */
  constructor(hand) {
    this.hand = hand;
    /** The colour of the pen that is taken; empty without one. @type {Colour|''} */
    this.colour = '';
    /** What is on the board, unless a position keeps it. @type {Shape[]} */
    this.shapes = [];
    /** What is being drawn. @type {Shape|null} */
    this.sketch = null;
  }

  /** The colour in which a press draws; empty if it does not. @param {PointerEvent} event @returns {Colour|''} */
  colourOf(event) {
    return event.button === 2 ? colourOf(event) : this.colour;
  }

  /** Shows what is being drawn. @param {number} from @param {number} to -1 beside the board @param {Colour} colour */
  sketched(from, to, colour) {
    const before = this.sketch;
    this.sketch = to < 0 ? null : { from, to, colour };
    if (before?.to !== to || !this.sketch) drawShapes(this.hand);
  }

  /** Draws, or removes what was there. @param {number} from @param {number} to -1 beside the board @param {Colour} colour */
  drew(from, to, colour) {
    this.sketch = null;
    if (to >= 0) {
      const shape = { from, to, colour };
      const [before, after] = [this.hand.drawn(), toggled(this.hand.drawn(), shape)];
      this.hand.draw(after);
      announce(`${inWords(shape)}${after.length < before.length ? ' removed' : ''}`);
    }
    drawShapes(this.hand);
  }

  /** Begins a shape with the taken pen by a key, or ends it. @param {number} at */
  pressed(at) {
    if (!this.colour) return;
    if (this.sketch) this.drew(this.sketch.from, at, this.colour);
    else {
      this.sketched(at, at, this.colour);
      announce(`from ${nameOf(at)}; Enter on another square draws an arrow, on this one a circle`);
    }
  }

  /** Removes what no position keeps. */
  clear() {
    if (!this.shapes.length && !this.sketch) return;
    this.shapes = [];
    this.sketch = null;
    drawShapes(this.hand);
  }
}

/** The pen and its colours, for fingers and for keys. */
export class PenBox {
  /** @param {() => import('./hand.js').Hand|null} hand */
  constructor(hand) {
    this.hand = hand;
    /** @type {Colour|''} */
    this.colour = '';
    /** The colour taken last. @type {Colour} */
    this.last = 'g';
    this.button = signButton('draw', 'Draw arrows and circles (D)', () => this.take(this.colour ? '' : this.last));
    this.colours = /** @type {Colour[]} */ (Object.keys(COLOURS)).map((colour) => button(
      svg('svg', { class: 'pen-mark', viewBox: '0 0 1 1', 'aria-hidden': 'true' }, mark(`drawn-${colour}`)),
      () => this.take(colour), { title: COLOURS[colour], class: 'sign-button', 'data-colour': colour }));
    this.node = html('div', { class: 'pen-box', role: 'group', 'aria-label': 'Draw', hidden: true }, ...this.colours,
      html('span', {}, 'Drag: an arrow. Tap: a circle.'), button('Clear', () => this.clear()));
    this.show();
  }

  /** @param {Colour|''} colour empty to put the pen away */
  take(colour) {
    this.colour = colour;
    this.last = colour || this.last;
    if (colour) announce(`the pen draws ${COLOURS[colour]} arrows and circles`);
    this.hand()?.let();
    this.show();
  }

  clear() {
    const hand = this.hand();
    hand?.draw([]);
    if (hand) drawShapes(hand);
    announce('all arrows and circles removed');
  }

  /** Hands the pen to the board. */
  show() {
    const { colour } = this;
    this.node.hidden = !colour;
    press(this.button, Boolean(colour));
    this.colours.forEach((node) => press(node, node.dataset.colour === colour));
    const hand = this.hand();
    if (!hand) return;
    hand.pen.colour = colour;
    hand.board.host.classList.toggle('pen', Boolean(colour));
  }
}
