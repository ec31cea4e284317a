// The board as a file or on paper. The host makes the picture.

import { announce, button, html } from './dom.js';
import { saveBlob } from './files.js';

/** Pixels of a PNG for each unit of the SVG. */
const SCALE = 2;

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
  /** @param {{ask: () => boolean, say: (text: string) => void, name: () => string}} hooks `ask` asks the host for the picture */
  constructor(hooks) {
    this.hooks = hooks;
    /** The kind of file that is wanted. @type {'svg'|'png'} */
    this.kind = 'svg';
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

  /** Saves the picture that has come. @param {string} svg */
  async heard(svg) {
    const name = `${this.hooks.name()}.${this.kind}`;
    const blob = this.kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pixels(svg).catch(() => null);
    if (blob) saveBlob(blob, name);
    else this.hooks.say('this browser makes no picture: save SVG');
    if (blob) announce(`${name} saved`);
  }
}
