// Icons on buttons.

import { button, html, svg } from './dom.js';

/** Lines in a square of 24 by 24 units. */
const SIGNS = {
  first: 'M18 5l-7 7 7 7M6 5v14',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  last: 'M6 5l7 7-7 7M18 5v14',
  undo: 'M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3',
  flip: 'M8 4v16M8 20l-4-4M8 20l4-4M16 20V4M16 4l-4 4M16 4l4 4',
  resign: 'M6 21V4M6 4h12l-3 4 3 4H6',
  pause: 'M8 5v14M16 5v14',
  go: 'M7 4l12 8-12 8z',
  replay: 'M4 12a8 8 0 1 1 2.5 5.8M4 20v-6h6',
  zoom: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M10.5 7.5v6M7.5 10.5h6',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  open: 'M3 7h6l2 2h10v10H3z',
  save: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6',
  up: 'M12 20V5M6 11l6-6 6 6',
  cut: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  play: 'M7 4l12 8-12 8z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15.5 8.5v.5',
  draw: 'M4 20L18 6M10 5h9v9',
  analyse: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.5M4.5 12h.5M4.5 18h.5',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14',
  settings: 'M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5',
};

/** @param {keyof typeof SIGNS} name */
export function sign(name) {
  return svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] }));
}

/**
 * Shows whether a toggle button is on.
 * @param {HTMLElement} node
 * @param {boolean} on
 */
export function press(node, on) {
  node.classList.toggle('pressed', on);
  node.setAttribute('aria-pressed', String(on));
}

/**
 * Asks for confirmation.
 * @param {string} question
 * @param {string} detail what it is about
 * @param {{yes: string, no: string}} words
 * @returns {Promise<boolean>}
 */
export function askFirst(question, detail, { yes, no }) {
  return new Promise((resolve) => {
    const dialog = html('dialog', { class: 'small-dialog', 'aria-label': question },
      html('h2', {}, question), detail && html('p', {}, detail),
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', { autofocus: true }, no),
        html('button', { class: 'danger', value: 'yes' }, yes)));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * A button with an icon.
 * @param {keyof typeof SIGNS} name
 * @param {string} title
 * @param {() => void} click
 */
export function signButton(name, title, click) {
  return button(sign(name), click, { title, class: 'sign-button' });
}
