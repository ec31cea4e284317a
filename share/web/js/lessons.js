// The page of lessons: stars to be collected by a piece, and positions in which a rule is tried.

import { here } from './address.js';
import { announce, button, html } from './dom.js';
import { parse } from './board/geometry.js';
import { signButton } from './controls.js';
import { ExerciseHand, ExercisePage } from './exercise.js';
import { host } from './host.js';
import { card } from './learn.js';
import { commandPicture, rulesInShort } from './rulesview.js';
import { describeGame, pieceOf } from './protocol.js';
import { change, settings } from './settings.js';

/**
 * @typedef {import('./protocol.js').Lesson} Lesson
 * @typedef {Lesson & {name: string, title: string}} Named
 */

/** @type {Record<Lesson['group'], string>} */
const GROUPS = { pieces: 'The pieces', rules: 'The rules of the 12×12 games', leaders: 'The games with leaders' };

/** Milliseconds that a move stays that is legal, but not the one of the lesson. */
const ASIDE = 1400;

/** The names of the lessons that were done. */
const learned = () => new Set(settings.learned.map(String));

/** A lesson on the board. */
class LessonHand extends ExerciseHand {
  /**
   * @param {HTMLElement} area
   * @param {import('./protocol.js').Game} game
   * @param {Named} lesson
   * @param {import('./hand.js').Hooks & {judged: (state: import('./protocol.js').ExerciseState) => void}} hooks
   */
  constructor(area, game, lesson, hooks) {
    const [files, ranks] = lesson.region ?? [game.files, game.ranks];
    const shown = lesson.region ? { ...game, files, ranks, start: '' } : game;
    const fen = lesson.fen === 'START' ? game.start : lesson.fen;
    super(area, shown, { variant: game.id, options: [], fen, goal: null, solution: [], before: lesson.before }, hooks, game);
    this.first = fen;
    this.lesson = lesson;
    /** The stars that are left. */
    this.stars = new Set((lesson.stars ?? []).map(parse));
    /** The number of moves made for stars. */
    this.moves = 0;
    /** The step of the lesson, and the moves before it. */
    this.step = 0;
    this.before = lesson.before ?? [];
    this.refresh();
  }

  /** @returns {{kind: import('./board/marks.js').Mark, at: number}[]} */
  badges() {
    return [...this.stars ?? []].map((at) => ({ kind: this.board.pieces.has(at) ? 'star-on' : 'star', at }));
  }

  /** @param {number} at */
  describe(at) {
    return `${super.describe(at)}${this.stars.has(at) ? ', a star' : ''}`;
  }

  /** Collects the star where the piece went, and lets it go on. @param {import('./protocol.js').ExerciseState} state */
  collect(state) {
    const to = state.moves.at(-1)?.squares.at(-1) ?? '';
    this.moves += 1;
    if (this.stars.delete(parse(to))) announce(`a star, ${this.stars.size} left`);
    this.goOnFrom(`${state.placement} w - - 0 1`);
    this.refresh();
    if (this.stars.size) this.ask([]);
  }

  /** Takes back what is not of the lesson. */
  aside() {
    this.pending = true;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.ask(this.before);
    }, ASIDE);
  }
}

/** @extends {ExercisePage<LessonHand>} */
export class Lessons extends ExercisePage {
  /** @param {HTMLElement} main @param {Named[]} lessons */
  constructor(main, lessons) {
    super([['N', 'next lesson']]);
    this.lessons = lessons;
    this.lesson = lessons[0];
    this.done = false;
    this.area = html('div', { class: 'board-area' });
    this.title = html('h1', { class: 'puzzle-title' });
    this.about = html('p', { class: 'puzzle-about', role: 'status' });
    this.verdict = html('div', { class: 'puzzle-verdict', role: 'status' });
    this.endTurn = button('End turn', () => this.exercise?.endTurn(), { class: 'end-turn', hidden: true });
    this.explain = button('Explain the piece', () => this.showCard());
    this.rules = button('Rules with pictures', () => this.showRules());
    this.again = button('Again', () => this.begin(this.lesson));
    this.next = button('Next lesson', () => this.goOn());
    this.list = html('div', { class: 'puzzle-list' });
    this.card = html('div', { class: 'card-holder', hidden: true });
    main.className = 'play puzzles lessons';
    main.replaceChildren(
      html('section', { class: 'board-side', 'aria-label': 'Board' }, this.area),
      html('aside', { class: 'side', 'aria-label': 'Lesson' },
        html('div', { class: 'puzzle-head' }, this.title, this.zoomButton, this.legend.button, this.about),
        this.status, this.typed.node, this.verdict,
        html('div', { class: 'puzzle-buttons' }, this.endTurn, this.explain, this.rules, this.again, this.next),
        html('div', { class: 'tab-body' }, this.list, this.card, this.legend.node)));
    window.addEventListener('popstate', () => this.begin(this.find(here().id), true));
  }

  /** @param {string} name */
  find(name) {
    return this.lessons.find((lesson) => lesson.name === name) ?? this.firstOpen();
  }

  /** The first lesson that was not done. */
  firstOpen() {
    const done = learned();
    return this.lessons.find(({ name }) => !done.has(name)) ?? this.lessons[0];
  }

  /** @param {string} name */
  open(name) {
    this.socket.open('');
    this.begin(this.find(name), true);
  }

