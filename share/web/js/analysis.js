// The analysis page: tree, engine, graph, import and export.

import { href } from './address.js';
import { AnnotationBox } from './annotate.js';
import { ChapterRow } from './chapters.js';
import { signButton } from './controls.js';
import { button, heading, html, isForPage } from './dom.js';
import { Comments } from './comments.js';
import { Bar, EngineLines, Graph } from './evaluation.js';
import { copyText, saveText, takeTexts } from './files.js';
import { MenLine, tellMen } from './captured.js';
import { card, pieceList } from './learn.js';
import { brokenLink, copyLink, subjectIn } from './link.js';
import { Notes } from './notes.js';
import { Page } from './page.js';
import { rulesInShort } from './rulesview.js';
import { Pictures } from './picture.js';
import { PenBox } from './pen.js';
import { drawShapes } from './draw.js';
import { sideName } from './protocol.js';
import { calm } from './socket.js';
import { AnalysisHand } from './analysishand.js';
import { showMissing, analysisActions } from './analysisparts.js';

export class Analysis extends Page {
  /** @type {AnalysisHand|null} */
  analysisHand = null;

  /** @param {HTMLElement} main */
  constructor(main) {
    super([['D', 'draw arrows and circles'], ['M', 'read out what is captured'], ['L', 'engine on or off'], ['Space', "play the engine's best turn"], ['E', 'end the turn'], ['Backspace', 'back one move']]);
    this.main = main;
    /** The subject of a new analysis, and whether a new one was requested. @type {object} */
    this.subject = {};
    this.asked = false;
    /** What to do with the requested PGN: `copy` or `save`. */
    this.wanted = '';
    this.area = html('div', { class: 'board-area' });
    this.bar = new Bar();
    this.title = html('div', { class: 'analysis-title' });
    this.leftOut = html('details', { class: 'left-out', hidden: true });
    /** Requests the engine's lines for the position, or none. */
    this.ask = calm(() => this.request());
    this.engine = new EngineLines({ play: (moves) => this.hand?.play(moves), changed: () => this.ask() });
    this.notes = new Notes((id) => this.hand?.goTo(id));
    this.graph = new Graph((id) => this.hand?.goTo(id));
    const annotate = (/** @type {object} */ more) => this.send({ type: 'annotate', node: this.hand?.at ?? 0, ...more });
    this.annotation = new AnnotationBox({
      hand: () => this.hand,
      begin: (effort) => annotate({ on: true, effort }),
      end: () => annotate({ on: false }),
    });
    /** Whether to open the annotation dialog as soon as the game is loaded. */
    this.annotates = false;
    /** The number of moves of the main line to show at first. */
    this.opensAt = 0;
    this.branches = html('div', { class: 'branches', role: 'group', 'aria-label': 'Next moves' });
    this.comments = new Comments({ send: (message) => this.socket.send(message), say: (text) => this.say(text) });
    this.end = button('End turn', () => this.hand?.endTurn(), { class: 'primary end-turn', hidden: true });
    this.card = html('div', { class: 'card-holder', hidden: true });
    this.rules = html('div', { class: 'card-holder rules-tab', hidden: true, 'data-stays': 'yes', role: 'region', 'aria-label': 'Rules', tabindex: 0 });
    /** The last move deleted here; empty once it is restored. */
    this.cut = '';
    this.undo = html('div', { class: 'undo-box', hidden: true });
    this.men = new MenLine();
    this.pictures = new Pictures({
      hand: () => this.hand, ask: () => this.send({ type: 'picture', ply: this.hand?.at ?? 0, flipped: this.flipped }),
      say: (text) => this.say(text), name: () => `dhow-${this.hand?.game.id}`,
    });
    this.chapters = new ChapterRow({ say: (text) => this.say(text), fen: () => this.hand?.place?.fen ?? '' });
    this.pen = new PenBox(() => this.hand);
    this.actions = analysisActions(this);
    main.className = 'play analysis';
    main.replaceChildren(
      html('section', { class: 'board-side with-bar', 'aria-label': 'Board' }, this.bar.node, this.area),
      html('aside', { class: 'side', 'aria-label': 'Analysis' }, html('h2', { class: 'unseen' }, 'Moves'), this.title, this.chapters.node, this.status, this.typed.node, this.leftOut, this.men.node, this.engine.node,
        html('div', { class: 'tab-body' }, this.notes.node, this.rules, this.card, this.legend.node),
        this.undo, this.pen.node, this.branches, this.comments.node, this.end,
        html('div', { class: 'graph-box' }, this.graph.svg, this.annotation.node), ...this.actions));
    document.addEventListener('keydown', (event) => this.key(event));
    takeTexts(() => this.game(), (text) => this.say(text));
  }

