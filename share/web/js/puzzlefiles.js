// Files of puzzles, as `dhow puzzles` writes them: added from the disk, and deleted.

import { askFirst, signButton } from './controls.js';
import { html } from './dom.js';
import { host } from './host.js';

export class PuzzleFiles {
  /** @param {(added: string) => void} changed is called with the id of a file that was added, empty after one was deleted */
  constructor(changed) {
    this.changed = changed;
    this.list = html('ul', { class: 'puzzle-file-list' });
    this.wrong = html('p', { class: 'wrong', role: 'alert' });
    const file = html('input', {
      type: 'file', class: 'unseen', accept: '.epd,.txt', onchange: () => {
        this.add(file.files?.[0]);
        file.value = '';
      },
    });
    this.node = html('details', { class: 'puzzle-files' }, html('summary', {}, 'Puzzles from files'),
      html('p', { class: 'summary' }, html('code', {}, 'dhow puzzles games.pgn > my.epd'), ' finds puzzles in games. Choose such a file, or drop it on the page.'),
      html('label', { class: 'link-button' }, 'Choose a file', file), this.list, this.wrong);
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      this.add(event.dataTransfer?.files[0]);
    });
  }

  /** @param {File|undefined} file */
  async add(file) {
    if (!file) return;
    this.node.open = true;
    /** @type {{id?: string, text?: string}} */
    const { id = '', text = '' } = await file.text().then((content) => host.addPuzzles(file.name, content))
      .catch(() => ({ text: host.lost }));
    this.wrong.textContent = text;
    if (id) this.changed(id);
  }

  /** Lists the files of these puzzles. @param {import('./protocol.js').Puzzle[]} puzzles */
  show(puzzles) {
    /** @type {Map<string, {name: string, number: number}>} */
    const files = new Map();
    for (const { file } of puzzles) {
      if (file) files.set(file.id, { name: file.name, number: (files.get(file.id)?.number ?? 0) + 1 });
    }
    this.list.replaceChildren(...[...files].map(([id, { name, number }]) => html('li', {},
      html('span', {}, `${name}: ${number} ${number === 1 ? 'puzzle' : 'puzzles'}`),
      signButton('cut', `Delete ${name}`, async () => {
        if (!await askFirst('Delete permanently?', `${name}, ${number} puzzles`, { yes: 'Delete', no: 'Keep' })) return;
        this.wrong.textContent = await host.remove(id).catch(() => host.lost);
        this.changed('');
      }))));
  }
}
