// The game page: connects the game, the panels and the server.

import { here, href } from './address.js';
import { button, heading, html, isForPage } from './dom.js';
import { askFirst, signButton } from './controls.js';
import { menOf, tellMen } from './captured.js';
import { card, pieceList } from './learn.js';
import { askNewGame, placeChiefs } from './newgame.js';
import { DrawBox } from './drawoffer.js';
import { HintBox } from './hint.js';
import { rematchLevels } from './levels.js';
import { copyLink } from './link.js';
import { controls, MoveList, outcome, PlayerBar, statusText, TurnBox } from './panels.js';
import { Play } from './play.js';
import { Page } from './page.js';
import { PenBox } from './pen.js';
import { Pictures } from './picture.js';
import { FULL, other, startQuery, VERSION } from './protocol.js';
import { rulesInShort } from './rulesview.js';
import { InviteBox, newSeats, seatIn } from './seats.js';
import { change, settings } from './settings.js';

/** @typedef {import('./protocol.js').Reply} Reply */

export class App extends Page {
  /**
   * @param {HTMLElement} main
   * @param {import('./protocol.js').Summary[]} games
   */
  constructor(main, games) {
    super([['D', 'draw arrows and circles'], ['H', 'a hint; again for more'], ['M', 'read out what is captured'], ['Backspace', 'take back'], ['E', 'end the turn'], ['R', 'show the last turn again'], ['N', 'new game']]);
    this.games = games;
    /** @type {Play|null} */
    this.play = null;
    /** @type {import('./protocol.js').Think|null} */
    this.think = null;
    /** Whether chiefs are being placed; the server's messages about another game are ignored meanwhile. */
    this.placing = false;
    /** The engine's levels in a rematch, by the sides of this game. */
    this.levels = { white: FULL, black: FULL };
    const play = () => this.play;
    this.area = html('div', { class: 'board-area' });
    this.top = new PlayerBar();
    this.bottom = new PlayerBar();
    this.moves = new MoveList((ply) => this.play?.goTo(ply));
    this.turn = new TurnBox(play);
    this.hint = new HintBox(play, { send: (message) => this.send(message), say: (text) => this.say(text) });
    this.draw = new DrawBox(play, (message) => this.send(message));
    this.pictures = new Pictures({
      hand: play, ask: () => this.send({ type: 'picture', ply: this.play?.at ?? 0, flipped: this.flipped }),
      say: (text) => this.say(text), name: () => `dhow-${this.play?.game.id}-${this.play?.at}`,
    });
    this.pen = new PenBox(play);
    this.invite = new InviteBox((text) => this.say(text));
    /** The seats of the game that was asked for, and the side at this page. @type {{secrets: import('./seats.js').Secrets, side: import('./protocol.js').Side}|null} */
    this.wantedSeats = null;
    this.controls = controls(play, {
      send: (message) => this.send(message),
      flip: () => this.flip(),
      resign: () => this.resign(),
      analyse: () => this.analyse(),
      picture: () => this.pictures.open(),
      link: () => { if (this.play) copyLink({ ...this.play, ...this.play.config, moves: this.play.moves.map(({ text }) => text) }, (text) => this.say(text)); },
      zoom: this.zoomButton, pen: this.pen.button, help: this.legend.button,
    });
    this.over = html('div', { class: 'over-box', hidden: true });
    this.panel = html('div', { class: 'placing', hidden: true });
    this.pieces = html('div', { class: 'pieces-tab', hidden: true });
    this.rules = html('div', { class: 'pieces-tab rules-tab', hidden: true, tabindex: 0, role: 'region', 'aria-label': 'Rules' });
    this.card = html('div', { class: 'card-holder', hidden: true });
    this.tabs = html('div', { class: 'tabs', role: 'tablist' }, this.tab('Moves', true), this.tab('Pieces', false), this.tab('Rules', false));
    /** The start page without a game: the games to choose from. */
    this.before = html('div', { class: 'before' });
    main.className = 'play no-game';
    this.main = main;
    main.replaceChildren(this.before,
      html('section', { class: 'board-side', 'aria-label': 'Board' }, this.area),
      html('aside', { class: 'side', 'aria-label': 'Game' }, html('h2', { class: 'unseen' }, 'Game'),
        this.top.node, this.status, this.typed.node, this.invite.node, html('div', { class: 'tab-row' }, this.tabs, this.hint.button, this.draw.button), this.panel,
        html('div', { class: 'tab-body' }, this.moves.node, this.pieces, this.rules, this.card, this.legend.node),
        this.over, this.draw.node, this.hint.node, this.pen.node, this.turn.node, this.controls.node, this.bottom.node));
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('popstate', () => this.goBack());
  }

