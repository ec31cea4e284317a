// The page of an analysis: the tree, the engine, the graph, texts in and out.

import { AnnotationBox } from './annotate.js';
import { button, html } from './dom.js';
import { signButton } from './controls.js';
import { Bar, EngineLines, Graph } from './evaluation.js';
import { askText, copyText, saveText, takeTexts } from './files.js';
import { card } from './learn.js';
import { Notes } from './notes.js';
import { describeGame, sideName } from './protocol.js';
import { onChange } from './settings.js';
import { Socket, calm } from './socket.js';
import { Study } from './study.js';

/** Milliseconds that something is said. */
const SHOWN = 4000;
/** Milliseconds after the last letter before a comment is sent. */
const TYPED = 600;

export class Analysis {
  /** @param {HTMLElement} main */
  constructor(main) {
    /** @type {Study|null} */
    this.study = null;
    this.flipped = false;
    this.notice = 0;
    this.typing = 0;
    this.trouble = '';
    this.id = '';
    /** An analysis is being made ready, and what came meanwhile. */
    this.joining = 0;
    /** @type {import('./protocol.js').Reply[]} */
    this.waiting = [];
    /** The position that the comment is about. */
    this.said = -1;
    /** What is to be analysed if nothing is kept, and whether that was asked for. @type {object} */
    this.subject = {};
    this.asked = false;
    /** What the text that was asked for is wanted for. */
    this.wanted = '';
    this.area = html('div', { class: 'board-area' });
    this.bar = new Bar();
    this.title = html('div', { class: 'study-title' });
    this.status = html('div', { class: 'status', role: 'status' });
    /** Asks for lines of the position, or for none. */
    this.ask = calm(() => this.request());
    this.engine = new EngineLines({ play: (moves) => this.study?.play(moves), changed: () => this.ask() });
    this.notes = new Notes((id) => this.study?.goTo(id));
    this.graph = new Graph((id) => this.study?.goTo(id));
    const annotate = (/** @type {object} */ more) => this.socket.send({ type: 'annotate', node: this.study?.at ?? 0, ...more });
    this.annotation = new AnnotationBox({
      study: () => this.study,
      begin: (effort) => annotate({ on: true, effort }),
      end: () => annotate({ on: false }),
    });
    /** Whether to ask how to annotate as soon as the game is there. */
    this.annotates = false;
    this.branches = html('div', { class: 'branches', role: 'group', 'aria-label': 'Next moves' });
    this.comment = html('input', {
      class: 'comment-field', placeholder: 'Comment', 'aria-label': 'Comment on this move', maxlength: 4000,
      oninput: () => { clearTimeout(this.typing); this.typing = window.setTimeout(() => this.sendComment(), TYPED); },
      onblur: () => this.sendComment(),
    });
    this.end = button('End turn', () => this.study?.endTurn(), { class: 'primary end-turn', hidden: true });
    this.card = html('div', { class: 'card-holder', hidden: true });
    this.actions = this.makeActions();
    main.className = 'play analysis';
    main.replaceChildren(
      html('section', { class: 'board-side with-bar', 'aria-label': 'Board' }, this.bar.node, this.area),
      html('aside', { class: 'side', 'aria-label': 'Analysis' }, this.title, this.status, this.engine.node,
        html('div', { class: 'tab-body' }, this.notes.node, this.card),
        this.branches, this.comment, this.end,
        html('div', { class: 'graph-box' }, this.graph.svg, this.annotation.node), ...this.actions));
    this.socket = new Socket((reply) => this.hear(reply), (connected) => {
      document.body.classList.toggle('lost', !connected);
      if (connected && this.asked && !this.study) this.socket.send({ type: 'study', of: this.subject });
      this.showStatus();
    });
    document.addEventListener('keydown', (event) => this.key(event));
    takeTexts(() => this.game(), (text) => this.say(text));
    onChange(() => { this.study?.board.resize(); this.study?.refresh(); });
  }

  /** Shows an analysis, or begins one of a game's start. @param {string} id @param {URLSearchParams} query */
  begin(id, query) {
    this.subject = query.has('of') ? { game: { id: query.get('of') } }
      : { position: { variant: query.get('variant') ?? 'metamachy', options: query.getAll('option') } };
    this.asked = !id;
    this.annotates = query.has('annotate');
    this.socket.open(id);
  }