  get hand() {
    // The page asks before there are fields.
    return this.analysisHand ?? null;
  }

  /** @param {boolean} connected */
  connected(connected) {
    if (connected && this.asked && !this.hand) this.socket.send({ type: 'analysis', of: this.subject });
  }

  /** Opens an analysis, or starts one of a game's start. @param {string} id @param {URLSearchParams} query */
  begin(id, query) {
    this.subject = subjectIn(query);
    this.asked = !id;
    this.annotates = query.has('annotate');
    this.opensAt = query.has('at') ? Number(query.get('at')) || 0 : query.has('moves') ? Infinity : 0;
    this.socket.open(id);
  }

  /** Deletes the current move with all moves after it; can be undone. @param {AnalysisHand} hand */
  prune(hand) {
    const { move } = hand.entry(hand.at);
    if (!move) return;
    this.cut = move.san;
    this.send({ type: 'prune', node: hand.at });
  }

  /** Offers to restore what was deleted here. @param {string} words */
  offerUndo(words) {
    this.undo.replaceChildren(html('span', { role: 'status' }, words),
      button('Undo', () => this.send({ type: 'restore' })));
    this.undo.hidden = false;
  }

  /** The variant of pasted FENs. */
  game() {
    return this.hand && { variant: this.hand.tree.variant, options: this.hand.tree.options };
  }

  /** Shows the rules and the pieces of the game, or hides them. */
  showRules() {
    const { hand } = this;
    if (!hand) return;
    this.rules.hidden = !this.rules.hidden;
    this.rules.replaceChildren(...rulesInShort(hand.game),
      pieceList(hand.game, (letter) => {
        this.card.replaceChildren(card(hand.game, letter), signButton('close', 'Close the piece', () => { this.card.hidden = true; }));
        this.card.hidden = false;
      }),
      signButton('close', 'Close the rules', () => { this.rules.hidden = true; }));
  }

  copyLink() {
    const { hand } = this;
    if (!hand) return;
    const moves = hand.line().map((id) => hand.entry(id).move?.text ?? '');
    copyLink({ ...hand.tree, game: hand.game, moves, at: hand.path().length }, (text) => this.say(text));
  }

  /** @param {string} fen */
  editor(fen) {
    const { variant, options } = /** @type {AnalysisHand} */ (this.hand).tree;
    const query = new URLSearchParams([['fen', fen], ...options.map((name) => ['option', name])]);
    return href('editor', variant, query);
  }

  /** @param {import('./protocol.js').Reply} reply */
  hear(reply) {
    const { hand } = this;
    // A changed analysis is saved; an unchanged one can be started again from the history.
    const done = ['grown', 'order', 'commented', 'signed', 'tagged'].includes(reply.type);
    if (done && history.state) history.replaceState(null, '');
    switch (reply.type) {
      case 'analysis': this.join(reply); break;
      case 'game': location.replace(href('analysis', '', `of=${reply.id}`)); break;
      case 'grown':
        // The new moves replace the deleted ones, or are the deleted ones.
        this.cut = '';
        this.undo.hidden = true;
        hand?.grown(reply.nodes);
        break;
      case 'went': hand?.goTo(reply.node); break;
      case 'place': hand?.looked(reply); break;
      case 'order': this.reordered(reply.node, reply.children); break;
      case 'commented':
        if (hand?.entries.has(reply.node)) {
          hand.entry(reply.node).comment = reply.text;
          this.comments.heard(reply.node, reply.text);
          hand.refresh();
          this.grew();
        }
        break;
      case 'signed':
        hand?.signed(reply.node, reply.sign);
        this.comments.showSign();
        this.grew();
        break;
      case 'tagged':
        if (hand) this.chapters.show(Object.assign(hand.tree, { tags: reply.tags }));
        break;
      case 'lines': this.lines(reply); break;
      case 'annotated': this.annotated(reply); break;
      case 'picture': this.pictures.heard(reply.svg); break;
      case 'reach': hand?.inspected(reply.ply, reply.reach); break;
      case 'pgn':
        if (this.wanted === 'save') saveText(reply.text, `dhow-${this.id.slice(0, 8)}.pgn`);
        else copyText(reply.text, (words) => this.say(words), this.wanted === 'courier' ? 'Moves for Game Courier' : 'PGN');
        break;
      case 'kept': this.trouble = reply.ok ? '' : reply.text; this.say(reply.text); break;
      case 'error': this.refused(reply); break;
      default:
    }
  }

