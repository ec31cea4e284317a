// The dialog for a new game, and the placement of chiefs before it.

import { href } from './address.js';
import { announce, button, byKeys, html } from './dom.js';
import { Arrangement } from './board/arrange.js';
import { Gestures } from './board/gestures.js';
import { Keyboard } from './board/keyboard.js';
import { nameOf } from './board/geometry.js';
import { Board } from './board/view.js';
import { gallery } from './gallery.js';
import { USUAL, aboutLevel, levelField, levelWords } from './levels.js';
import { host } from './host.js';
import { ownFields, ownPace, PACE_WORDS, paceOf } from './pace.js';
import { askPastedGames } from './paste.js';
import { describeGame, FULL, optionName, pieceOf, pictureOf } from './protocol.js';
import { newSeats } from './seats.js';
import { change, settings } from './settings.js';
import { setupAdvice } from './setupadvice.js';

/**
 * @typedef {import('./protocol.js').Summary} Summary
 * @typedef {import('./protocol.js').Config} Config
 * @typedef {import('./protocol.js').Side} Side
 * @typedef {{variant: string, who: string, level: number, blackLevel: number, pace: string, own: import('./pace.js').OwnPace,
 *   setup: string, options: string[], names: string[]}} Choice `names` are the first person's and the second's
 */

/** @typedef {{variant?: string, fen?: string, options?: string[]}} Wish a game to offer, and where it starts */

const WHO = {
  white: 'You, as White', black: 'You, as Black', either: 'You, on a random side', two: 'Two people at this board',
  apartWhite: 'Two people on two machines, you as White', apartBlack: 'Two people on two machines, you as Black', engines: 'Dhow against Dhow',
};

/** @returns {Choice} */
function lastChoice() {
  const kept = /** @type {Partial<Choice>} */ (settings.choice);
  const options = Array.isArray(kept.options) ? kept.options.map(String) : [];
  const level = (/** @type {unknown} */ one) => (Number.isInteger(one) && Number(one) >= 1 && Number(one) <= FULL ? Number(one) : USUAL);
  return {
    variant: 'metamachy', who: 'white', pace: 'usual', setup: '', ...kept, options,
    level: level(kept.level), blackLevel: level(kept.blackLevel),
    own: ownPace(kept.own), names: [0, 1].map((place) => String((Array.isArray(kept.names) && kept.names[place]) || '')),
  };
}

/** Whether two people play on machines of their own. @param {string} who */
const isApart = (who) => who.startsWith('apart');

/** Who may play here. */
const whoMay = () => Object.fromEntries(Object.entries(WHO).filter(([who]) => host.others || !isApart(who)));

/** @param {string} who @returns {Pick<Config, 'white'|'black'>} */
function players(who) {
  const side = who === 'either' ? (Math.random() < 0.5 ? 'white' : 'black') : who;
  const two = side === 'two' || isApart(side);
  const person = (/** @type {string} */ own) => (side === own || two ? 'person' : 'engine');
  return { white: person('white'), black: person('black') };
}

/**
 * The names of the people. @param {Pick<Config, 'white'|'black'>} both @param {string[]} names the first person's and
 * the second's
 */
function people(both, names) {
  const given = names.map((name) => name.trim());
  const two = both.white === 'person' && both.black === 'person';
  const black = given[two ? 1 : 0];
  return {
    ...(both.white === 'person' && given[0] && { white_name: given[0] }),
    ...(both.black === 'person' && black && { black_name: black }),
  };
}

/**
 * Asks for a new game, in a dialog or on the start page; null if cancelled.
 * @param {Summary[]} games
 * @param {{wish?: Wish, last?: boolean, news?: string, into?: HTMLElement|null}} [how] the game to offer; whether a last
 *   game may be continued; a message to show first; the start page, if the question stands there
 * @returns {Promise<{config: Config, place: boolean, seat: Side}|'last'|null>}
 */
