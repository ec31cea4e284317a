// Hints for the person to move, in three steps: which piece, where to, and why.

import { byTurns, reasons } from './advice.js';
import { announce, button, html } from './dom.js';
import { signButton } from './controls.js';
import { parse } from './board/geometry.js';
import { pieceOf, sideName } from './protocol.js';
import { inWords, sentence } from './words.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./protocol.js').Hint} Hint
 */

/** The number of steps. */
const LAST = 3;
/** The turns after the first that the last step shows: in games with one move a turn, and with several. */
const EXPECTED = [3, 1];

/**
 * The words of a step, and the turns expected after the first.
 * @param {Play} play
 * @param {Hint} hint
 * @param {number} step
 */
function told(play, hint, step) {
  const { game, commands } = play;
  const [first] = hint.moves;
  const placement = play.placement(hint.ply);
  const [square] = first.squares;
  const name = pieceOf(game, play.board.pieces.get(parse(square ?? '')) ?? '')?.name;
  if (step === 1) return { words: name ? `${commands ? 'Begin with' : 'Look at'} the ${name} on ${square}.` : 'End the turn.', line: [] };
  if (step < LAST) return { words: `${sentence(inWords(game, first, placement))}.`, line: [] };
  let before = placement;
  const [own, ...others] = byTurns(hint.moves).map((turn) => ({
    side: turn[0].side,
    words: turn.filter(({ squares }, index) => squares.length || !index).map((move) => {
      const words = inWords(game, move, before);
      before = move.placement;
      return words;
    }).join('; '),
  }));
  return {
    words: `${sentence(own.words)}. ${reasons(game, hint, placement).join(' ')}`,
    line: others.slice(0, EXPECTED[Number(commands)]).map(({ side, words }) => `${sideName(side)}: ${words}`),
  };
}

export class HintBox {
  /** @param {() => Play|null} play @param {{send: (message: object) => boolean, say: (text: string) => void}} hooks */
  constructor(play, hooks) {
    this.play = play;
    this.hooks = hooks;
    /** The ply for which a hint was asked. */
    this.asked = -1;
    this.button = button('Hint', () => this.next(), { title: 'Hint (H)', disabled: true });
    this.text = html('div');
    this.node = html('div', { class: 'hint-box', hidden: true }, this.text, signButton('close', 'Close', () => this.clear()));
  }

  /** Whether hints are given here and now. @param {Play} play */
  isFor(play) {
    return play.mayMove;
  }

  /** @param {Play} play */
  show(play) {
    this.button.hidden = !play.people || play.apart;
    this.button.disabled = !this.isFor(play);
    if (this.asked >= 0 && (this.asked !== play.now?.ply || play.now.over)) this.clear();
  }

  /** The next step. */
  next() {
    const play = this.play();
    if (!play?.now || this.button.hidden) return;
    if (!this.isFor(play)) {
      this.hooks.say(play.now.over ? 'the game is over' : 'a hint is for your turn');
      return;
    }
    if (!play.live) play.toLive();
    const { ply } = play.now;
    if (play.hint?.ply === ply) this.tell(play, play.hint, Math.min(play.hintStep + 1, LAST));
    else if (this.asked !== ply && this.hooks.send({ type: 'hint', ply })) {
      this.asked = ply;
      this.put('Dhow looks for a hint…', []);
    }
  }

  /** @param {Hint} hint */
  heard(hint) {
    const play = this.play();
    if (play && hint.ply === this.asked && hint.ply === play.now?.ply && !play.hint) this.tell(play, hint, 1);
  }

  /** @param {Play} play @param {Hint} hint @param {number} step */
  tell(play, hint, step) {
    play.setHint(hint, step);
    const { words, line } = told(play, hint, step);
    this.put(words, line);
  }

  /** @param {string} words @param {string[]} line */
  put(words, line) {
    this.node.hidden = false;
    this.text.replaceChildren(html('p', {}, words),
      line.length ? html('ul', { 'aria-label': 'Expected then' }, ...line.map((turn) => html('li', {}, turn))) : '');
    announce([words, ...line].join(' '));
  }

  clear() {
    this.asked = -1;
    this.node.hidden = true;
    this.text.replaceChildren();
    this.play()?.setHint(null);
  }
}
