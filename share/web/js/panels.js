// Panels beside the board: players and clocks, moves, state of the turn, buttons.

import { MenRow } from './captured.js';
import { button, html, set } from './dom.js';
import { press, signButton } from './controls.js';
import { levelWords } from './levels.js';
import { levelOf, other, sideName } from './protocol.js';
import { settings } from './settings.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./protocol.js').Played} Played
 * @typedef {import('./protocol.js').Side} Side
 */

/** Below this many milliseconds a clock shows tenths of a second. */
const TENTHS = 10_000;
/** Below this many milliseconds it warns. */
const LOW = 20_000;

/** @param {number} ms */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0')];
  if (ms < TENTHS) return `${minutes}:${rest}.${Math.floor((ms % 1000) / 100)}`;
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${String(minutes % 60).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/**
 * The player of a side; one person against the engine who gave no name is "You".
 * @param {Play} play
 * @param {Side} side
 */
export function playerName(play, side) {
  if (play.player(side) === 'engine') return 'Dhow';
  const name = side === 'white' ? play.config.white_name : play.config.black_name;
  if (name) return name;
  return play.player(other(side)) === 'engine' || play.seat === side ? 'You' : sideName(side);
}

/** The result from the players' point of view. @param {Play} play @param {import('./protocol.js').Over} over */
export function outcome(play, { result }) {
  const winner = result === '1-0' ? 'white' : result === '0-1' ? 'black' : null;
  if (!winner) return `Draw, ${result}`;
  const engines = play.player('white') === 'engine' && play.player('black') === 'engine';
  const name = engines ? sideName(winner) : playerName(play, winner);
  return `${name} ${name === 'You' ? 'win' : 'wins'}, ${result}`;
}

/** A player's name and clock. */
export class PlayerBar {
  constructor() {
    this.name = html('span', { class: 'player-name' });
    this.level = html('span', { class: 'player-level' });
    this.note = html('span', { class: 'player-note' });
    this.men = new MenRow();
    this.clock = html('span', { class: 'clock', role: 'timer' });
    this.node = html('div', { class: 'player' }, html('span', { class: 'disc' }), this.name,
      this.level, this.note, this.men.node, this.clock);
    this.timer = 0;
  }

  /** @param {Play} play @param {Side} side @param {ReturnType<typeof import('./captured.js').menOf>} men */
  show(play, side, men) {
    const { now } = play;
    const engine = play.player(side) === 'engine';
    const moves = now && now.side === side && !now.over;
    this.node.dataset.side = side;
    this.node.classList.toggle('to-move', Boolean(moves));
    this.name.textContent = playerName(play, side);
    this.level.textContent = engine ? levelWords(levelOf(play.config, side)) : '';
    this.note.textContent = engine && moves && now.thinking ? 'thinking'
      : engine && moves && now.paused ? 'paused' : '';
    this.men.show(play.game, side, men);
    clearInterval(this.timer);
    const clocks = now?.clocks;
    this.clock.hidden = !clocks;
    if (!clocks) return;
    const left = side === 'white' ? clocks.white_ms : clocks.black_ms;
    // Without a connection the remaining time is unknown.
    const running = clocks.running === side && !document.body.classList.contains('lost');
    const draw = () => {
      const ms = Math.max(left - (running ? performance.now() - play.heard : 0), 0);
      this.clock.textContent = clockText(ms);
      this.clock.classList.toggle('low', running && ms < LOW);
    };
    draw();
    this.clock.classList.toggle('running', running);
    if (running) this.timer = window.setInterval(draw, 100);
  }
}

/** The list of moves; each is a button. */
export class MoveList {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.node = html('div', { class: 'moves', role: 'list', 'aria-label': 'Moves' });
    // The current move stays visible when the panels below need more room.
    new ResizeObserver(() => this.reveal()).observe(this.node);
    /** @type {Played[]} */
    this.shown = [];
    /** @type {HTMLElement[]} */
    this.buttons = [];
    /** @type {HTMLElement|null} */
    this.current = null;
  }

  clear() {
    this.node.replaceChildren();
    this.shown = [];
    this.buttons = [];
    this.current = null;
  }

  /** @param {Play} play */
  show(play) {
    const { moves } = play;
    let same = 0;
    while (same < this.shown.length && this.shown[same] === moves[same]) same += 1;
    this.buttons.splice(same).forEach((node) => node.remove());
    this.node.querySelectorAll('.turn').forEach((turn) => turn.querySelector('button') || turn.remove());
    this.shown.length = same;
    this.node.classList.toggle('several', play.commands);
    moves.slice(same).forEach((move) => this.add(move, play));
    this.mark(play.at);
  }

  /** @param {Played} move @param {Play} play */
  add(move, play) {
    const black = play.start.split(' ')[1] === 'b' ? 1 : 0;
    const turn = move.turn + black;
    const previous = this.shown[this.shown.length - 1];
    let row = /** @type {HTMLElement|null} */ (this.node.lastElementChild);
    const newRow = play.commands ? previous?.turn !== move.turn : !row || turn % 2 === 0;
    if (newRow || !row) {
      const number = Math.floor(turn / 2) + Number(play.start.split(' ')[5] ?? 1);
      const dots = turn % 2 ? (play.commands ? '…' : '. …') : '.';
      row = html('div', { class: `turn ${move.side}`, role: 'listitem' }, html('span', { class: 'number' }, `${number}${dots}`));
      this.node.append(row);
    }
    const ply = this.buttons.length + 1;
    const label = move.squares.length ? move.san : 'end';
    const node = button(label, () => this.go(ply), { class: 'move', 'data-side': move.side });
    row.append(node);
    this.buttons.push(node);
    this.shown.push(move);
  }

  /** @param {number} ply */
  mark(ply) {
    this.current?.removeAttribute('aria-current');
    this.current = this.buttons[ply - 1] ?? null;
    if (this.current) set(this.current, { 'aria-current': 'true' });
    this.reveal();
  }

  /** Scrolls to the current move; for the last one, to the end. */
  reveal() {
    const { node, current } = this;
    if (!current) node.scrollTop = 0;
    else if (current === this.buttons.at(-1)) node.scrollTop = node.scrollHeight;
    else {
      const [own, seen] = [current.getBoundingClientRect(), node.getBoundingClientRect()];
      if (own.top < seen.top || own.bottom > seen.bottom) node.scrollTop += own.top - seen.top - seen.height / 2;
    }
  }
}

