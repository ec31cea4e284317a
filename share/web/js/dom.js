// Creating and changing elements.

import { host } from './host.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {Node|string|number|null|undefined|false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function fill(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  fill(element, children);
  return element;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  set(element, attributes);
  fill(element, children);
  return element;
}

/**
 * A button with text, or with an icon that `title` explains.
 * @param {Child} label
 * @param {() => void} click
 * @param {Attributes} [attributes]
 */
export function button(label, click, attributes = {}) {
  const { title } = attributes;
  const named = title ? { 'aria-label': title, ...attributes } : attributes;
  return html('button', { type: 'button', onclick: click, ...named }, label);
}

/** Whether the last input was a key: then focus matters. */
let keyed = false;
document.addEventListener('keydown', () => { keyed = true; }, true);
document.addEventListener('pointerdown', () => { keyed = false; }, true);

/** Whether the person uses the keyboard. */
export const byKeys = () => keyed;

/**
 * Whether a key is for the page: not for a field, a dialog or the browser.
 * @param {KeyboardEvent} event
 * @param {string} [fields] that take keys
 */
export function isForPage({ target, ctrlKey, altKey, metaKey }, fields = 'input, select, textarea') {
  const taken = target instanceof HTMLElement && (target.matches(fields) || target.closest('dialog'));
  return !taken && !ctrlKey && !altKey && !metaKey;
}

/** Sets the heading of the page. @param {string|Node} name empty for none */
export function heading(name) {
  const node = document.getElementById('game-name');
  node?.replaceChildren(name);
  node?.toggleAttribute('hidden', name === '');
}

/** Texts still to be announced. @type {string[]} */
const untold = [];
/** Milliseconds for collecting texts, because a screen reader reads only the last change. */
const GATHER = 60;

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  untold.push(text);
  if (untold.length > 1) return;
  setTimeout(() => {
    const live = document.getElementById('live');
    const words = untold.splice(0).join('. ');
    // A repeated text must differ to be read again.
    if (live) live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  }, GATHER);
}

/** Adds the pictures of the pieces to the page, where boards refer to them. */
export async function loadPictures() {
  const text = await host.pictures();
  const pictures = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const holder = /** @type {SVGElement} */ (document.importNode(/** @type {Node} */ (pictures), true));
  set(holder, { class: 'pictures', 'aria-hidden': 'true' });
  document.body.prepend(holder);
}