  makeActions() {
    const study = (/** @type {(study: Study) => void} */ act) => () => { if (this.study) act(this.study); };
    const text = (/** @type {string} */ wanted) => () => {
      this.wanted = wanted;
      this.socket.send({ type: 'pgn' });
    };
    const node = (/** @type {string} */ type) => study(({ at }) => { if (at) this.socket.send({ type, node: at }); });
    const moves = html('div', { class: 'controls', role: 'toolbar', 'aria-label': 'Moves' },
      signButton('first', 'First position (up)', study((it) => it.goTo(0))),
      signButton('back', 'Back (left)', study((it) => it.back())),
      signButton('forward', 'Forward (right)', study((it) => it.forward())),
      signButton('last', 'Last position (down)', study((it) => it.last())),
      html('span', { class: 'gap' }),
      signButton('up', 'Make this the main line', node('promote')),
      signButton('cut', 'Delete from here', node('prune')),
      signButton('flip', 'Turn the board (F)', () => this.flip()));
    const texts = html('div', { class: 'controls texts', role: 'toolbar', 'aria-label': 'Texts' },
      button('Open…', () => askText(this.game()), { title: 'Open a FEN or PGN' }),
      button('FEN', study(({ place }) => { if (place) copyText(place.fen, (words) => this.say(words), 'FEN'); }), { title: 'Copy FEN' }),
      button('PGN', text('copy'), { title: 'Copy PGN' }),
      signButton('save', 'Save PGN', text('save')),
      html('span', { class: 'gap' }),
      signButton('edit', 'Edit the position', study(({ place }) => { if (place) location.href = this.editor(place.fen); })));
    return [moves, texts];
  }

  /** What a FEN is taken to be of. */
  game() {
    return this.study && { variant: this.study.tree.variant, options: this.study.tree.options };
  }

  /** @param {string} fen */
  editor(fen) {
    const { variant, options } = /** @type {Study} */ (this.study).tree;
    const query = new URLSearchParams([['fen', fen], ...options.map((name) => ['option', name])]);
    return `/editor/${variant}?${query}`;
  }

  /** @param {import('./protocol.js').Reply} reply */
  hear(reply) {
    if (this.joining && reply.type !== 'study') {
      this.waiting.push(reply);
      return;
    }
    const { study } = this;
    switch (reply.type) {
      case 'study': this.join(reply); break;
      case 'grown': study?.grown(reply.nodes); break;
      case 'went': study?.goTo(reply.node); break;
      case 'place': study?.looked(reply); break;
      case 'order': this.reordered(reply.node, reply.children); break;
      case 'commented':
        if (study?.entries.has(reply.node)) { study.entry(reply.node).comment = reply.text; this.grew(); }
        break;
      case 'lines': this.lines(reply); break;
      case 'annotated': this.annotated(reply); break;
      case 'reach': study?.inspected(reply.ply, reply.reach); break;
      case 'pgn':
        if (this.wanted === 'save') saveText(reply.text, `dhow-${this.id.slice(0, 8)}.pgn`);
        else copyText(reply.text, (words) => this.say(words), 'PGN');
        break;
      case 'kept': this.trouble = reply.ok ? '' : reply.text; this.say(reply.text); break;
      case 'error': this.refused(reply); break;
      default:
    }
  }

  /** @param {import('./protocol.js').Tree} tree */
  async join(tree) {
    this.joining += 1;
    const ticket = this.joining;
    const game = await describeGame(tree.variant).catch(() => null);
    if (ticket !== this.joining) return;
    this.joining = 0;
    if (!game) {
      this.waiting.length = 0;
      this.say('the server does not tell what game this is; load the page again');
      return;
    }
    // Who was somewhere before the connection was lost is there again.
    const texts = this.id === tree.id && this.study
      ? this.study.path().map((id) => this.study?.entry(id).move?.text ?? '') : [];
    this.study?.remove();
    this.said = -1;
    this.study = new Study(this.area, game, tree, {
      send: (message) => this.socket.send(message),
      changed: () => this.show(),
      say: (text) => this.say(text),
      inspected: (reach, by) => {
        this.card.replaceChildren(reach ? card(game, reach.letter, reach, by) : '');
        this.card.hidden = !reach;
      },
      went: () => this.went(),
      grew: () => this.grew(),
    });
    this.study.board.flip(this.flipped);
    this.id = tree.id;
    history.replaceState(null, '', `/analysis/${tree.id}`);
    document.title = `${game.name}: analysis - Dhow`;
    const tag = (/** @type {string} */ name) => tree.tags.find(([key]) => key === name)?.[1] ?? '';
    const players = tag('White') && `${tag('White')} - ${tag('Black')} ${tag('Result').replace('*', '')}`;
    this.title.replaceChildren(html('b', {}, game.name), ` ${players}`);
    document.getElementById('game-name')?.replaceChildren(`${game.name}: analysis`);
    if (tree.left_out.length) this.say(`left out: ${tree.left_out.join('; ')}`);
    this.annotation.told({ state: 'over', done: 0, of: 0, nodes: [], judged: [], tallies: tree.tallies });
    this.grew();
    if (texts.length) this.study.play(texts);
    this.went();
    this.waiting.splice(0).forEach((waiting) => this.hear(waiting));
    if (this.annotates) this.annotation.ask();
    this.annotates = false;
  }

