// The store of this browser: games and variant files, in IndexedDB.

/** @typedef {{id: string, text: string, time: number}} Kept */
/** @typedef {{id: string, text: string}} Variants */

const NAME = 'dhow';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Store {
  /** @param {IDBDatabase|null} base @param {string} trouble why there is no database */
  constructor(base, trouble = '') {
    this.base = base;
    this.trouble = trouble;
  }

  /** Opens the store. If the browser has no store for this page, every change fails. */
  static async open() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('games', { keyPath: 'id' });
        request.result.createObjectStore('variants', { keyPath: 'id' });
      };
      return new Store(await result(request));
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      return new Store(null, `this browser stores nothing for this page (${why})`);
    }
  }

  /** Everything. @returns {Promise<{games: Kept[], variants: Variants[]}>} */
  async all() {
    if (!this.base) return { games: [], variants: [] };
    const all = this.base.transaction(['games', 'variants']);
    const [games, variants] = await Promise.all(
      ['games', 'variants'].map((name) => result(all.objectStore(name).getAll())));
    return { games, variants };
  }

  /**
   * Changes the store. Resolves when the change is on the disk, as far as the browser knows.
   * @param {'games'|'variants'} name
   * @param {(store: IDBObjectStore) => void} act
   * @returns {Promise<void>}
   */
  change(name, act) {
    return new Promise((resolve, reject) => {
      if (!this.base) throw new Error(this.trouble);
      const change = this.base.transaction(name, 'readwrite', { durability: 'strict' });
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error ?? new Error('the browser has refused it'));
      act(change.objectStore(name));
      change.commit();
    });
  }

  /** @param {'games'|'variants'} name @param {Kept|Variants} value */
  put(name, value) {
    return this.change(name, (store) => store.put(value));
  }

  /** Deletes a game. @param {string} id */
  erase(id) {
    return this.change('games', (store) => store.delete(id));
  }
}
