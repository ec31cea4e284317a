// Squares, and their places on the screen. A square is a number made of file and rank.

/**
 * A board. The start array of a game says which squares it lacks.
 * @typedef {{files: number, ranks: number, start?: string}} Size
 */

/** The sign of a missing square in a FEN. */
const HOLE = '*';

/** A run of empty squares, a piece, whose letter may have a `+`, or a missing square in a FEN. */
const TOKEN = /\d+|\+?[A-Za-z]|\*/g;

/** The factor of the rank in the number of a square. */
const WIDTH = 64;

/**
 * @param {number} file from 0
 * @param {number} rank from 0
 */
export const square = (file, rank) => rank * WIDTH + file;
/** @param {number} at */
export const fileOf = (at) => at % WIDTH;
/** @param {number} at */
export const rankOf = (at) => Math.floor(at / WIDTH);

/** @param {number} file */
export function fileName(file) {
  const last = String.fromCharCode(97 + (file % 26));
  return file < 26 ? last : String.fromCharCode(96 + Math.floor(file / 26)) + last;
}

/** @param {number} at */
export const nameOf = (at) => fileName(fileOf(at)) + (rankOf(at) + 1);

/**
 * The square of a name such as `e3` or `ac12`; -1 for any other text.
 * @param {string} name
 */
export function parse(name) {
  const match = /^([a-z]{1,2})([1-9][0-9]?)$/.exec(name);
  if (!match) return -1;
  const file = [...match[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return square(file, Number(match[2]) - 1);
}

/** @param {string[]|undefined} names */
export const parseAll = (names) => (names ?? []).map(parse);

/** @param {number} at */
export const isDark = (at) => (fileOf(at) + rankOf(at)) % 2 === 0;

/**
 * The pieces and missing squares, from the placement field of a FEN.
 * @param {string} placement
 * @param {Size} size
 * @returns {Map<number, string>}
 */
function standing(placement, size) {
  const found = new Map();
  placement.split(' ')[0].split('/').forEach((row, index) => {
    let file = 0;
    for (const [token] of row.matchAll(TOKEN)) {
      if (/\d/.test(token)) file += Number(token);
      else found.set(square(file++, size.ranks - 1 - index), token);
    }
  });
  return found;
}

/**
 * The pieces by square, from the placement field of a FEN.
 * @param {string} placement
 * @param {Size} size
 */
export function pieces(placement, size) {
  return new Map([...standing(placement, size)].filter(([, letter]) => letter !== HOLE));
}

/**
 * The squares that a board lacks.
 * @param {Size} size
 * @returns {Set<number>}
 */
export function holes(size) {
  return new Set([...standing(size.start ?? '', size)].flatMap(([at, letter]) => (letter === HOLE ? [at] : [])));
}

/**
 * Whether a placement field has exactly the squares of the board and only pieces of the game.
 * @param {string} fen
 * @param {Size & {pieces: {letter: string}[]}} game
 */
export function isPlacement(fen, game) {
  const rows = fen.trim().split(/\s+/)[0].split('/');
  const letters = new Set(game.pieces.map(({ letter }) => letter));
  const width = (/** @type {string} */ row) => [...row.matchAll(TOKEN)].reduce((sum, [token]) =>
    sum + (/\d/.test(token) ? Number(token) : token === HOLE || letters.has(token.toUpperCase()) ? 1 : NaN), 0);
  return rows.length === game.ranks && rows.every((row) => /^(?:\d|\+?[A-Za-z]|\*)+$/.test(row) && width(row) === game.files);
}

/**
 * The placement field of a FEN.
 * @param {Map<number, string>} men
 * @param {Size} size
 */
export function placementOf(men, size) {
  const { files, ranks } = size;
  const missing = holes(size);
  const rows = [];
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let [row, empty] = ['', 0];
    for (let file = 0; file < files; file++) {
      const letter = missing.has(square(file, rank)) ? HOLE : men.get(square(file, rank));
      if (!letter) empty += 1;
      else {
        row += (empty || '') + letter;
        empty = 0;
      }
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}

/**
 * The column and row of a square, from the top left.
 * @param {number} at
 * @param {Size} size
 * @param {boolean} flipped whether Black is below
 */
export function place(at, size, flipped) {
  const [file, rank] = [fileOf(at), rankOf(at)];
  return flipped
    ? { x: size.files - 1 - file, y: rank }
    : { x: file, y: size.ranks - 1 - rank };
}

/**
 * The square in a column and row; -1 outside the board.
 * @param {number} x
 * @param {number} y
 * @param {Size} size
 * @param {boolean} flipped
 */
export function squareAt(x, y, size, flipped) {
  if (x < 0 || y < 0 || x >= size.files || y >= size.ranks) return -1;
  return flipped ? square(size.files - 1 - x, y) : square(x, size.ranks - 1 - y);
}

/**
 * The size of a square in CSS pixels, a whole number of device pixels so that pieces are sharp.
 * @param {number} width
 * @param {number} height
 * @param {Size} size
 */
export function cellSize(width, height, size) {
  const ratio = window.devicePixelRatio || 1;
  const fitting = Math.min(width / size.files, height / size.ranks);
  return Math.max(Math.floor(fitting * ratio), 1) / ratio;
}