  /** @param {import('./protocol.js').Annotated} told */
  annotated(told) {
    this.annotation.told(told);
    const { study } = this;
    if (!study || !told.judged.length) return;
    study.annotated(told);
    this.notes.show(study, false);
    this.graph.show(study);
    this.show();
  }

  /** @param {number} node @param {number[]} children */
  reordered(node, children) {
    const line = String(this.study?.mainLine());
    this.study?.reordered(node, children);
    // How well it was played is known of another line.
    if (String(this.study?.mainLine()) !== line) this.annotation.show(null);
  }

  /** Another position is shown. */
  went() {
    const { study } = this;
    if (!study) return;
    this.sendComment();
    this.engine.show(null);
    this.notes.mark(study.at);
    this.graph.show(study);
    this.said = study.at;
    this.comment.value = study.entry(study.at).comment;
    study.board.drawArrows([]);
    this.ask();
    this.show();
  }

  /** The tree has changed. */
  grew() {
    if (!this.study) return;
    this.notes.show(this.study);
    this.graph.show(this.study);
    this.annotation.enable(this.study.entries.size > 1);
    this.show();
  }

  request() {
    if (!this.study) return;
    this.socket.send({ type: 'search', node: this.study.at, lines: this.engine.on ? this.engine.count : 0 });
  }

  /** @param {import('./protocol.js').Lines} lines */
  lines(lines) {
    const { study } = this;
    if (!study || !this.engine.on || lines.node !== study.at) return;
    this.engine.show(lines);
    const [best] = lines.lines;
    const entry = study.entry(study.at);
    if (best && (entry.eval?.depth ?? 0) <= best.eval.depth) {
      const known = entry.eval !== null;
      entry.eval = best.eval;
      if (!known || lines.depth > 6) this.graph.show(study);
    }
    study.board.drawArrows(study.pending ? [] : this.engine.arrows());
    this.showBar();
  }

  showBar() {
    if (this.study) this.bar.show(this.study.entry(this.study.at).eval, this.flipped);
  }

  show() {
    const { study } = this;
    if (!study) return;
    this.showBar();
    this.end.hidden = !study.commands;
    this.end.disabled = !study.place?.turn?.may_end;
    const { children } = study.entry(study.at);
    this.branches.replaceChildren(...(children.length > 1 ? children : []).map((id) =>
      button(study.entry(id).move?.san ?? '', () => study.goTo(id), { class: 'move' })));
    this.showStatus();
  }

  showStatus() {
    if (this.notice) return;
    const { study } = this;
    const { place } = study ?? {};
    this.status.classList.toggle('notice', this.trouble !== '');
    this.status.textContent = document.body.classList.contains('lost') ? 'No connection to the server; trying again'
      : this.trouble || (place?.over ? `${place.over.result}  ${place.over.reason}`
        : place ? `${sideName(place.side)} to move${place.check ? ': check!' : ''}${
          place.turn ? `, ${place.turn.left} ${place.turn.left === 1 ? 'move' : 'moves'} left` : ''}` : '');
  }

  /** Says something for a while. @param {string} text */
  say(text) {
    clearTimeout(this.notice);
    this.status.textContent = text.charAt(0).toUpperCase() + text.slice(1);
    this.status.title = text;
    this.status.classList.add('notice');
    this.notice = window.setTimeout(() => { this.notice = 0; this.status.title = ''; this.showStatus(); }, SHOWN);
  }

  /** Sends the comment that was typed. */
  sendComment() {
    clearTimeout(this.typing);
    const { study, said } = this;
    if (!study?.entries.has(said) || study.entry(said).comment === this.comment.value.trim()) return;
    this.socket.send({ type: 'comment', node: said, text: this.comment.value });
  }

  /** @param {{code: string, text: string}} error */
  refused({ code, text }) {
    this.study?.refused();
    this.say(text);
    if (code === 'no_game' && !this.study && !this.asked) {
      this.socket.game = '';
      this.asked = true;
      this.socket.send({ type: 'study', of: this.subject });
    }
  }

  flip() {
    this.flipped = !this.flipped;
    this.study?.board.flip(this.flipped);
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    const typing = target instanceof HTMLElement
      && (target.matches('input:not([type=checkbox]), select, textarea') || target.closest('dialog'));
    const { study } = this;
    if (typing || event.ctrlKey || event.altKey || event.metaKey || !study) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => study.back(),
      ArrowRight: () => study.forward(),
      ArrowUp: () => study.goTo(0),
      ArrowDown: () => study.last(),
      Backspace: () => study.back(),
      Escape: () => study.let(),
      f: () => this.flip(),
      l: () => this.engine.switch(!this.engine.on),
      e: () => study.endTurn(),
      ' ': () => { if (this.engine.found?.lines[0]) study.play(this.engine.found.lines[0].turns[0].moves); },
    };
    const onControl = target instanceof HTMLElement && target.closest('a, button, input') && event.key === ' ';
    if (keys[event.key] && !onControl) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}
