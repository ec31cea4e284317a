// Arrows and circles that a person draws, and how comments of PGN write them: `[%cal Ge3e5]`, `[%csl Rd4]`.

import { fileOf, nameOf, parse, rankOf } from './board/geometry.js';

/**
 * @typedef {'g'|'r'|'b'|'y'} Colour
 * @typedef {{from: number, to: number, colour: Colour}} Shape a circle begins and ends on the same square
 */

/** @type {Record<Colour, string>} */
export const COLOURS = { g: 'green', r: 'red', b: 'blue', y: 'yellow' };

/** The maximum number of shapes in a position: a comment has room for them. */
const MOST = 100;
const ANY = /\[%\w+[^\]]*\]/g;
const DRAWN = /\[%(c[as]l)\b\s*([^\]]*)\]/g;
const ITEM = /^([GRBY])([a-z]{1,2}\d{1,2})([a-z]{1,2}\d{1,2})?$/;

/** The colour that keys choose while the mouse draws. @param {MouseEvent} event @returns {Colour} */
export function colourOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const [red, blue] = [shiftKey || ctrlKey, altKey || metaKey];
  return red && blue ? 'y' : red ? 'r' : blue ? 'b' : 'g';
}

/** @param {string} item @param {import('./board/geometry.js').Size} size @returns {Shape|null} */
function read(item, { files, ranks }) {
  const [, colour, first = '', second = first] = ITEM.exec(item) ?? [];
  const [from, to] = [parse(first), parse(second)];
  const inside = [from, to].every((at) => at >= 0 && fileOf(at) < files && rankOf(at) < ranks);
  return inside ? { from, to, colour: /** @type {Colour} */ (colour.toLowerCase()) } : null;
}

/** What the commands of a kind, `cal` or `csl`, list. @param {string} comment @param {string} [kind] */
const items = (comment, kind) => [...comment.matchAll(DRAWN)].filter(([, name]) => !kind || name === kind)
  .flatMap(([, , list]) => list.split(',')).map((item) => item.trim()).filter(Boolean);

/**
 * The shapes of a comment.
 * @param {string} comment
 * @param {import('./board/geometry.js').Size} size
 */
export const shapesOf = (comment, size) => items(comment).flatMap((item) => read(item, size) ?? []);

/**
 * A comment with other shapes. Everything else in it stays, also items of other programs that are unknown here.
 * @param {string} comment
 * @param {import('./board/geometry.js').Size} size
 * @param {Shape[]} shapes
 */
export function withShapes(comment, size, shapes) {
  const list = (/** @type {string} */ kind) => {
    const own = shapes.filter(({ from, to }) => (from === to) === (kind === 'csl')).map(({ from, to, colour }) =>
      colour.toUpperCase() + nameOf(from) + (from === to ? '' : nameOf(to)));
    const all = [...items(comment, kind).filter((item) => !read(item, size)), ...own];
    return all.length ? `[%${kind} ${all.join(',')}]` : '';
  };
  return [comment.replace(DRAWN, ' ').replace(/ {2,}/g, ' ').trim(), list('csl'), list('cal')].filter(Boolean).join(' ');
}

/** A comment without commands. @param {string} comment */
export const wordsOf = (comment) => comment.replace(ANY, ' ').replace(/\s+/g, ' ').trim();

/** A comment with other words; its commands stay. @param {string} comment @param {string} words */
export function withWords(comment, words) {
  const commands = comment.match(ANY) ?? [];
  const isDrawn = (/** @type {string} */ command) => /^\[%c[as]l\b/.test(command);
  return [...commands.filter((command) => !isDrawn(command)), words, ...commands.filter(isDrawn)].filter(Boolean).join(' ');
}

/**
 * Adds a shape. The same once more removes it, and another colour replaces it.
 * @param {Shape[]} shapes
 * @param {Shape} shape
 */
export function toggled(shapes, shape) {
  const same = (/** @type {Shape} */ one) => one.from === shape.from && one.to === shape.to;
  const others = shapes.filter((one) => !same(one));
  return shapes.some((one) => same(one) && one.colour === shape.colour) ? others : [...others, shape].slice(-MOST);
}

/** @param {Shape} shape */
export const inWords = ({ from, to, colour }) => (from === to ? `${COLOURS[colour]} circle on ${nameOf(to)}`
  : `${COLOURS[colour]} arrow from ${nameOf(from)} to ${nameOf(to)}`);
