// The page of puzzles: positions with something to find, one after the other.

import { here } from './address.js';
import { button, html } from './dom.js';
import { signButton } from './controls.js';
import { ExerciseHand, ExercisePage } from './exercise.js';
import { host } from './host.js';
import { PuzzleFiles } from './puzzlefiles.js';
import { card } from './learn.js';
import { sideName } from './protocol.js';
import { change, settings } from './settings.js';

/** @typedef {import('./protocol.js').Puzzle} Puzzle */

/** What is to be done, as a heading. @param {Puzzle['goal']} goal */
export function goalName(goal) {
  switch (goal.kind) {
    case 'mate': return `Mate in ${goal.moves}`;
    case 'win': return goal.turns === 1 ? 'Win this turn' : `Win in ${goal.turns} turns`;
    default: return 'Stop the threat';
  }
}

/** What is to be done, in a sentence. @param {Puzzle['goal']} goal @param {string} other the other side */
function goalWords(goal, other) {
  switch (goal.kind) {
    case 'mate': return goal.moves === 1 ? 'Mate at once. Every move that mates is right.' : `Force mate in at most ${goal.moves} moves. Every move that still mates in time is right.`;
    case 'win': return goal.turns === 1 ? `Capture the last leader of ${other} in this turn.`
      : `Capture the last leader of ${other} in your ${goal.turns === 2 ? 'second' : `${goal.turns}th`} turn at the latest, whatever ${other} does.`;
    default: return `${other} threatens to capture your last leader. Make a turn after which ${other} cannot do so at once.`;
  }
}

/** The ids of the puzzles that were solved. */
const solved = () => new Set(settings.solved.map(String));

/** The side to move in a FEN. @param {string} fen @returns {import('./protocol.js').Side} */
const toMove = (fen) => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** @extends {ExercisePage<ExerciseHand>} */
export class Puzzles extends ExercisePage {
  /**
   * @param {HTMLElement} main
   * @param {Puzzle[]} puzzles
   * @param {import('./protocol.js').Summary[]} games
   */
  constructor(main, puzzles, games) {
    super([['Backspace', 'take back a move of the turn'], ['E', 'end the turn'], ['N', 'next puzzle']]);
    this.known = games;
    this.games = games;
    this.puzzles = puzzles;
    this.game = html('select', {
      onchange: () => this.begin(this.firstOpen(this.game.value)),
    });
    this.take(puzzles);
    this.puzzle = this.puzzles[0];
    /** Whether the solution of the present puzzle was shown. */
    this.shown = false;
    this.area = html('div', { class: 'board-area' });
    this.title = html('h1', { class: 'puzzle-title' });
    this.about = html('p', { class: 'puzzle-about' });
    this.verdict = html('div', { class: 'puzzle-verdict', role: 'status' });
    this.endTurn = button('End turn', () => this.exercise?.endTurn(), { class: 'end-turn', hidden: true });
    this.back = button('Take back', () => this.exercise?.undo(), { hidden: true });
    this.solution = button('Show answer', () => this.showAnswer());
    this.restart = button('Again', () => this.begin(this.puzzle));
    this.next = button('Next puzzle', () => this.goOn());
    this.files = new PuzzleFiles(async (added) => {
      this.take(await host.puzzles());
      const [first] = this.puzzles.filter(({ file }) => added && file?.id === added);
      this.begin(first ?? this.byId(this.puzzle.id), !first);
    });
    this.progress = html('p', { class: 'puzzle-progress' });
    this.list = html('div', { class: 'puzzle-list' });
    this.card = html('div', { class: 'card-holder', hidden: true });
    main.className = 'play puzzles';
    main.replaceChildren(
      html('section', { class: 'board-side', 'aria-label': 'Board' }, this.area),
      html('aside', { class: 'side', 'aria-label': 'Puzzle' },
        html('div', { class: 'puzzle-head' }, this.title, this.zoomButton,
          signButton('flip', 'Turn the board (F)', () => this.flip()), this.legend.button, this.about),
        this.status, this.typed.node, this.verdict,
        html('div', { class: 'puzzle-buttons' }, this.endTurn, this.back, this.solution, this.restart, this.next),
        html('div', { class: 'puzzle-choice' }, html('label', { class: 'field' }, html('span', {}, 'Game'), this.game), this.progress),
        html('div', { class: 'tab-body' }, this.list, this.card, this.legend.node), this.files.node));
    window.addEventListener('popstate', () => this.begin(this.byId(here().id), false));
  }

