// The server as the host of the board. The static site has another file in this place, whose host is a worker.

/** Milliseconds until the first attempts to connect again. */
const WAITS = [300, 1000, 2000, 4000, 8000];

/** @param {string} path @returns {Promise<any>} */
const json = async (path) => (await fetch(path)).json();

/** @type {import('./protocol.js').Host} */
export const host = {
  lost: 'no connection to the server',
  waits: WAITS,
  limits: [],
  backup: null,
  others: async () => (await json('/address')).others ?? '',
  games: () => json('/games'),
  puzzles: () => json('/puzzles.json'),
  lessons: () => json('/lessons.json'),
  kept: () => json('/kept.json'),
  pictures: async () => (await fetch('/pieces.svg')).text(),

  async game(id) {
    const response = await fetch(`/games/${encodeURIComponent(id)}`);
    if (!response.ok) throw new Error(`there is no game ${id}`);
    return response.json();
  },

  async remove(id) {
    const gone = await fetch(`/kept/${id}`, { method: 'DELETE' });
    return gone.ok ? '' : gone.text();
  },

  async read(text, { variant, options, number, chapters }) {
    const query = new URLSearchParams(variant ? [['variant', variant], ...options.map((name) => ['option', name])] : []);
    if (number) query.set('game', String(number));
    if (chapters) query.set('chapters', '');
    const response = await fetch(`/import?${query}`, { method: 'POST', body: text });
    return response.json().catch(() => ({}));
  },

  async addPuzzles(name, text) {
    const response = await fetch('/puzzles.json', { method: 'POST', body: JSON.stringify({ name, text }) });
    return response.json();
  },

  async arrange(study, chapters) {
    const response = await fetch('/chapters', { method: 'POST', body: JSON.stringify({ study, chapters }) });
    return response.ok ? '' : response.text();
  },

  async studyPgn(study) {
    const response = await fetch('/study.pgn', { method: 'POST', body: study });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  },

  async paste(text) {
    const response = await fetch('/games', { method: 'POST', body: text });
    return response.json().catch(() => null);
  },

  connect({ opened, heard, closed }) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/socket`);
    socket.onopen = opened;
    socket.onmessage = ({ data }) => heard(data);
    socket.onclose = closed;
    return (text) => {
      const open = socket.readyState === WebSocket.OPEN;
      if (open) socket.send(text);
      return open;
    };
  },
};
