// Parts of the analysis page: its buttons, and what stands in its place when there is no analysis.

import { href } from './address.js';
import { signButton } from './controls.js';
import { button, heading, html } from './dom.js';
import { askText, copyText } from './files.js';
import { sentence } from './words.js';

/** @typedef {import('./analysishand.js').AnalysisHand} AnalysisHand */

/** The rows of buttons. @param {import('./analysis.js').Analysis} page */
export function analysisActions(page) {
  const on = (/** @type {(hand: AnalysisHand) => void} */ act) => () => { if (page.hand) act(page.hand); };
  const text = (/** @type {string} */ wanted) => () => {
    page.wanted = wanted;
    page.send({ type: 'pgn' });
  };
  const node = (/** @type {string} */ type) => on(({ at }) => { if (at) page.send({ type, node: at }); });
  const moves = html('div', { class: 'controls', role: 'toolbar', 'aria-label': 'Moves' },
    signButton('first', 'First position (up)', on((it) => it.goTo(0))),
    signButton('back', 'Back (left)', on((it) => it.back())),
    signButton('forward', 'Forward (right)', on((it) => it.forward())),
    signButton('last', 'Last position (down)', on((it) => it.last())),
    html('span', { class: 'gap' }),
    signButton('up', 'Make this the main line', node('promote')),
    signButton('cut', 'Delete from here', on((it) => page.prune(it))),
    page.pen.button, page.zoomButton, signButton('flip', 'Turn the board (F)', () => page.flip()), signButton('book', 'Rules and pieces', () => page.showRules()), page.legend.button);
  const texts = html('div', { class: 'controls texts', role: 'toolbar', 'aria-label': 'Texts' },
    button('Open…', () => askText(page.game()), { title: 'Open a FEN or PGN' }),
    button('FEN', on(({ place }) => { if (place) copyText(place.fen, (words) => page.say(words), 'FEN'); }), { title: 'Copy FEN' }),
    button('PGN', text('copy'), { title: 'Copy PGN' }),
    signButton('save', 'Save PGN', text('save')),
    button('GC', on(({ at }) => {
      page.wanted = 'courier';
      page.send({ type: 'courier', node: at });
    }), { title: 'Copy the line for Game Courier' }),
    signButton('list', 'Chapters of a study', on(() => page.chapters.ask())),
    signButton('link', 'Copy link', () => page.copyLink()),
    html('span', { class: 'gap' }),
    signButton('picture', 'Save a picture, or print', () => page.pictures.open()),
    signButton('edit', 'Edit the position', on(({ place }) => { if (place) location.href = page.editor(place.fen); })));
  return [moves, texts];
}

/**
 * Shows that there is no such analysis.
 * @param {HTMLElement} main
 * @param {string} text why
 * @param {boolean} asked whether a new one was wanted
 */
export function showMissing(main, text, asked) {
  const title = asked ? 'This cannot be analysed' : 'No analysis here';
  document.title = `${title} - Dhow`;
  main.className = 'rules';
  heading('');
  main.replaceChildren(html('article', { class: 'missing' },
    html('h1', {}, title),
    html('p', { role: 'alert' }, `${sentence(text)}.`),
    !asked && html('p', {}, 'It may have been deleted. An analysis without moves and comments is not saved.'),
    html('p', { class: 'ways-in' }, html('a', { class: 'link-button', href: href('kept') }, 'Games'),
      html('a', { class: 'link-button', href: href('analysis') }, 'New analysis'))));
}