  /** @param {Puzzle[]} puzzles */
  take(puzzles) {
    this.games = this.known.filter(({ id }) => puzzles.some(({ variant }) => variant === id));
    // By game; threats to be stopped come last, before those of files.
    const place = (/** @type {Puzzle} */ { goal, file }) => Number(goal.kind === 'parry') + 2 * Number(Boolean(file));
    this.puzzles = this.games.flatMap(({ id }) => puzzles.filter(({ variant }) => variant === id)
      .sort((one, other) => place(one) - place(other)));
    this.game.replaceChildren(...this.games.map(({ id, name }) => html('option', { value: id }, name)));
  }

  /** @param {string} id */
  byId(id) {
    return this.puzzles.find((puzzle) => puzzle.id === id) ?? this.firstOpen(this.puzzle.variant);
  }

  /** The first puzzle of a game that is not solved, or of all games. @param {string} [variant] */
  firstOpen(variant) {
    const done = solved();
    const of = variant ? this.puzzles.filter((puzzle) => puzzle.variant === variant) : this.puzzles;
    return of.find(({ id }) => !done.has(id)) ?? of[0] ?? this.puzzles[0];
  }

  /** Connects, and shows a puzzle. @param {string} id empty for the first one that is not solved */
  open(id) {
    this.socket.open('');
    const puzzle = id ? this.puzzles.find((one) => one.id === id) : this.firstOpen();
    this.begin(puzzle ?? this.firstOpen(), Boolean(puzzle && id));
    if (!puzzle) this.say(`There is no puzzle ${id}: this is another one.`);
  }

  /** @param {Puzzle} puzzle @param {boolean} [stays] whether the address stays */
  async begin(puzzle, stays = false) {
    this.puzzle = puzzle;
    this.shown = false;
    this.verdict.textContent = '';
    this.verdict.dataset.kind = '';
    const game = await this.prepare(puzzle.variant);
    if (!game) return;
    const side = toMove(puzzle.fen);
    this.begins(() => new ExerciseHand(this.area, game, puzzle, {
      send: (message) => this.socket.send(message),
      changed: () => this.show(),
      say: (text) => this.say(text),
      inspected: (reach, by) => {
        this.card.hidden = !reach;
        this.card.replaceChildren(reach ? card(game, reach.letter, reach, by) : '');
      },
      judged: (state) => this.judge(state),
    }));
    this.turnBoard(side === 'black');
    const other = sideName(side === 'white' ? 'black' : 'white');
    this.title.textContent = goalName(puzzle.goal);
    this.about.replaceChildren(html('b', {}, `${sideName(side)} to move. `), goalWords(puzzle.goal, other));
    document.title = `${goalName(puzzle.goal)}, ${game.name} - Dhow`;
    this.game.value = puzzle.variant;
    this.addressed('puzzles', puzzle.id, stays);
    this.card.hidden = true;
    this.boardIsNew();
    this.ready();
    this.showList();
    this.show();
  }