export function askNewGame(games, { wish = {}, last = false, news = '', into = null } = {}) {
  const choice = lastChoice();
  const { variant: wanted, fen } = wish;
  if (wanted && games.some(({ id }) => id === wanted)) {
    if (fen || wanted !== choice.variant) choice.options = wish.options ?? [];
    choice.variant = wanted;
  }
  /** Whether the game starts from the given position. */
  const placed = () => Boolean(fen) && choice.variant === wanted;
  if (!games.some(({ id }) => id === choice.variant)) choice.variant = games[0].id;
  if (!(choice.who in whoMay())) choice.who = 'white';
  return new Promise((resolve) => {
    const select = (/** @type {string} */ label, /** @type {Record<string, string>} */ entries,
      /** @type {string} */ value, /** @type {(value: string) => void} */ changed) => {
      const node = html('select', { onchange: () => changed(node.value) },
        ...Object.entries(entries).map(([id, words]) => html('option', { value: id, selected: id === value }, words)));
      return html('label', { class: 'field' }, html('span', {}, label), node);
    };
    const about = html('h2', { class: 'chosen-game' });
    const rules = html('a', { target: '_blank' }, 'Rules');
    const start = html('p', { class: 'from-fen' });
    const more = html('div', { class: 'fields' });
    const listed = () => {
      const node = gallery(games, choice.variant, (id) => {
        choice.variant = id;
        choice.options = [];
        describe();
      });
      node.addEventListener('keydown', (event) => { if (event.key === 'Enter') play(); });
      return node;
    };
    let list = listed();
    /** Lists games that were pasted, and chooses the first one. @param {string[]} ids */
    const add = async (ids) => {
      games.splice(0, games.length, ...await host.games());
      Object.assign(choice, { variant: ids[0], options: [] });
      const before = list;
      list = listed();
      before.replaceWith(list);
      list.querySelector('input:checked + .game-face')?.scrollIntoView({ block: 'nearest' });
      describe();
    };
    /** The levels of the sides that the engine plays, with explanations. */
    const levels = () => {
      if (choice.who === 'two' || isApart(choice.who)) return [];
      const words = html('p', { class: 'level-words', 'aria-live': 'polite' });
      const both = choice.who === 'engines';
      const tell = () => {
        words.textContent = both && choice.level !== choice.blackLevel
          ? `White: ${levelWords(choice.level)}. Black: ${levelWords(choice.blackLevel)}. Each level should win `
            + 'about three of four games against the one below.' : aboutLevel(choice.level);
      };
      tell();
      return [
        levelField(both ? "White's level" : 'Level', choice.level, (level) => { choice.level = level; tell(); }),
        both ? levelField("Black's level", choice.blackLevel, (level) => { choice.blackLevel = level; tell(); }) : '',
        words];
    };
    /** The names of the people, for the record of the game. */
    const nameFields = () => {
      const words = { two: ["White's name", "Black's name"], apartWhite: ['Your name', "Black's name"], apartBlack: ["White's name", 'Your name'], engines: [] }[choice.who]
        ?? ['Your name'];
      return words.map((label, place) => {
        const input = html('input', {
          type: 'text', maxlength: 60, value: choice.names[place], placeholder: 'none', autocomplete: 'off',
          oninput: () => { choice.names[place] = input.value; },
          onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter') play(); },
        });
        return html('label', { class: 'field' }, html('span', {}, label), input);
      });
    };
    const describe = async () => {
      // The fields are rebuilt, and the focused one keeps the focus.
      const used = document.activeElement?.closest('label')?.firstElementChild?.textContent;
      const game = games.find(({ id }) => id === choice.variant) ?? games[0];
      about.textContent = game.name;
      rules.href = href('rules', game.id);
      rules.setAttribute('aria-label', `Rules of ${game.name}`);
      start.textContent = placed() ? `The game starts from the position ${fen}` : '';
      const setups = { default: 'the default one', random: 'random', engine: 'chosen by Dhow', place: 'placed on the board' };
      const usual = ['black', 'two', 'apartBlack'].includes(choice.who) ? 'place' : 'engine';
      const setup = choice.setup in setups ? choice.setup : usual;
      more.replaceChildren(
        select('Players', whoMay(), choice.who, (who) => { choice.who = who; describe(); }),
        ...levels(),
        ...nameFields(),
        select('Time', PACE_WORDS, choice.pace, (pace) => { choice.pace = pace; describe(); }),
        ...ownFields(choice.pace, choice.own),
        game.setups && !placed() ? select("Black's setup", setups, setup, (value) => { choice.setup = value; }) : '');
      const field = [...more.querySelectorAll('label')].find((label) => label.firstElementChild?.textContent === used);
      field?.querySelector('select')?.focus();
      const { options } = await describeGame(game.id);
      if (game.id !== choice.variant) return;
      more.append(...options.map(({ name, summary }) => html('label', { class: 'option' },
        html('input', {
          type: 'checkbox', checked: choice.options.includes(name),
          onchange: (/** @type {Event} */ event) => {
            const { checked } = /** @type {HTMLInputElement} */ (event.target);
            choice.options = choice.options.filter((other) => other !== name).concat(checked ? [name] : []);
          },
        }), html('span', {}, html('b', {}, optionName(name)), ` ${summary}`))));
    };
    const done = (/** @type {{config: Config, place: boolean, seat: Side}|'last'|null} */ result) => {
      dialog?.close();
      dialog?.remove();
      resolve(result);
    };
    const play = () => {
      change({ choice });
      const game = games.find(({ id }) => id === choice.variant) ?? games[0];
      const both = players(choice.who);
      const setup = choice.setup || (both.black === 'person' && choice.who !== 'apartWhite' ? 'place' : 'engine');
      const place = game.setups && setup === 'place' && !placed();
      /** @type {Config} */
      const config = {
        variant: choice.variant, options: choice.options, ...both,
        ...(both.white === 'engine' && { white_level: choice.level }),
        ...(both.black === 'engine' && { black_level: choice.who === 'engines' ? choice.blackLevel : choice.level }),
        ...people(both, choice.names), ...(isApart(choice.who) && { seats: newSeats() }), pace: paceOf(choice.pace, choice.own), ...(placed() ? { fen } : game.setups && !place && { setup }),
      };
      done({ config, place, seat: choice.who === 'apartBlack' ? 'black' : 'white' });
    };
    /** Where there is little room, the settings are opened by a button. */
    const unfold = button('Settings', () => {
      const open = choices.classList.toggle('open');
      unfold.setAttribute('aria-expanded', String(open));
    }, { class: 'unfold', 'aria-expanded': 'false' });
    const choices = html('div', { class: 'choices' },
      html('div', { class: 'chosen' }, about, rules), start, more,
      html('div', { class: 'dialog-buttons' },
        last && button('Continue the last game', () => done('last'), { class: 'secondary' }),
        button('A game from a text', () => askPastedGames(add), { class: 'secondary' }),
        !into && button('Cancel', () => done(null)),
        unfold,
        button('Play', play, { class: 'primary', autofocus: !into })));
    const title = into ? html('h1', {}, 'Choose a game') : html('h2', { id: 'new-game-title', class: 'new-game-title' }, 'New game');
    const question = html('div', { class: 'new-game' },
      html('div', { class: 'game-side' }, title, news && html('p', { class: 'news', role: 'alert' }, news), list), choices);
    const dialog = into ? null : html('dialog', {
      class: 'new-game-dialog', 'aria-labelledby': 'new-game-title', oncancel: () => done(null),
    }, question);
    describe();
    if (dialog) {
      document.body.append(dialog);
      dialog.showModal();
    } else into?.replaceChildren(question);
    if (wanted) list.querySelector('input:checked + .game-face')?.scrollIntoView({ block: 'nearest' });
  });
}