  /** @param {Named} lesson @param {boolean} [stays] whether this is no new entry of the history */
  async begin(lesson, stays = false) {
    this.lesson = lesson;
    this.done = false;
    this.says('', '');
    const game = await this.prepare(lesson.variant);
    if (!game) return;
    this.begins(() => new LessonHand(this.area, game, lesson, {
      send: (message) => this.socket.send(message),
      changed: () => this.show(),
      say: (text) => this.say(text),
      inspected: (reach, by) => {
        if (!reach && this.card.dataset.stays) return;
        this.card.dataset.stays = '';
        this.card.hidden = !reach;
        this.card.replaceChildren(reach ? card(game, reach.letter, reach, by) : '');
      },
      judged: (state) => this.judge(state),
    }));
    this.title.textContent = lesson.title;
    this.explain.hidden = !lesson.piece;
    this.rules.hidden = Boolean(lesson.piece);
    document.title = `${lesson.title} - Dhow`;
    this.addressed('lessons', lesson.name, stays);
    this.card.hidden = true;
    this.card.dataset.stays = '';
    this.boardIsNew();
    this.ready();
    this.showList();
    this.tell();
    this.show();
  }

  showCard() {
    const { exercise, lesson } = this;
    if (exercise && lesson.piece) this.keep(card(exercise.whole, lesson.piece));
  }

  /** Shows the rules of the game; a lesson about leaders begins with their picture. */
  showRules() {
    const { exercise, lesson } = this;
    if (!exercise) return;
    const picture = lesson.group === 'leaders' ? commandPicture(exercise.whole) : null;
    this.keep(picture ?? '', ...rulesInShort(exercise.whole).filter((node) => !(picture && node instanceof Element && node.matches('.command-picture'))));
  }

  /** Shows something until it is closed. @param {(string|Node)[]} content */
  keep(...content) {
    this.card.dataset.stays = 'yes';
    this.card.replaceChildren(...content, signButton('close', 'Close', () => {
      this.card.hidden = true;
      this.card.dataset.stays = '';
    }));
    this.card.hidden = false;
  }

  /** What is to be done now. */
  tell() {
    const { exercise, lesson } = this;
    if (!exercise) return;
    const piece = lesson.piece && pieceOf(exercise.whole, lesson.piece);
    const words = piece ? `${piece.sentence} Collect all stars; ${lesson.moves} moves are enough.`
      : lesson.steps?.[Math.min(exercise.step, lesson.steps.length - 1)]?.text ?? '';
    if (this.about.textContent !== words) this.about.textContent = words;
  }

  /** @param {string} words @param {string} kind */
  says(words, kind) {
    this.verdict.textContent = words;
    this.verdict.dataset.kind = kind;
  }

  /** @param {import('./protocol.js').ExerciseState} state */
  judge(state) {
    const { exercise, lesson } = this;
    if (!exercise) return;
    if (lesson.stars) {
      if (state.moves.length) exercise.collect(state);
      const { moves, stars } = exercise;
      if (stars.size) this.says(moves ? `${moves} ${moves === 1 ? 'move' : 'moves'}, ${stars.size} ${stars.size === 1 ? 'star' : 'stars'} left` : '', 'open');
      else if (moves <= (lesson.moves ?? 0)) this.finish(`All stars in ${moves} moves!`);
      else this.finish(`All stars in ${moves} moves; ${lesson.moves} are enough.`);
      return;
    }
    const steps = lesson.steps ?? [];
    const step = steps[exercise.step];
    const made = state.moves.slice(exercise.before.length).map(({ text }) => text);
    if (!made.length || !step) return;
    if (!step.accept.includes(made[0])) {
      this.says('That is legal, but not what this lesson is about. Try again.', 'wrong');
      exercise.aside();
      return;
    }
    exercise.step += 1;
    exercise.before = [...exercise.before, made[0], ...step.reply];
    if (exercise.step === steps.length) {
      this.finish(`Right! ${lesson.done ?? ''}`);
      return;
    }
    this.says('Right.', 'open');
    this.tell();
    if (step.reply.length) exercise.ask(exercise.before);
  }

  /** @param {string} words */
  finish(words) {
    this.done = true;
    if (this.exercise) this.exercise.pending = true;
    this.says(words, 'solved');
    change({ learned: [...learned().add(this.lesson.name)] });
    this.showList();
  }

  /** A lesson is always seen from White's side. @param {string} key */
  common(key) {
    return key === 'f' ? undefined : super.common(key);
  }

  goOn() {
    const at = this.lessons.indexOf(this.lesson);
    this.begin(this.lessons[(at + 1) % this.lessons.length]);
  }

  show() {
    this.showStatus();
    this.showZoom();
    const { exercise } = this;
    if (!exercise) return;
    this.endTurn.hidden = !exercise.commands;
    this.endTurn.disabled = !exercise.live || !exercise.state?.turn?.may_end;
    this.next.classList.toggle('primary', this.done);
    this.legend.show();
  }

  showList() {
    const done = learned();
    const entry = (/** @type {Named} */ lesson) => button(lesson.title, () => this.begin(lesson), {
      class: `puzzle-entry${done.has(lesson.name) ? ' is-solved' : ''}`, 'aria-current': lesson === this.lesson ? 'true' : null,
    });
    this.list.replaceChildren(...Object.entries(GROUPS).flatMap(([group, name]) => [
      html('h2', {}, name), html('div', { class: 'puzzle-entries', role: 'group', 'aria-label': name },
        ...this.lessons.filter((lesson) => lesson.group === group).map(entry))]));
  }
}

/** The name of a lesson in its address. @param {string} title */
const nameFor = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** @param {HTMLElement} main @param {string} name */
export async function showLessons(main, name) {
  const lessons = await host.lessons();
  const named = await Promise.all(lessons.map(async (lesson) => {
    const game = lesson.piece ? await describeGame(lesson.variant) : null;
    const title = lesson.title ?? pieceOf(/** @type {import('./protocol.js').Game} */ (game), lesson.piece ?? '')?.name ?? '';
    return { ...lesson, title, name: nameFor(title) };
  }));
  new Lessons(main, named).open(name);
}