  get hand() {
    return this.play;
  }

  /** @param {string} name @param {boolean} on */
  tab(name, on) {
    return button(name, () => this.openTab(name), { role: 'tab', 'aria-selected': String(on), 'data-tab': name });
  }

  /** @param {string} name */
  openTab(name) {
    this.moves.node.hidden = name !== 'Moves';
    this.pieces.hidden = name !== 'Pieces';
    this.rules.hidden = name !== 'Rules';
    this.showRules();
    this.card.hidden = true;
    for (const tab of this.tabs.children) {
      tab.setAttribute('aria-selected', String(tab instanceof HTMLElement && tab.dataset.tab === name));
    }
  }

  /** @param {Reply} reply @param {number} heard */
  hear(reply, heard) {
    if (this.placing && reply.type !== 'error') return;
    switch (reply.type) {
      case 'game': this.join(reply); break;
      case 'update':
        this.think = null;
        this.play?.update(reply.keep, reply.add, reply.now, heard);
        // A game without moves is not saved, but can be started again.
        this.remember(reply.now.ply || reply.now.over || this.play?.apart ? null : this.play?.config);
        break;
      case 'seat': this.sit(reply.side); break;
      case 'picture': this.pictures.heard(reply.svg); break;
      case 'draw_declined':
        this.say('Dhow plays on');
        this.draw.refused();
        break;
      case 'hint': this.hint.heard(reply); break;
      case 'think': this.think = reply; this.showStatus(); break;
      case 'analysis': location.replace(href('analysis', reply.id)); break;
      case 'reach': this.play?.inspected(reply.ply, reply.reach); break;
      case 'kept':
        this.trouble = reply.ok ? '' : reply.text;
        this.say(reply.text);
        break;
      case 'error': this.refused(reply); break;
      default:
    }
  }

  /** @param {Extract<Reply, {type: 'game'}>} reply */
  async join({ id, config, start, apart }) {
    // The same game after a lost connection keeps its view; an update with all moves follows.
    const game = await this.prepare(config.variant);
    if (!game) return;
    this.play?.remove();
    this.moves.clear();
    this.think = null;
    this.play = new Play(this.area, game, config, start, {
      send: (message) => this.socket.send(message),
      changed: () => this.show(),
      say: (text) => this.say(text),
      inspected: (reach, by) => this.inspected(reach, by),
    });
    this.play.apart = apart;
    const secret = apart && seatIn(id, this.wantedSeats);
    this.wantedSeats = null;
    if (secret) this.send({ type: 'sit', secret });
    if (this.id !== id) {
      this.turnBoard(config.white === 'engine' && config.black === 'person');
      this.trouble = '';
    }
    // The browser's back button leads to the previous game.
    const path = href('game', id);
    if (this.id && this.id !== id && here().id !== id) history.pushState(null, '', path);
    // What could be started again stays known until the moves have come.
    else history.replaceState(here().id === id ? history.state : null, '', path);
    this.named(id);
    this.main.classList.remove('no-game');
    this.before.replaceChildren();
    this.boardIsNew();
    this.pen.show();
    change({ last: id });
    document.title = `${game.name} - Dhow`;
    heading(html('a', { href: href('rules', game.id), target: '_blank', title: 'Rules' }, game.name));
    this.pieces.replaceChildren(pieceList(game, (letter) => this.openCard(card(game, letter))));
    this.showRules();
    this.card.hidden = true;
    this.hint.clear();
    this.draw.clear();
    this.ready();
    this.show();
  }

