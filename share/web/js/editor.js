// The position editor, which shows what is wrong with a position.

import { href } from './address.js';
import { button, html, svg } from './dom.js';
import { Gestures } from './board/gestures.js';
import { fileOf, isPlacement, parseAll, pieces, placementOf, rankOf } from './board/geometry.js';
import { Keyboard } from './board/keyboard.js';
import { Board } from './board/view.js';
import { press, signButton } from './controls.js';
import { copyText } from './files.js';
import { host } from './host.js';
import { describeGame, pictureOf, pieceOf, sideName, sideOf, startQuery } from './protocol.js';
import { Socket } from './socket.js';
import { sentence } from './words.js';

/** Milliseconds after a change before the server checks it. */
const PAUSE = 120;

export class Editor {
  /**
   * @param {HTMLElement} main
   * @param {import('./protocol.js').Game} game
   * @param {URLSearchParams} query
   */
  constructor(main, game, query) {
    this.game = game;
    this.options = query.getAll('option');
    /** The letter that a click places; '' removes, null moves pieces. @type {string|null} */
    this.brush = null;
    this.selected = -1;
    this.timer = 0;
    /** @type {Map<number, string>} */
    this.men = new Map();
    /** The canonical FEN, if nothing is wrong. @type {string|null} */
    this.right = null;
    const area = html('div', { class: 'board-area' });
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ node) =>
      html('label', { class: 'field' }, html('span', {}, label), node);
    const changed = () => this.changed();
    this.side = html('select', { onchange: changed }, html('option', { value: 'w' }, 'White'), html('option', { value: 'b' }, 'Black'));
    this.rights = (game.fields.rights?.each ?? [])
      .map(({ letter }) => html('input', { type: 'checkbox', value: letter, onchange: changed }));
    this.passed = html('input', { class: 'short', oninput: changed, spellcheck: 'false', placeholder: '-' });
    this.half = html('input', { class: 'short', inputmode: 'numeric', oninput: changed });
    this.full = html('input', { class: 'short', inputmode: 'numeric', oninput: changed });
    this.fen = html('input', { class: 'fen-field', spellcheck: 'false', 'aria-label': 'FEN', oninput: () => this.read(this.fen.value, true) });
    this.verdict = html('div', { class: 'verdict', role: 'status' });
    this.palettes = ['black', 'white'].map((side) => this.palette(/** @type {'white'|'black'} */ (side)));
    const { rights, en_passant: passes, strike, counter } = game.fields;
    this.analyse = button('Analyse', () => { location.href = this.from('analysis'); }, { class: 'primary' });
    this.play = button('Play…', () => { location.href = this.from(''); });
    this.larger = signButton('zoom', 'Larger squares', () => {
      this.board.zoom(!this.board.zoomed);
      this.showZoom();
    });
    main.className = 'play editor';
    main.replaceChildren(
      html('section', { class: 'board-side', 'aria-label': 'Board' }, area),
      html('aside', { class: 'side', 'aria-label': 'Position' },
        html('h1', { class: 'analysis-title' }, `${game.name}: a position`),
        html('p', { class: 'summary' }, 'Choose a piece and click squares, or drag pieces. To remove a piece, right-click it, touch it for a while, or drag it off the board.'),
        ...this.palettes,
        html('div', { class: 'fields' }, field('To move', this.side),
          rights && html('div', { class: 'field', role: 'group', 'aria-label': rights.name }, html('span', {}, rights.name),
            html('div', {}, ...rights.each.map(({ label }, index) => html('label', { class: 'option' }, this.rights[index], label)))),
          passes && field('En passant', this.passed), strike && field('Lion just captured on', this.passed),
          counter && field(counter, this.half), field('Move number', this.full)),
        this.fen, this.verdict,
        html('div', { class: 'dialog-buttons' },
          button('Start array', () => this.read(game.start, false)),
          button('Empty', () => { this.men.clear(); this.changed(); }),
          signButton('copy', 'Copy FEN', () => copyText(this.fen.value, (words) => { this.verdict.textContent = words; }, 'FEN')),
          signButton('flip', 'Turn the board', () => this.board.flip(!this.board.flipped)), this.larger,
          this.play, this.analyse)));
    this.board = new Board(area, game, (letter) => pictureOf(game, letter));
    new ResizeObserver(() => this.showZoom()).observe(area);
    this.gestures = new Gestures(this.board, {
      liftable: (at) => this.men.has(at),
      lifted: (at) => { this.selected = at; this.draw(); },
      dropped: (from, to) => this.move(from, to),
      tapped: (at) => this.tapped(at),
      held: (at) => { this.men.delete(at); this.changed(); },
      unheld: () => {}, hovered: () => {}, over: () => {},
    });
    new Keyboard(this.board, {
      chosen: (at) => this.tapped(at),
      cancelled: () => { this.choose(null); },
      describe: (at) => {
        const letter = this.men.get(at);
        return letter ? `${sideName(sideOf(letter))} ${pieceOf(game, letter)?.name}` : 'empty';
      },
      own: () => new Set(this.men.keys()),
    });
    this.board.host.addEventListener('keydown', ({ key }) => {
      if (key === 'Delete' && this.men.delete(this.board.marks.get('cursor')?.[0]?.at ?? -1)) this.changed();
    });
    this.socket = new Socket((reply) => this.hear(reply), (connected) => {
      document.body.classList.toggle('lost', !connected);
      if (connected) this.ask();
      else this.verdict.textContent = `${sentence(host.lost)}; trying again`;
    });
    this.read(query.get('fen') ?? game.start, false);
    this.socket.open('');
  }

  /** @param {'white'|'black'} side */
  palette(side) {
    const letters = this.game.pieces.map(({ letter }) => (side === 'white' ? letter : letter.toLowerCase()));
    const entry = (/** @type {string} */ letter) => {
      const name = `${sideName(side)} ${pieceOf(this.game, letter)?.name}`;
      const node = button(svg('svg', { class: 'picture', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
        svg('use', { href: `#${pictureOf(this.game, letter)}` })), () => this.choose(this.brush === letter ? null : letter),
      { title: name, class: 'palette-piece', 'data-letter': letter, 'aria-pressed': 'false' });
      // A piece can also be dragged onto the board.
      node.addEventListener('pointerdown', () => this.drag(letter));
      return node;
    };
    const remove = side === 'white' && signButton('cut', 'Remove pieces', () => this.choose(this.brush === '' ? null : ''));
    if (remove) Object.assign(remove.dataset, { letter: '' });
    return html('div', { class: 'palette', role: 'group', 'aria-label': `${sideName(side)}'s pieces` }, ...letters.map(entry), remove);
  }

  /** @param {string} letter */
  drag(letter) {
    const stop = new AbortController();
    window.addEventListener('pointerup', (event) => {
      stop.abort();
      const { left, top, right, bottom } = this.board.svg.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      if (x < left || x > right || y < top || y > bottom) return;
      this.board.bounds = null;
      const at = this.board.under(event);
      if (at >= 0) this.put(at, letter);
    }, { signal: stop.signal });
    window.addEventListener('pointercancel', () => stop.abort(), { signal: stop.signal });
  }

  /** @param {string|null} brush */
  choose(brush) {
    this.brush = brush;
    this.selected = -1;
    for (const node of document.querySelectorAll('.palette button')) {
      const own = node instanceof HTMLElement && node.dataset.letter === brush;
      node.setAttribute('aria-pressed', String(own));
    }
    this.draw();
  }

  /** @param {number} at @param {string} letter */
  put(at, letter) {
    if (this.board.holes.has(at)) return;
    if (letter) this.men.set(at, letter);
    else this.men.delete(at);
    this.changed();
  }

  /** @param {number} from @param {number} to -1 beside the board */
  move(from, to) {
    const letter = this.men.get(from);
    this.selected = -1;
    if (letter && to !== from && !this.board.holes.has(to)) {
      this.men.delete(from);
      if (to >= 0) this.men.set(to, letter);
    }
    this.changed();
  }

  /** @param {number} at */
  tapped(at) {
    if (this.brush !== null) this.put(at, this.men.get(at) === this.brush ? '' : this.brush);
    else if (this.selected >= 0) this.move(this.selected, at);
    else {
      this.selected = this.men.has(at) ? at : -1;
      this.draw();
    }
  }

  /** Shows the position of a FEN, as far as it is valid. @param {string} fen @param {boolean} typed */
  read(fen, typed) {
    // While a FEN is being typed, the board changes only when its placement is complete.
    if (typed && !isPlacement(fen, this.game)) {
      this.askSoon();
      return;
    }
    const [placement = '', side = 'w', rights = '-', passed = '-', half = '0', full = '1'] = fen.trim().split(/\s+/);
    const inside = (/** @type {number} */ at) => fileOf(at) < this.game.files && rankOf(at) >= 0 && rankOf(at) < this.game.ranks
      && !this.board.holes.has(at);
    this.men = new Map([...pieces(placement, this.game)].filter(([at, letter]) => inside(at) && pieceOf(this.game, letter)));
    this.side.value = side === 'b' ? 'b' : 'w';
    this.rights.forEach((box) => { box.checked = rights.includes(box.value); });
    this.passed.value = passed === '-' ? '' : passed;
    [this.half.value, this.full.value] = [half, full];
    if (typed) {
      this.draw();
      this.askSoon();
    } else this.changed();
  }

  /** The FEN of the fields. */
  written() {
    const rights = this.rights.map((box) => (box.checked ? box.value : '')).join('');
    const { en_passant: passes, strike } = this.game.fields;
    const passed = passes || strike ? this.passed.value.trim() : '';
    return [placementOf(this.men, this.game), this.side.value, rights || '-', passed || '-',
      this.half.value.trim() || '0', this.full.value.trim() || '1'].join(' ');
  }

  changed() {
    this.fen.value = this.written();
    this.draw();
    this.askSoon();
  }

  draw() {
    this.board.show(this.men);
    this.board.mark('selected', this.selected < 0 ? [] : [{ kind: 'selected', at: this.selected }]);
  }

  askSoon() {
    this.right = null;
    this.analyse.disabled = this.play.disabled = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask(), PAUSE);
  }

  ask() {
    this.socket.send({ type: 'check', variant: this.game.id, options: this.options, fen: this.fen.value });
  }

  /** @param {import('./protocol.js').Reply} reply */
  hear(reply) {
    if (reply.type === 'checked' && reply.asked === this.fen.value) {
      this.right = reply.fen;
      this.analyse.disabled = !reply.fen;
      this.play.disabled = !reply.fen || Boolean(reply.over);
      const problems = reply.problems.map(({ text }) => html('li', {}, text));
      this.verdict.replaceChildren(problems.length ? html('ul', { class: 'wrong' }, ...problems)
        : html('p', {}, reply.over ? `The game is over here: ${reply.over}.` : 'The position is valid.'));
      const squares = new Set(reply.problems.flatMap((problem) => parseAll(problem.squares)));
      this.board.mark('check', [...squares].map((at) => ({ kind: 'check', at })));
    } else if (reply.type === 'error') this.verdict.textContent = reply.text;
  }

  /** Shows the zoom button where squares are small. */
  showZoom() {
    this.larger.hidden = !this.board.isSmall && !this.board.zoomed;
    press(this.larger, this.board.zoomed);
  }

  /** The address of a page that begins with the position. @param {''|'analysis'} place */
  from(place) {
    return href(place, '', startQuery(this.game.id, this.options, this.right ?? ''));
  }
}

/** @param {HTMLElement} main @param {string} id @param {URLSearchParams} query */
export async function showEditor(main, id, query) {
  const game = await describeGame(id);
  document.title = `${game.name}: a position - Dhow`;
  new Editor(main, game, query);
}
