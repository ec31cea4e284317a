// Offering a draw, and answering the engine's offer.

import { announce, button, html } from './dom.js';
import { askFirst } from './controls.js';

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
    this.node = html('div', { class: 'undo-box', hidden: true }, html('span', {}, 'Dhow offers a draw. A move declines it.'),
      button('Accept', () => send({ type: 'offer_draw' })));
  }

  /** @param {Play} play */
  show(play) {
    const { now } = play;
    this.button.hidden = !play.people;
    this.button.disabled = !now || Boolean(now.over) || !now.ply || this.declined === now.ply;
    const offered = Boolean(now?.draw_offered && play.mayMove);
    this.node.hidden = !offered;
    if (offered && now && this.told !== now.ply) {
      this.told = now.ply;
      announce('Dhow offers a draw');
    }
  }

  async offer() {
    const both = this.play()?.people === 2;
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
