// Choosing a promotion.

import { html, svg } from '../dom.js';
import { place } from './geometry.js';

/**
 * Shows the choices at a square and returns the chosen one; null if cancelled.
 * @param {import('./view.js').Board} board
 * @param {number} at
 * @param {{letter: string, name: string, picture: string}[]} choices
 * @returns {Promise<string|null>}
 */
export function choosePromotion(board, at, choices) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const done = (/** @type {string|null} */ letter) => {
      document.removeEventListener('keydown', keys, true);
      cover.remove();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      resolve(letter);
    };
    const choice = (/** @type {typeof choices[number]} */ { letter, name, picture }) => html('button', {
      type: 'button', title: name, 'aria-label': name, onclick: () => done(letter),
    }, svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('use', { href: `#${picture}` })),
    html('span', {}, name));
    const sheet = html('div', { class: 'promotion', role: 'dialog', 'aria-label': 'Promote to' },
      ...choices.map(choice));
    const cover = html('div', {
      class: 'promotion-cover',
      onclick: (/** @type {Event} */ event) => event.target === cover && done(null),
      oncontextmenu: (/** @type {Event} */ event) => { event.preventDefault(); done(null); },
    }, sheet);
    const keys = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        done(null);
      }
    };
    document.addEventListener('keydown', keys, true);
    board.host.append(cover);
    // Next to the square, and within the board.
    const { x, y } = place(at, board.size, board.flipped);
    const { cell, gutter } = board;
    const [width, height] = [sheet.offsetWidth, sheet.offsetHeight];
    const limit = (/** @type {number} */ wish, /** @type {number} */ most) =>
      `${Math.max(0, Math.min(wish, most))}px`;
    sheet.style.left = limit(gutter + (x + 0.5) * cell - width / 2, gutter + board.size.files * cell - width);
    sheet.style.top = limit(y * cell, board.size.ranks * cell - height);
    sheet.querySelector('button')?.focus();
  });
}