/**
 * Lets Black place the chiefs on the board. Returns the setup's name, or null if cancelled.
 * @param {HTMLElement} area
 * @param {HTMLElement} panel for words and buttons
 * @param {string} id of the game
 * @param {boolean} flipped
 * @returns {Promise<string|null>}
 */
export async function placeChiefs(area, panel, id, flipped) {
  const game = await describeGame(id);
  const arrangement = new Arrangement(game);
  const board = new Board(area, game, (letter) => pictureOf(game, letter));
  board.flip(flipped);
  if (byKeys()) board.host.focus();
  let selected = -1;
  const show = (time = 150) => {
    board.show(arrangement.position(), time);
    board.mark('selected', selected < 0 ? [] : [{ kind: 'selected', at: selected }]);
    board.mark('targets', selected < 0
      ? arrangement.squares.map((at) => ({ kind: /** @type {'open'} */ ('open'), at }))
      : arrangement.targets(selected).map((at) => ({ kind: /** @type {'capture'} */ ('capture'), at })));
  };
  const tapped = (/** @type {number} */ at) => {
    const name = (/** @type {number} */ where) => `${pieceOf(game, board.pieces.get(where) ?? '')?.name} ${nameOf(where)}`;
    if (selected < 0) announce(arrangement.isOpen(at) ? `${name(at)} picked up` : 'only framed pieces can be placed');
    else if (at === selected) announce('put down');
    else announce(arrangement.swap(selected, at) ? `changes places with ${name(at)}` : `${name(selected)} may not stand there`);
    selected = selected < 0 && arrangement.isOpen(at) ? at : -1;
    show();
  };
  const gestures = new Gestures(board, {
    liftable: (at) => arrangement.isOpen(at),
    lifted: (at) => { selected = at; show(0); },
    dropped: (from, to) => { arrangement.swap(from, to); selected = -1; show(0); },
    tapped, held: () => {}, unheld: () => {}, hovered: () => {},
    over: (at) => board.mark('over', at >= 0 && arrangement.maySwap(selected, at) ? [{ kind: 'over', at }] : []),
  });
  new Keyboard(board, {
    chosen: tapped,
    cancelled: () => { selected = -1; show(); },
    describe: (at) => pieceOf(game, board.pieces.get(at) ?? '')?.name ?? 'empty',
    own: () => new Set(arrangement.squares),
  });
  return new Promise((resolve) => {
    const done = (/** @type {string|null} */ code) => {
      gestures.remove();
      board.remove();
      panel.replaceChildren();
      panel.hidden = true;
      resolve(code);
    };
    const again = (/** @type {() => void} */ act) => () => { act(); selected = -1; show(); };
    panel.replaceChildren(
      html('h2', {}, 'Place the chiefs'),
      html('p', {}, 'Black chooses the squares of the framed pieces, the chiefs; White\u2019s stand opposite. To exchange '
        + 'two chiefs, click both, or drag one onto the other.'),
      setupAdvice(game, arrangement, (code) => again(() => arrangement.place(code))()),
      html('div', { class: 'dialog-buttons' },
        button('Default', again(() => arrangement.reset())),
        button('Random', again(() => arrangement.shuffle())),
        button('Cancel', () => done(null)),
        button('Begin', () => done(arrangement.code()), { class: 'primary' })));
    panel.hidden = false;
    show(0);
  });
}
