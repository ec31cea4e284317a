// The entry point: selects the page, and makes its links.

import { Analysis } from './analysis.js';
import { App } from './app.js';
import { signButton } from './controls.js';
import { button, html, loadPictures } from './dom.js';
import { showEditor } from './editor.js';
import { showKept } from './kept.js';
import { listGames } from './protocol.js';
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
  const choice = (/** @type {'theme'|'animation'|'replay'} */ name, /** @type {string} */ label,
    /** @type {[string|number, string][]} */ entries) => html('label', { class: 'field' }, html('span', {}, label),
    html('select', {
      onchange: (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        change({ [name]: name === 'theme' ? value : Number(value) });
      },
    }, ...entries.map(([value, words]) => html('option', { value, selected: settings[name] === value }, words))));
  const dialog = html('dialog', { class: 'small-dialog', 'aria-label': 'Settings' },
    html('h2', {}, 'Settings'),
    choice('theme', 'Colours', [['auto', 'as the system'], ['light', 'light'], ['dark', 'dark']]),
    choice('animation', 'Animation', [[0, 'none'], [120, 'quick'], [220, 'normal'], [450, 'slow']]),
    choice('replay', 'Moves of a turn', [[300, 'quick'], [650, 'normal'], [1200, 'slow']]),
    check('targets', 'show where a piece may go'), check('hover', 'explain the piece under the pointer'),
    check('coordinates', 'coordinates'), check('thoughts', 'show Dhow\'s thinking'), check('sound', 'sounds'),
    html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', { class: 'primary' }, 'Done')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function start() {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const links = /** @type {HTMLElement} */ (document.getElementById('top-links'));
  const pictures = loadPictures();
  const [, page, id] = location.pathname.split('/');
  const query = new URLSearchParams(location.search);
  const sign = signButton('settings', 'Settings', openSettings);
  const link = (/** @type {string} */ href, /** @type {string} */ words) => html('a', { href }, words);
  if (['rules', 'analysis', 'editor', 'kept'].includes(page)) {
    links.append(link('/', 'Play'), link('/kept', 'Games'), sign);
    await pictures;
    if (page === 'rules') await showRules(main, id);
    else if (page === 'editor') await showEditor(main, id, query);
    else if (page === 'kept') await showKept(main);
    else new Analysis(main).begin(id ?? '', query);
    return;
  }
  const games = await listGames();
  const app = new App(main, games);
  const rules = html('a', { class: 'rules-link', href: '/rules/metamachy', target: '_blank' }, 'Rules');
  rules.addEventListener('click', () => { rules.href = `/rules/${app.play?.game.id ?? games[0].id}`; });
  links.append(button('New game', () => app.newGame(), { class: 'primary' }), link('/kept', 'Games'), rules, sign);
  await pictures;
  app.socket.open(page === 'game' ? id : '');
  if (page === 'game') return;
  const variant = query.get('variant') ?? query.get('game') ?? undefined;
  const known = !variant || games.some((game) => game.id === variant);
  app.newGame({ variant, fen: query.get('fen') ?? undefined, options: query.getAll('option') },
    known ? '' : `There is no game ${variant}: choose another one.`);
}

start().catch((error) => {
  document.getElementById('main')?.replaceChildren(html('article', { class: 'trouble' },
    html('h1', {}, 'This page cannot be shown'), html('p', { role: 'alert' }, `${error instanceof Error ? error.message : error}`)));
});