  /** Shows the rules of the game, if their tab is open. */
  showRules() {
    this.rules.replaceChildren(...(this.rules.hidden || !this.play ? [] : rulesInShort(this.play.game)));
  }

  /** @param {import('./protocol.js').Side} side */
  sit(side) {
    const { play } = this;
    if (!play) return;
    const first = !play.seat;
    play.seat = side;
    if (first) this.turnBoard(side === 'black');
    this.show();
  }

  /** Stores in the browser history what to start again, if anything. @param {object|null} [config] */
  remember(config) {
    if (config || history.state) history.replaceState(config ? { config } : null, '');
  }

  /** Shows the game of the changed address. */
  goBack() {
    const { place, id } = here();
    if (place !== 'game' || !id || id === this.id) return;
    this.socket.game = id;
    this.socket.send({ type: 'hello', version: VERSION, game: id });
  }

  /** @param {Extract<Reply, {type: 'error'}>} reply */
  refused({ code, text }) {
    if (code === 'no_game') {
      const { config } = history.state ?? {};
      this.socket.game = '';
      this.named('');
      change({ last: '' });
      history.replaceState(null, '', href(''));
      if (config) {
        this.begin(config);
        return;
      }
      if (!this.play?.now) {
        this.newGame(undefined, `This game is not available: ${text}.`);
        return;
      }
      this.trouble = `This game cannot continue: ${text}`;
    }
    if (code === 'config' && !this.play) this.newGame(undefined, text);
    else this.say(text);
  }

  connected() {
    this.show();
  }

  state() {
    return this.play ? statusText(this.play, this.think) : '';
  }

  show() {
    const { play } = this;
    this.showStatus();
    this.showZoom();
    if (!play) return;
    const below = this.flipped ? 'black' : 'white';
    const men = menOf(play);
    this.bottom.show(play, below, men);
    this.top.show(play, other(below), men);
    this.moves.show(play);
    this.turn.show(play);
    this.hint.show(play);
    this.draw.show(play);
    this.controls.show(play);
    this.showOver(play);
    this.legend.show();
    this.invite.show(play, this.id);
  }

  /** @param {Play} play */
  showOver(play) {
    const over = play.now?.over;
    const shown = Boolean(over) && play.live;
    if (shown === !this.over.hidden) return;
    this.over.hidden = !shown;
    this.over.replaceChildren();
    if (over && shown) {
      const { levels, fields } = rematchLevels(this.id, play.config, over.result);
      this.levels = levels;
      this.over.append(
        html('p', {}, html('b', {}, outcome(play, over)), ` ${over.reason}`),
        ...fields,
        html('div', { class: 'dialog-buttons' },
          (!play.apart || play.seat) && button('Rematch', () => this.rematch(), { class: 'primary' }),
          button('Annotate', () => { location.href = href('analysis', '', `of=${this.id}&annotate`); }),
          button('New game', () => this.newGame())));
    }
  }

  /** @param {import('./protocol.js').Reach|null} reach @param {string[]} [by] */
  inspected(reach, by) {
    if (reach && this.play) this.openCard(card(this.play.game, reach.letter, reach, by), false);
    else if (!this.card.dataset.stays) this.card.hidden = true;
    this.legend.show();
  }

  /**
   * @param {HTMLElement} content
   * @param {boolean} [stays] until it is closed
   */
  openCard(content, stays = true) {
    this.card.dataset.stays = stays ? 'yes' : '';
    const close = signButton('close', 'Close', () => { this.card.hidden = true; });
    this.card.replaceChildren(content, stays ? close : '');
    this.card.hidden = false;
  }

  /** Analyses the game; one without moves is not stored. */
  analyse() {
    const { config, start: fen, moves, at } = /** @type {Play} */ (this.play);
    location.href = href('analysis', '', moves.length ? `of=${this.id}&at=${at}` : startQuery(config.variant, config.options, fen));
  }

