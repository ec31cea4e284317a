// The games to choose from: each with its board, its inventor and a sentence.

import { html, svg } from './dom.js';
import { holes, pieces, place, squareAt } from './board/geometry.js';
import { squarePaths } from './board/marks.js';
import { sideName, sideOf } from './protocol.js';

/** @typedef {import('./protocol.js').Summary} Summary */

/** The groups of the list, each with a heading and what it is. @type {Record<Summary['family'], [string, string]>} */
const FAMILIES = {
  great: ['12×12 games of Jean-Louis Cazaux',
    'One move a turn, as in Chess, with up to 48 pieces a side. Rules after Metamachy, Zanzibar-XL and Maasai Chess on the Chess Variant Pages.'],
  chieftain: ['The Chieftain family of Joe Joyce',
    'A turn has several moves, and leaders command them. Rules after Chieftain Chess on the Chess Variant Pages.'],
  other: ['More games', ''],
  own: ['Your games', 'From your files and diagrams.'],
};

/** How hard a game is to begin with: its dots and words. @type {Record<string, [number, string]>} */
const DIFFICULTY = {
  easy: [1, 'easy to begin with'],
  medium: [2, 'takes some learning'],
  hard: [3, 'much to learn'],
};

/** How far outside of the window boards are drawn. */
const NEAR = '300px';

/** A summary as a sentence. @param {string} text */
export function asSentence(text) {
  const [first = '', ...rest] = text;
  return `${first.toUpperCase()}${rest.join('')}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/**
 * The start position of a game as a picture.
 * @param {Summary} game
 */
export function startPicture(game) {
  const { files, ranks } = game;
  return svg('svg', { class: 'board thumb', viewBox: `0 0 ${files} ${ranks}`, 'aria-hidden': 'true' },
    ...squarePaths(game, holes(game), (x, y) => squareAt(x, y, game, false)),
    ...[...pieces(game.start, game)].map(([at, letter]) => {
      const { x, y } = place(at, game, false);
      const name = `${sideName(sideOf(letter))}${game.pictures[letter.toUpperCase()]}`;
      return svg('use', { href: `#${name}`, x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 });
    }));
}

/** @param {Summary} game */
function facts({ files, ranks, inventor }) {
  return [`${files}×${ranks}`, inventor].filter(Boolean).join(' · ');
}

/** How hard a game is, with dots. @param {Summary} game */
function difficulty({ difficulty: name }) {
  const known = DIFFICULTY[name ?? ''];
  if (!known) return '';
  const [dots, words] = known;
  return html('span', { class: 'difficulty' },
    html('span', { class: 'dots', 'aria-hidden': 'true' }, ...[1, 2, 3].map((dot) => html('i', { class: dot <= dots ? 'full' : '' }))),
    words);
}

/** Whether a game is the first one of its family for new players. @param {Summary} game */
const isFirst = (game) => game.difficulty === 'easy' && (game.family === 'great' || game.family === 'chieftain');

/**
 * The games in groups, as one group of radio buttons.
 * @param {Summary[]} games
 * @param {string} chosen the id of the chosen game
 * @param {(id: string) => void} changed
 */
export function gallery(games, chosen, changed) {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const game = isIntersecting && games.find(({ id }) => id === target.getAttribute('data-game'));
      if (!game) continue;
      observer.unobserve(target);
      target.append(startPicture(game));
    }
  }, { rootMargin: NEAR });
  const card = (/** @type {Summary} */ game) => {
    const board = html('span', { class: 'game-board', 'data-game': game.id });
    observer.observe(board);
    return html('label', { class: 'game-card' },
      html('input', {
        type: 'radio', name: 'variant', value: game.id, checked: game.id === chosen,
        'aria-labelledby': `name-${game.id}`, 'aria-describedby': `about-${game.id}`,
        onchange: () => changed(game.id),
      }),
      html('span', { class: 'game-face' }, board,
        html('span', { class: 'game-words' },
          html('span', { class: 'game-title' }, html('b', { id: `name-${game.id}` }, game.name)),
          html('span', { class: 'game-about', id: `about-${game.id}` },
            isFirst(game) && html('span', { class: 'first-game' }, 'New? Begin here'),
            html('span', { class: 'game-facts' }, facts(game)),
            html('span', {}, asSentence(game.summary)),
            difficulty(game)))));
  };
  const group = (/** @type {[Summary['family'], [string, string]]} */ [family, [title, about]]) => {
    const members = games.filter((game) => game.family === family);
    return members.length > 0 && html('div', { class: 'game-family', role: 'group', 'aria-labelledby': `family-${family}` },
      html('h2', { id: `family-${family}` }, title), about && html('p', {}, about),
      html('div', { class: 'game-cards' }, ...members.map(card)));
  };
  return html('div', { class: 'game-list', role: 'radiogroup', 'aria-label': 'Game' },
    .../** @type {[Summary['family'], [string, string]][]} */ (Object.entries(FAMILIES)).map(group));
}
