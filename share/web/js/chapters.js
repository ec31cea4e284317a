// Studies: analyses that are chapters of one whole, named by their tags.

import { href } from './address.js';
import { signButton } from './controls.js';
import { button, html } from './dom.js';
import { saveText } from './files.js';
import { host } from './host.js';

/**
 * @typedef {import('./protocol.js').Kept} Kept
 * @typedef {import('./protocol.js').Tree} Tree
 * @typedef {{id: string, name: string}} Listed
 */

/** The stored studies with their chapters, in order. @param {Kept[]} kept @returns {Map<string, Listed[]>} */
export function studiesIn(kept) {
  const chapters = kept.flatMap(({ id, chapter }) => (chapter ? [{ id, ...chapter }] : []));
  chapters.sort((one, other) => one.number - other.number || (one.name < other.name ? -1 : 1));
  /** @type {Map<string, Listed[]>} */
  const studies = new Map();
  for (const { study, id, name } of chapters) studies.set(study, [...studies.get(study) ?? [], { id, name }]);
  return studies;
}

/** Saves a study as one PGN. @param {string} study @returns {Promise<string>} why not, or empty */
export async function saveStudy(study) {
  try {
    saveText(await host.studyPgn(study), `${study.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.pgn`);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : host.lost;
  }
}

/** @param {Tree} tree @param {string} name */
const tagOf = (tree, name) => tree.tags.find(([key]) => key === name)?.[1] ?? '';

