// Offering a draw, and answering the other side's offer.

import { announce, button, html } from './dom.js';
import { askFirst } from './controls.js';
import { sideName } from './protocol.js';

/** @typedef {import('./play.js').Play} Play */

export class DrawBox {
  /** @param {() => Play|null} play @param {(message: object) => boolean} send */
  constructor(play, send) {
    this.play = play;
    this.send = send;
    /** The ply at which the engine has declined. */
    this.declined = -1;
    /** The ply of the engine's offer that was announced. */
    this.told = -1;
    this.button = button('Draw', () => this.offer(), { title: 'Offer a draw', disabled: true });
    this.words = html('span');
    this.node = html('div', { class: 'undo-box', hidden: true }, this.words,
      button('Accept', () => send({ type: 'offer_draw' })));
  }

  /** @param {Play} play */
  show(play) {
    const { now } = play;
    const by = now?.draw_offered;
    const offers = Boolean(by && play.isOwn(by));
    this.button.hidden = !play.plays;
    this.button.disabled = !now || Boolean(now.over) || !now.ply || this.declined === now.ply || offers;
    const offered = by && play.plays && !offers && (play.apart || play.mayMove);
    this.node.hidden = !offered;
    if (!offered || !now) return;
    const who = play.apart ? sideName(by) : 'Dhow';
    this.words.textContent = `${who} offers a draw. A move declines it.`;
    if (this.told !== now.ply) {
      this.told = now.ply;
      announce(`${who} offers a draw`);
    }
  }

  async offer() {
    const play = this.play();
    const both = play?.people === 2 && !play.apart;
    if (!both || await askFirst('Draw?', 'Do both sides agree to a draw?', { yes: 'Agree', no: 'Play on' })) this.send({ type: 'offer_draw' });
  }

  /** The engine plays on. */
  refused() {
    const play = this.play();
    this.declined = play?.now?.ply ?? -1;
    if (play) this.show(play);
  }

  /** Another game. */
  clear() {
    this.declined = -1;
    this.told = -1;
  }
}
