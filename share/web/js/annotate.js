// Annotating a line of play: search limit, progress, and summary of both sides.

import { button, html } from './dom.js';
import { signButton } from './controls.js';
import { sideName } from './protocol.js';
import { change, settings } from './settings.js';

/**
 * @typedef {import('./analysishand.js').AnalysisHand} AnalysisHand
 * @typedef {import('./protocol.js').Effort} Effort
 * @typedef {import('./protocol.js').Tallies} Tallies
 */

/** @type {Record<string, [string, Effort]>} */
const EFFORTS = {
  quick: ['0.3 seconds per turn', { kind: 'turn', ms: 300 }],
  usual: ['1 second per turn', { kind: 'turn', ms: 1000 }],
  slow: ['3 seconds per turn', { kind: 'turn', ms: 3000 }],
  slowest: ['10 seconds per turn', { kind: 'turn', ms: 10_000 }],
  shallow: ['to depth 8', { kind: 'depth', depth: 8 }],
  deep: ['to depth 12', { kind: 'depth', depth: 12 }],
};

/** The signs of an annotation, and their names. */
const MARKS = [['?!', 'inaccuracies'], ['?', 'mistakes'], ['??', 'blunders']];

/** What signs say. @type {Record<string, string>} */
export const MEANINGS = {
  '!': 'good', '?': 'mistake', '!!': 'brilliant', '??': 'blunder', '!?': 'interesting', '?!': 'inaccuracy',
};

/** @type {Record<string, 'inaccuracy'|'mistake'|'blunder'>} */
const CLASSES = { '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' };

/** A sign without the symbols of other NAGs. @param {string} sign */
export const bareSign = (sign) => sign.split(' ')[0];

/** The CSS class of a sign. @param {string} sign */
export const markClass = (sign) => CLASSES[bareSign(sign)] ?? '';

/** A sign after a move. @param {string} sign */
export function signMark(sign) {
  return html('span', { class: `sign-mark ${markClass(sign)}`, title: MEANINGS[bareSign(sign)] }, sign);
}

/** How long the annotation takes. @param {Effort} effort @param {number} turns */
export function duration(effort, turns) {
  const words = `${turns} ${turns === 1 ? 'turn' : 'turns'}`;
  if (effort.kind !== 'turn') return words;
  const seconds = (effort.ms * (turns + 1)) / 1000;
  return `${words}: about ${seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`}`;
}

/** Asks for the search limit; null if cancelled. @param {number} turns @returns {Promise<Effort|null>} */
function askEffort(turns) {
  return new Promise((resolve) => {
    const known = settings.effort in EFFORTS ? settings.effort : 'usual';
    const words = html('p', { class: 'summary' });
    const choice = html('select', { onchange: () => tell() }, ...Object.entries(EFFORTS).map(([id, [label]]) =>
      html('option', { value: id, selected: id === known }, label)));
    const tell = () => { words.textContent = duration(EFFORTS[choice.value][1], turns); };
    tell();
    const dialog = html('dialog', { class: 'small-dialog', 'aria-label': 'Annotate' },
      html('h2', {}, 'Annotate'),
      html('p', {}, 'Dhow searches each position of the line. Turns that lose winning chances get a sign, and the '
        + 'better turn as a variation.'),
      html('label', { class: 'field' }, html('span', {}, 'Thinking'), choice), words,
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Cancel'),
        html('button', { class: 'primary', value: 'begin', autofocus: true }, 'Begin')));
    dialog.addEventListener('close', () => {
      const begins = dialog.returnValue === 'begin';
      if (begins) change({ effort: choice.value });
      dialog.remove();
      resolve(begins ? EFFORTS[choice.value][1] : null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Starts and stops an annotation, and shows its progress. */
export class AnnotationBox {
  /** @param {{hand: () => AnalysisHand|null, begin: (effort: Effort) => void, end: () => void}} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.begin = button('Annotate…', () => this.ask());
    this.progress = html('progress', { 'aria-label': 'Annotated turns' });
    this.words = html('span', { class: 'annotation-words', role: 'status' });
    this.cancel = signButton('close', 'Cancel', hooks.end);
    this.running = html('div', { class: 'annotation-running', hidden: true }, this.progress, this.words, this.cancel);
    this.sums = html('table', { class: 'tallies', hidden: true });
    this.node = html('div', { class: 'annotation' }, this.sums, this.begin, this.running);
  }

  async ask() {
    const hand = this.hooks.hand();
    if (!hand || document.querySelector('dialog[open]')) return;
    const turns = new Set(hand.line().map((id) => hand.entry(id).move?.turn)).size;
    const effort = turns ? await askEffort(turns) : null;
    if (effort) this.hooks.begin(effort);
  }

  /** @param {boolean} some whether there are moves */
  enable(some) {
    this.begin.disabled = !some;
  }

  /** @param {import('./protocol.js').Annotated} told */
  told({ state, done, of, tallies }) {
    const running = state !== 'over';
    this.running.hidden = !running;
    this.begin.hidden = running;
    this.progress.max = Math.max(of, 1);
    this.progress.value = done;
    this.words.textContent = state === 'waiting' ? 'waiting for a free engine' : `${done} of ${of}`;
    this.show(running ? null : tallies);
  }

  /** Shows the summary of both sides. @param {Tallies|null} tallies */
  show(tallies) {
    this.sums.hidden = !tallies;
    this.sums.replaceChildren();
    if (!tallies) return;
    const head = (/** @type {string} */ words, /** @type {string} */ title) => html('th', { scope: 'col', title }, words);
    this.sums.append(html('thead', {}, html('tr', {}, html('td'), ...MARKS.map(([sign, words]) => head(sign, words)),
      head('lost', 'average loss of winning chances per turn'))));
    this.sums.append(html('tbody', {}, ...tallies.map(({ mean_loss, marks }, index) => {
      const side = index ? 'black' : 'white';
      return html('tr', {}, html('th', { scope: 'row' }, sideName(side)), ...marks.map((count, place) => {
        const [sign, words] = MARKS[place];
        const next = button(count, () => this.step(side, sign), {
          class: `tally ${markClass(sign)}`, disabled: !count, 'aria-label': `${sideName(side)}: ${count} ${words}`,
        });
        return html('td', {}, next);
      }), html('td', {}, `${mean_loss.toFixed(1)} %`));
    })));
  }

  /** Goes to a side's next turn with a sign. @param {string} side @param {string} sign */
  step(side, sign) {
    const hand = this.hooks.hand();
    if (!hand) return;
    const line = hand.mainLine();
    const here = line.indexOf(hand.at) + 1;
    const next = [...line.slice(here), ...line.slice(0, here)].find((id) => {
      const { move } = hand.entry(id);
      return move?.side === side && bareSign(move.sign) === sign;
    });
    if (next !== undefined) hand.goTo(next);
  }
}