  /** @param {import('./protocol.js').Tree} tree */
  async join(tree) {
    const game = await this.prepare(tree.variant);
    if (!game) return;
    // After a lost connection, the page returns to the same position.
    const before = this.id === tree.id || this.asked ? this.hand : null;
    const texts = before ? before.path().map((id) => before.entry(id).move?.text ?? '') : [];
    this.hand?.remove();
    if (!before) this.comments.clear();
    const hand = new AnalysisHand(this.area, game, tree, {
      send: (message) => this.socket.send(message),
      changed: () => this.show(),
      say: (text) => this.say(text),
      inspected: (reach, by) => {
        this.card.replaceChildren(reach ? card(game, reach.letter, reach, by) : '');
        this.card.hidden = !reach;
        this.legend.show();
      },
      went: () => this.went(),
      grew: () => this.grew(),
      arrows: () => this.engine.arrows(),
      comment: () => this.comments.current(),
      write: (comment) => this.comments.write(comment),
    });
    this.analysisHand = hand;
    this.pen.show();
    this.boardIsNew();
    this.named(tree.id);
    if (before) this.comments.carry(before, hand);
    history.replaceState(this.asked ? { subject: this.subject } : history.state, '', href('analysis', tree.id));
    this.asked = false;
    this.trouble = '';
    document.title = `${game.name}: analysis - Dhow`;
    const tag = (/** @type {string} */ name) => tree.tags.find(([key]) => key === name)?.[1] ?? '';
    const players = tag('White') && `${tag('White')} - ${tag('Black')} ${tag('Result').replace('*', '')}`;
    this.title.replaceChildren(html('b', {}, game.name), ` ${players}`);
    heading(`${game.name}: analysis`);
    this.chapters.show(tree);
    this.undo.hidden = true;
    this.leftOut.hidden = !tree.left_out.length;
    const broken = brokenLink(this.subject);
    this.leftOut.open = broken !== '';
    this.leftOut.replaceChildren(html('summary', {}, broken || 'Not all variations could be read'),
      html('ul', {}, ...tree.left_out.map((why) => html('li', {}, why))));
    this.annotation.told({ state: 'over', done: 0, of: 0, nodes: [], judged: [], tallies: tree.tallies });
    this.grew();
    if (texts.length) hand.play(texts);
    else if (this.opensAt) hand.goTo(hand.mainLine().slice(0, this.opensAt).at(-1) ?? 0);
    this.opensAt = 0;
    this.went();
    this.ready();
    if (this.annotates) this.annotation.ask();
    this.annotates = false;
  }

  /** @param {import('./protocol.js').Annotated} told */
  annotated(told) {
    this.annotation.told(told);
    const { hand } = this;
    if (!hand || !told.judged.length) return;
    hand.annotated(told);
    this.comments.showSign();
    this.notes.show(hand, false);
    this.graph.show(hand);
    this.show();
  }

  /** @param {number} node @param {number[]} children */
  reordered(node, children) {
    const line = String(this.hand?.mainLine());
    const fewer = children.length < (this.hand?.entry(node).children.length ?? 0);
    this.hand?.reordered(node, children);
    if (fewer && this.cut) this.offerUndo(`${this.cut} deleted, with all moves after it.`);
    // The summary belongs to another line.
    if (String(this.hand?.mainLine()) !== line) this.annotation.show(null);
  }