/** @param {string} name @param {string} value */
const pgnTag = (name, value) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`;

/** The row with the study of an analysis, and its dialog. */
export class ChapterRow {
  /** @param {{say: (text: string) => void, fen: () => string}} hooks `fen` is the position that is shown */
  constructor(hooks) {
    this.hooks = hooks;
    this.node = html('nav', { class: 'chapters', 'aria-label': 'Chapters', hidden: true });
    /** @type {Tree|null} */
    this.tree = null;
    /** @type {Map<string, Listed[]>} */
    this.studies = new Map();
  }

  /** The name of the study; empty without one. */
  get study() {
    return this.tree ? tagOf(this.tree, 'StudyName') : '';
  }

  /** The chapters of the study, or this analysis alone. @returns {Listed[]} */
  get chapters() {
    const { id = '' } = this.tree ?? {};
    const listed = this.studies.get(this.study) ?? [];
    if (listed.some((chapter) => chapter.id === id) || !this.tree) return listed;
    const players = [tagOf(this.tree, 'White'), tagOf(this.tree, 'Black')].filter((name) => name && name !== '?');
    return [{ id, name: tagOf(this.tree, 'ChapterName') || players.join(' - ') || 'Chapter 1' }];
  }

  /** Shows the study of an analysis. @param {Tree} tree */
  async show(tree) {
    this.tree = tree;
    this.node.hidden = !this.study;
    if (!this.study) return;
    this.studies = studiesIn(await host.kept().catch(() => []));
    if (this.tree !== tree) return;
    const { chapters } = this;
    const at = chapters.findIndex(({ id }) => id === tree.id);
    const way = (/** @type {number} */ to, /** @type {'back'|'forward'} */ name, /** @type {string} */ words) => {
      const step = signButton(name, words, () => { location.href = href('analysis', chapters[to].id); });
      step.disabled = !chapters[to];
      return step;
    };
    this.node.replaceChildren(way(at - 1, 'back', 'Previous chapter'),
      html('span', { class: 'chapter-words' }, html('b', {}, `${at + 1}/${chapters.length} ${chapters[at].name}`), ` ${this.study}`),
      way(at + 1, 'forward', 'Next chapter'), button('Chapters', () => this.ask()));
  }

  /** Stores the order and names of the chapters. @param {string} study @param {Listed[]} chapters @param {Listed[]} gone */
  async store(study, chapters, gone) {
    const others = study === this.study ? [] : this.studies.get(study) ?? [];
    const all = [...others.filter(({ id }) => !chapters.some((one) => one.id === id)), ...chapters];
    return await host.arrange(study, all) || (gone.length > 0 ? host.arrange('', gone) : '');
  }

  /** Asks for the name of the study, and the order and names of its chapters. */
  async ask() {
    const { tree } = this;
    if (!tree || document.querySelector('dialog[open]')) return;
    this.studies = studiesIn(await host.kept().catch(() => []));
    let chapters = [...this.chapters];
    /** @type {Listed[]} */
    const gone = [];
    const wrong = html('p', { class: 'wrong', role: 'alert' });
    const study = html('input', { type: 'text', maxlength: 100, value: this.study || 'My study', list: 'studies', autocomplete: 'off' });
    const list = html('ol', { class: 'chapter-list' });
    const show = () => list.replaceChildren(...chapters.map((chapter, at) => {
      const name = html('input', {
        type: 'text', maxlength: 100, value: chapter.name, 'aria-label': `Name of chapter ${at + 1}`,
        oninput: () => { chapters[at] = { ...chapter, name: name.value }; },
      });
      const up = signButton('up', `Move chapter ${at + 1} up`, () => {
        chapters.splice(at - 1, 2, chapters[at], chapters[at - 1]);
        show();
        list.querySelectorAll('input')[at - 1]?.focus();
      });
      up.disabled = at === 0;
      const out = signButton('close', `Take chapter ${at + 1} out of the study; the analysis stays`, () => {
        gone.push(...chapters.splice(at, 1));
        show();
      });
      const open = chapter.id === tree.id ? html('span', { class: 'chapter-here' }, 'shown')
        : html('a', { href: href('analysis', chapter.id) }, 'Open');
      return html('li', {}, name, open, up, out);
    }));
    show();
    /** Stores everything. @returns {Promise<boolean>} whether that has worked */
    const store = async () => {
      const name = study.value.trim();
      const why = name || !chapters.length ? await this.store(name, chapters, gone).catch(() => host.lost) : 'the study needs a name';
      wrong.textContent = why;
      return !why;
    };
    const done = async () => {
      if (!await store()) return;
      dialog.close();
      if (this.study) this.show(tree);
    };
    const add = (/** @type {boolean} */ here) => async () => {
      if (!await store()) return;
      const name = study.value.trim();
      const others = name === this.study ? 0 : this.studies.get(name)?.length ?? 0;
      const number = others + chapters.length + 1;
      const tags = [['Variant', tree.variant], ...(tree.options.length ? [['VariantOptions', tree.options.join(',')]] : []),
        ...(here ? [['SetUp', '1'], ['FEN', this.hooks.fen()]] : []),
        ['StudyName', name], ['ChapterName', `Chapter ${number}`], ['ChapterNumber', String(number)]];
      const { id, text = 'it cannot be added' } = await host.read(`${tags.map(([key, value]) => pgnTag(key, value)).join('')}\n*\n`, { options: [] });
      if (id) location.href = href('analysis', id);
      else wrong.textContent = text;
    };
    const save = async () => { if (await store()) wrong.textContent = await saveStudy(study.value.trim()); };
    const dialog = html('dialog', { class: 'chapter-dialog', 'aria-label': 'Study' },
      html('h2', {}, 'Study'),
      html('p', { class: 'summary' }, 'Several analyses in order, its chapters. They are saved as one PGN.'),
      html('label', { class: 'field' }, html('span', {}, 'Name of the study'), study),
      html('datalist', { id: 'studies' }, ...[...this.studies.keys()].map((name) => html('option', { value: name }))),
      list,
      html('div', { class: 'ways-in' }, button('New chapter', add(false)), button('New chapter from this position', add(true)),
        button('Save PGN of all', save)), wrong,
      html('form', { method: 'dialog', class: 'dialog-buttons' }, html('button', {}, 'Cancel'), button('Done', done, { class: 'primary' })));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
