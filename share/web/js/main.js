// The entry point: selects the page, and makes its links.

import { here, href } from './address.js';
import { Analysis } from './analysis.js';
import { App } from './app.js';
import { signButton } from './controls.js';
import { button, html, loadPictures } from './dom.js';
import { showEditor } from './editor.js';
import { takeTexts } from './files.js';
import { host } from './host.js';
import { showKept } from './kept.js';
import { showLessons } from './lessons.js';
import { showPuzzles } from './puzzles.js';
import { showRules } from './rules.js';
import { change, settings } from './settings.js';

/** The settings dialog. */
function openSettings() {
  const check = (/** @type {'coordinates'|'targets'|'hover'|'sound'|'thoughts'} */ name, /** @type {string} */ words) =>
    html('label', { class: 'option' }, html('input', {
      type: 'checkbox', checked: settings[name],
      onchange: (/** @type {Event} */ event) =>
        change({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
    }), html('span', {}, words));
  const choice = (/** @type {'theme'|'board'|'animation'|'replay'} */ name, /** @type {string} */ label,
    /** @type {[string|number, string][]} */ entries) => html('label', { class: 'field' }, html('span', {}, label),
    html('select', {
      onchange: (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        change({ [name]: typeof settings[name] === 'string' ? value : Number(value) });
      },
    }, ...entries.map(([value, words]) => html('option', { value, selected: settings[name] === value }, words))));
  const dialog = html('dialog', { class: 'small-dialog', 'aria-label': 'Settings' },
    html('h2', {}, 'Settings'),
    choice('theme', 'Colours', [['auto', 'as the system'], ['light', 'light'], ['dark', 'dark']]),
    choice('board', 'Squares', [['green', 'green'], ['brown', 'brown'], ['blue', 'blue'], ['grey', 'grey']]),
    choice('animation', 'Animation', [[0, 'none'], [120, 'quick'], [220, 'normal'], [450, 'slow']]),
    choice('replay', 'Moves of a turn', [[300, 'quick'], [650, 'normal'], [1200, 'slow']]),
    check('targets', 'show where a piece may go'), check('hover', 'explain the piece under the pointer'),
    check('coordinates', 'coordinates'), check('thoughts', 'show Dhow\'s thinking'), check('sound', 'sounds'),
    host.limits.length > 0 && html('details', {}, html('summary', {}, 'Dhow in this browser'),
      html('ul', {}, ...host.limits.map((words) => html('li', {}, words)))),
    html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', { class: 'primary' }, 'Done')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function start() {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const links = /** @type {HTMLElement} */ (document.getElementById('top-links'));
  const pictures = loadPictures();
  const { place, id, query } = here();
  const sign = signButton('settings', 'Settings', openSettings);
  const kept = html('a', { href: href('kept') }, 'Games');
  const lessons = html('a', { class: 'puzzles-link', href: href('lessons') }, 'Lessons');
  const puzzles = html('a', { class: 'puzzles-link', href: href('puzzles') }, 'Puzzles');
  if (['rules', 'analysis', 'editor', 'kept', 'puzzles', 'lessons'].includes(place)) {
    links.append(html('a', { href: href('') }, 'Play'), lessons, puzzles, kept, sign);
    await pictures;
    if (place === 'rules') await showRules(main, id);
    else if (place === 'lessons') await showLessons(main, id);
    else if (place === 'puzzles') await showPuzzles(main, id);
    else if (place === 'editor') await showEditor(main, id, query);
    else if (place === 'kept') {
      await showKept(main);
      takeTexts(() => null, (words) => { main.querySelector('[role=alert]')?.replaceChildren(words); });
    }
    else new Analysis(main).begin(id, query);
    return;
  }
  const games = await host.games();
  const app = new App(main, games);
  const rules = html('a', { class: 'rules-link', href: href('rules', 'metamachy'), target: '_blank' }, 'Rules');
  rules.addEventListener('click', () => { rules.href = href('rules', app.play?.game.id ?? games[0].id); });
  links.append(button('New game', () => app.newGame(), { class: 'primary' }), lessons, puzzles, kept, rules, sign);
  await pictures;
  app.socket.open(place === 'game' ? id : '');
  if (place === 'game') return;
  const variant = query.get('variant') ?? query.get('game') ?? undefined;
  const known = !variant || games.some((game) => game.id === variant);
  app.newGame({ variant, fen: query.get('fen') ?? undefined, options: query.getAll('option') },
    known ? '' : `There is no game ${variant}: choose another one.`);
}

start().catch((error) => {
  document.getElementById('main')?.replaceChildren(html('article', { class: 'trouble' },
    html('h1', {}, 'This page cannot be shown'), html('p', { role: 'alert' }, `${error instanceof Error ? error.message : error}`)));
});
