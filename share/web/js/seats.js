// Two people on machines of their own: each side has a secret, and who knows it has the seat.

import { here, href } from './address.js';
import { button, html } from './dom.js';
import { copyText } from './files.js';
import { host } from './host.js';
import { other, sideName } from './protocol.js';

/**
 * @typedef {import('./protocol.js').Side} Side
 * @typedef {Record<Side, string>} Secrets
 * @typedef {{own: string, invite?: string}} Kept the secret of the own seat and, where the game began, that of the other
 */

const KEY = 'dhow-seats';
/** The number of games whose seats are remembered. */
const MOST = 100;

const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** New secrets of a game. @returns {Secrets} */
export const newSeats = () => ({ white: secret(), black: secret() });

/** @returns {[string, Kept][]} by game, the last at the end */
function kept() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

/** Remembers the seat in a game. @param {string} id @param {Kept} seat */
function keepSeat(id, seat) {
  const others = kept().filter(([game]) => game !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [id, seat]].slice(-MOST)));
  } catch {
    // Without storage the seat lasts until the page is closed.
  }
}

/** The seat in a game, if it is known here. @param {string} id */
const keptSeat = (id) => kept().find(([game]) => game === id)?.[1];

/**
 * The secret of the seat in a game: that of the game that was begun here, of the address, or of an earlier visit.
 * @param {string} id
 * @param {{secrets: Secrets, side: Side}|null} begun
 */
export function seatIn(id, begun) {
  if (begun) keepSeat(id, { own: begun.secrets[begun.side], invite: begun.secrets[other(begun.side)] });
  const { id: shown, query } = here();
  const given = query.get('seat');
  if (given && shown === id && keptSeat(id)?.own !== given) keepSeat(id, { own: given });
  return keptSeat(id)?.own;
}

/** The invitation of the other player, until both have moved. */
export class InviteBox {
  /** @param {(words: string) => void} say */
  constructor(say) {
    this.say = say;
    this.shown = '';
    this.node = html('div', { class: 'invite-box', hidden: true });
  }

  /** @param {import('./play.js').Play} play @param {string} id of the game */
  async show(play, id) {
    const { seat } = play;
    const invite = seat && play.moves.length < 2 && !play.now?.over && keptSeat(id)?.invite;
    this.node.hidden = !invite;
    if (!invite || this.shown === id) return;
    this.shown = id;
    const address = await host.others?.().catch(() => '');
    const side = sideName(other(seat));
    if (!address) {
      this.node.replaceChildren(html('p', {}, `Other machines cannot reach this board. Start Dhow by `, html('code', {}, 'dhow web --listen 0.0.0.0'),
        ', and open this game again: it has the link for the other player.'));
      return;
    }
    const link = new URL(address);
    link.pathname = href('game', id);
    link.searchParams.set('seat', invite);
    this.node.replaceChildren(
      html('p', {}, `Send this link to the other player, who is ${side}. Whoever opens it may play that side.`),
      html('code', { class: 'invite-link' }, link.href),
      button('Copy the link', () => copyText(link.href, this.say, 'Link'), { class: 'primary' }));
  }
}