/** The state of a turn of several moves, and the button that ends it. */
export class TurnBox {
  /** @param {() => Play|null} play */
  constructor(play) {
    this.words = html('span', { class: 'turn-words' });
    this.end = button('End turn', () => play()?.endTurn(), { class: 'primary end-turn' });
    this.node = html('div', { class: 'turn-box', hidden: true }, this.words, this.end);
  }

  /** @param {Play} play */
  show(play) {
    this.node.hidden = !play.commands;
    if (!play.commands) return;
    const { now } = play;
    const turn = now?.turn;
    this.end.disabled = !play.mayMove || !play.live || !turn?.may_end;
    if (!turn || now?.over) {
      this.words.textContent = now?.over ? '' : '…';
    } else {
      const pieces = play.legal.size;
      const leaders = turn.leaders.length;
      const left = `${turn.left} ${turn.left === 1 ? 'move' : 'moves'} left`;
      const made = turn.made ? `${turn.made} made, ` : '';
      // More leaders are framed than there are moves left.
      const by = leaders > turn.left ? `, by any of the ${leaders} framed leaders` : '';
      const who = play.mayMove ? `, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'} in command` : '';
      this.words.textContent = `${made}${left}${by}${who}`;
    }
  }
}

/**
 * The buttons below the moves.
 * @param {() => Play|null} play
 * @param {{send: (message: object) => boolean, flip: () => void, resign: () => void, analyse: () => void,
 *   picture: () => void, link: () => void, zoom: HTMLElement, pen: HTMLElement, help: HTMLElement}} app
 */
export function controls(play, app) {
  const go = (/** @type {(play: Play) => number} */ to) => () => {
    const game = play();
    if (game) game.goTo(to(game));
  };
  const undo = signButton('undo', 'Take back (Backspace)', () => app.send({ type: 'undo' }));
  const resign = signButton('resign', 'Resign', app.resign);
  const pause = signButton('pause', 'Pause the engine', () => {
    app.send({ type: 'pause', on: !play()?.now?.paused });
  });
  const replay = signButton('replay', 'Show the last turn again (R)', () => play()?.replayTurn());
  const node = html('div', { class: 'controls', role: 'toolbar', 'aria-label': 'Game' },
    signButton('first', 'First position (up)', go(() => 0)),
    signButton('back', 'Back (left)', go((game) => game.at - 1)),
    signButton('forward', 'Forward (right)', go((game) => game.at + 1)),
    signButton('last', 'Last position (down)', go((game) => game.moves.length)),
    html('span', { class: 'gap' }),
    replay, pause, app.zoom, undo, signButton('flip', 'Turn the board (F)', app.flip), app.pen,
    signButton('picture', 'Save a picture, or print', app.picture), signButton('link', 'Copy link', app.link), signButton('analyse', 'Analyse the game', app.analyse), resign, app.help);
  const show = (/** @type {Play} */ game) => {
    const { now, people } = game;
    undo.disabled = !game.moves.length;
    resign.hidden = !game.plays;
    undo.hidden = people > 0 && !game.plays;
    resign.disabled = Boolean(now?.over) || !game.moves.length;
    pause.hidden = people > 0;
    press(pause, Boolean(now?.paused));
    replay.hidden = !game.commands;
    replay.disabled = !game.moves.length;
  };
  return { node, show };
}

/**
 * The status line.
 * @param {Play} play
 * @param {import('./protocol.js').Think|null} think
 */
export function statusText(play, think) {
  const { now } = play;
  if (!now) return '';
  if (now.over) return `${outcome(play, now.over)}: ${now.over.reason}`;
  if (!play.live) return play.playback ? '' : `Move ${play.at} of ${play.moves.length}: click the board to see the last`;
  if (play.premove) return 'A move is planned; click elsewhere to cancel it';
  if (now.thinking) {
    const shown = settings.thoughts || !play.people;
    return shown && think && think.ply === now.ply
      ? `${think.score}  depth ${think.depth}  ${think.line.slice(0, 3).join(' ')}` : 'Dhow is thinking';
  }
  if (now.player === 'engine') return now.paused ? 'Paused' : 'Dhow is to move';
  const both = play.player(other(now.side)) === 'person';
  const who = both ? `${sideName(now.side)} to move` : 'Your move';
  return now.checked.length ? `${who}: check!` : who;
}
