// The board as a file or on paper. The host makes the picture.

import { place } from './board/geometry.js';
import { arrow, mark } from './board/marks.js';
import { announce, button, html, svg } from './dom.js';
import { saveBlob } from './files.js';

/** Pixels of a PNG for each unit of the SVG. */
const SCALE = 2;
/** The margin and the squares of the host's pictures, in units of the SVG. */
const [MARGIN, SQUARE] = [26, 50];
/** What says how a shape looks. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'opacity'];

/** The arrows and circles of the person for such a picture; empty without any. @param {import('./hand.js').Hand} hand */
function drawnOn(hand) {
  const { board } = hand;
  const at = (/** @type {number} */ square) => place(square, board.size, board.flipped);
  const shapes = hand.drawn().map(({ from, to, colour }) => {
    if (from !== to) return arrow(at(from), at(to), 1, `drawn-${colour}`);
    const { x, y } = at(to);
    return svg('g', { transform: `translate(${x} ${y})` }, mark(`drawn-${colour}`));
  });
  if (!shapes.length) return '';
  const all = svg('g', {}, ...shapes);
  // On the board the shapes get their looks, which they need in a file of their own.
  board.svg.append(all);
  for (const node of all.querySelectorAll('*')) {
    const looks = getComputedStyle(node);
    LOOKS.forEach((name) => node.setAttribute(name, looks.getPropertyValue(name)));
  }
  all.remove();
  all.setAttribute('transform', `translate(${MARGIN} ${MARGIN}) scale(${SQUARE})`);
  return new XMLSerializer().serializeToString(all);
}

/** A picture in pixels. @param {string} svg @returns {Promise<Blob|null>} */
async function pixels(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = html('canvas', { width: image.naturalWidth * SCALE, height: image.naturalHeight * SCALE });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve); });
}

export class Pictures {
  /**
   * @param {{ask: () => boolean, hand: () => import('./hand.js').Hand|null, say: (text: string) => void, name: () => string}} hooks
   *   `ask` asks the host for the picture of the position
   */
  constructor(hooks) {
    this.hooks = hooks;
    /** The kind of file that is wanted. @type {'svg'|'png'} */
    this.kind = 'svg';
    /** What is drawn on the position, as SVG. */
    this.drawn = '';
  }

  /** Asks what to do. */
  open() {
    if (document.querySelector('dialog[open]')) return;
    const act = (/** @type {string} */ label, /** @type {() => void} */ what, primary = false) => button(label, () => {
      dialog.close();
      what();
    }, { class: primary ? 'primary' : null });
    const save = (/** @type {'svg'|'png'} */ kind) => () => {
      this.kind = kind;
      const hand = this.hooks.hand();
      this.drawn = hand ? drawnOn(hand) : '';
      this.hooks.ask();
    };
    const dialog = html('dialog', { class: 'small-dialog', 'aria-label': 'Picture of the board' },
      html('h2', {}, 'Picture of the board'),
      html('p', { class: 'summary' }, 'A file with the position, or paper with the board, the players and the moves.'),
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Cancel'),
        act('Print…', () => window.print()), act('Save SVG', save('svg')), act('Save PNG', save('png'), true)));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Saves the picture that has come, with what is drawn on it. @param {string} bare */
  async heard(bare) {
    const svg = bare.replace(/<\/svg>\s*$/, (end) => this.drawn + end);
    const name = `${this.hooks.name()}.${this.kind}`;
    const blob = this.kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pixels(svg).catch(() => null);
    if (blob) saveBlob(blob, name);
    else this.hooks.say('this browser makes no picture: save SVG');
    if (blob) announce(`${name} saved`);
  }
}