  async resign() {
    if (await askFirst('Resign?', '', { yes: 'Resign', no: 'Play on' })) this.send({ type: 'resign' });
  }

  /** The same game with the sides exchanged; its setup is chosen again in the same way. */
  rematch() {
    const { play } = this;
    if (!play) return;
    const { white, black, white_name: first, black_name: second, setup, ...rest } = play.config;
    const config = {
      ...rest, white: black, black: white, white_level: this.levels.black, black_level: this.levels.white,
      ...(second && { white_name: second }), ...(first && { black_name: first }),
    };
    const side = play.seat ? other(play.seat) : 'white';
    if (play.apart) Object.assign(config, { seats: newSeats() });
    const person = config.black === 'person' && (!play.apart || side === 'black');
    const wish = String(settings.choice.setup || 'place');
    if (!setup) this.begin(config, side);
    else if (wish !== 'place') this.begin({ ...config, setup: wish }, side);
    else if (person) this.place(config, side);
    else this.begin({ ...config, setup: 'engine' }, side);
  }

  /** Lets Black place the chiefs, and starts the game. @param {import('./protocol.js').Config} config @param {import('./protocol.js').Side} [side] */
  async place(config, side) {
    this.placing = true;
    this.main.classList.remove('no-game');
    this.play?.remove();
    this.play = null;
    this.over.hidden = true;
    const flipped = config.black === 'person' && config.white === 'engine';
    this.area.replaceChildren();
    document.body.classList.add('is-placing');
    heading(this.games.find(({ id }) => id === config.variant)?.name ?? '');
    const setup = await placeChiefs(this.area, this.panel, config.variant, flipped);
    document.body.classList.remove('is-placing');
    this.placing = false;
    if (setup) this.begin({ ...config, setup }, side);
    else if (this.socket.game) location.reload();
    else this.newGame();
  }

  /** @param {import('./protocol.js').Config} config @param {import('./protocol.js').Side} [side] of this page, if the other has another */
  begin(config, side = 'white') {
    this.wantsBoard = true;
    this.wantedSeats = config.seats ? { secrets: config.seats, side } : null;
    this.send({ type: 'new', config });
  }

  /**
   * @param {import('./newgame.js').Wish} [wish] the game to offer
   * @param {string} [news] a message to show first
   */
  async newGame(wish, news) {
    if (document.querySelector('dialog[open]') || this.placing) return;
    const into = this.play ? null : this.before;
    if (into) {
      this.area.replaceChildren();
      this.main.classList.add('no-game');
      heading('');
    }
    const last = Boolean(into && settings.last);
    const answer = await askNewGame(this.games, { wish: wish ?? { variant: this.play?.game.id }, last, news, into });
    if (answer === 'last') this.socket.send({ type: 'hello', version: VERSION, game: settings.last });
    else if (answer?.place) this.place(answer.config, answer.seat);
    else if (answer) this.begin(answer.config, answer.seat);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (!isForPage(event) || !this.play) return;
    const { play } = this;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => play.goTo(play.at - 1),
      ArrowRight: () => play.goTo(play.at + 1),
      ArrowUp: () => play.goTo(0),
      ArrowDown: () => play.goTo(play.moves.length),
      Backspace: () => this.send({ type: 'undo' }),
      Escape: () => (this.pen.colour ? this.pen.take('') : play.let()),
      d: () => this.pen.take(this.pen.colour ? '' : this.pen.last),
      r: () => play.replayTurn(),
      n: () => this.newGame(),
      h: () => this.hint.next(),
      m: () => tellMen(play),
      e: () => play.endTurn(),
      Enter: () => event.shiftKey && play.endTurn(),
    };
    const act = keys[event.key] ?? this.common(event.key);
    const onControl = target instanceof HTMLElement && target.closest('a, button') && event.key === 'Enter';
    const again = event.repeat && event.key === 'Backspace';
    if (act && !onControl && !again) {
      event.preventDefault();
      act();
    }
  }
}