  /** @param {import('./protocol.js').ExerciseState} state */
  judge({ verdict, asked, moves }) {
    const { goal } = this.puzzle;
    const replied = moves.length > asked.length;
    const words = {
      open: moves.length && replied ? (this.shown ? 'This is the answer so far. Go on.' : 'Right. Dhow has replied: go on.') : '',
      wrong: goal.kind === 'mate' ? 'That does not mate in time. Try again.'
        : goal.kind === 'win' ? 'That does not win in time. Try again.' : 'The threat is still there. Try again.',
      unproven: 'Dhow finds no win in time after that. Try again.',
      solved: this.shown ? 'This was the answer.' : 'Solved!',
    }[verdict];
    // What is wrong is still said while the board goes back.
    if (words || moves.length > asked.length || !this.verdict.dataset.kind?.match(/wrong|unproven/)) {
      this.verdict.textContent = words;
      this.verdict.dataset.kind = verdict;
    }
    if (verdict === 'solved' && !this.shown) {
      change({ solved: [...solved().add(this.puzzle.id)] });
      this.showList();
    }
  }

  showAnswer() {
    this.shown = true;
    this.exercise?.answer();
  }

  /** @param {ExerciseHand} exercise */
  keys(exercise) {
    return { ...super.keys(exercise), Backspace: () => exercise.undo() };
  }

  /** The next puzzle in the list that is not solved. */
  goOn() {
    const done = solved();
    const at = this.puzzles.indexOf(this.puzzle);
    const round = [...this.puzzles.slice(at + 1), ...this.puzzles.slice(0, at)];
    this.begin(round.find(({ id }) => !done.has(id)) ?? round[0] ?? this.puzzle);
  }

  state() {
    if (!this.exercise) return '';
    return this.exercise.pending && this.exercise.state ? 'Dhow checks …' : '';
  }

  show() {
    this.showStatus();
    this.showZoom();
    const { exercise } = this;
    if (!exercise) return;
    const { state } = exercise;
    const made = state?.turn?.made ?? 0;
    this.endTurn.hidden = !exercise.commands;
    this.endTurn.disabled = !exercise.live || !state?.turn?.may_end;
    this.back.hidden = !exercise.commands;
    this.back.disabled = !exercise.live || !made;
    const over = state?.verdict === 'solved';
    this.solution.hidden = over;
    this.solution.disabled = !exercise.live;
    this.restart.disabled = !exercise.texts.length;
    this.next.classList.toggle('primary', over);
    this.legend.show();
  }

  /** The puzzles of the game, by what is to be done. */
  showList() {
    const done = solved();
    const own = this.puzzles.filter(({ variant }) => variant === this.puzzle.variant);
    /** @type {Map<string, Puzzle[]>} */
    const groups = new Map();
    for (const puzzle of own) {
      const name = goalName(puzzle.goal) + (puzzle.file ? `, ${puzzle.file.name}` : '');
      groups.set(name, [...groups.get(name) ?? [], puzzle]);
    }
    const entry = (/** @type {Puzzle} */ puzzle, /** @type {number} */ index) => {
      const is = done.has(puzzle.id);
      return button(String(index + 1), () => this.begin(puzzle), {
        class: `puzzle-entry${is ? ' is-solved' : ''}`, 'aria-current': puzzle === this.puzzle ? 'true' : null,
        'aria-label': `${index + 1}${is ? ', solved' : ''}`,
      });
    };
    this.list.replaceChildren(...[...groups].flatMap(([name, puzzles]) => [
      html('h2', {}, name), html('div', { class: 'puzzle-entries', role: 'group', 'aria-label': name }, ...puzzles.map(entry))]));
    const ofGame = own.filter(({ id }) => done.has(id)).length;
    const all = this.puzzles.filter(({ id }) => done.has(id)).length;
    this.files.show(this.puzzles);
    this.progress.replaceChildren(html('span', {}, `${ofGame} of ${own.length} solved`),
      html('span', {}, `${all} of ${this.puzzles.length} in all games`));
  }
}

/** @param {HTMLElement} main @param {string} id */
export async function showPuzzles(main, id) {
  const [puzzles, games] = await Promise.all([host.puzzles(), host.games()]);
  new Puzzles(main, puzzles, games).open(id);
}