  /** Another position is shown. */
  went() {
    const { hand } = this;
    if (!hand) return;
    this.engine.show(null);
    this.notes.mark(hand.at);
    this.graph.show(hand);
    this.comments.show(hand);
    drawShapes(hand);
    this.ask();
    this.show();
  }

  /** The tree has changed. */
  grew() {
    if (!this.hand) return;
    this.notes.show(this.hand);
    this.graph.show(this.hand);
    this.annotation.enable(this.hand.entries.size > 1);
    this.show();
  }

  request() {
    if (!this.hand) return;
    this.socket.send({ type: 'search', node: this.hand.at, lines: this.engine.on ? this.engine.count : 0 });
  }

  /** @param {import('./protocol.js').Lines} lines */
  lines(lines) {
    const { hand } = this;
    if (!hand || !this.engine.on || lines.node !== hand.at) return;
    this.engine.show(lines);
    const [best] = lines.lines;
    const entry = hand.entry(hand.at);
    if (best && (entry.eval?.depth ?? 0) <= best.eval.depth) {
      const known = entry.eval !== null;
      entry.eval = best.eval;
      if (!known || lines.depth > 6) this.graph.show(hand);
    }
    drawShapes(hand);
    this.showBar();
  }

  showBar() {
    if (this.hand) this.bar.show(this.hand.entry(this.hand.at).eval, this.flipped);
  }

  show() {
    const { hand } = this;
    if (!hand) return;
    this.showBar();
    this.men.show(hand, this.flipped);
    this.end.hidden = !hand.commands;
    this.end.disabled = !hand.place?.turn?.may_end;
    const { children } = hand.entry(hand.at);
    this.branches.replaceChildren(...(children.length > 1 ? children : []).map((id) =>
      button(hand.entry(id).move?.san ?? '', () => hand.goTo(id), { class: 'move' })));
    this.showStatus();
    this.showZoom();
    this.legend.show();
  }

  state() {
    const { place } = this.hand ?? {};
    if (place?.over) return `${place.over.result}: ${place.over.reason}`;
    if (!place) return '';
    const left = place.turn ? `, ${place.turn.left} ${place.turn.left === 1 ? 'move' : 'moves'} left` : '';
    return `${sideName(place.side)} to move${place.checked.length ? ': check!' : ''}${left}`;
  }

  /** @param {{code: string, text: string}} error */
  refused({ code, text }) {
    this.hand?.refused();
    if (code !== 'no_game' && (this.hand || !this.asked)) {
      this.say(text);
      return;
    }
    const { subject } = history.state ?? {};
    this.socket.game = '';
    if (subject && !this.asked) {
      // The analysis had no changes, so nothing is lost.
      this.subject = subject;
      this.asked = true;
      this.socket.send({ type: 'analysis', of: subject });
    } else if (this.hand) {
      this.trouble = `This analysis cannot continue: ${text}`;
      this.showStatus();
    } else showMissing(this.main, text, this.asked);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    const { hand } = this;
    if (!isForPage(event, 'input:not([type=checkbox]), select, textarea') || !hand) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => hand.back(),
      ArrowRight: () => hand.forward(),
      ArrowUp: () => hand.goTo(0),
      ArrowDown: () => hand.last(),
      Backspace: () => hand.back(),
      Escape: () => (this.pen.colour ? this.pen.take('') : hand.let()),
      m: () => tellMen(hand),
      d: () => this.pen.take(this.pen.colour ? '' : this.pen.last),
      l: () => this.engine.switch(!this.engine.on),
      e: () => hand.endTurn(),
      ' ': () => { if (this.engine.found?.lines[0]) hand.play(this.engine.found.lines[0].turns[0].moves); },
    };
    const onControl = target instanceof HTMLElement && target.closest('a, button, input') && event.key === ' ';
    const act = keys[event.key] ?? this.common(event.key);
    if (act && !onControl) {
      event.preventDefault();
      act();
    }
  }
}
