import { TextDecoder } from 'node:util';

/**
 * A property of a calendar file (RFC 5545, 3.1), and a component with what could be read of it.
 *
 * @typedef {{ name: string, params: Record<string, string>, value: string }} Line
 * @typedef {{ name: string, lines: Line[], parts: Component[], badLines: number, isClosed: boolean }} Component
 */

const [lf, cr, space, tab] = [10, 13, 32, 9];
/** Properties whose value has no colon: an unquoted zone such as "(UTC+01:00) Amsterdam" has some. */
const dated = ['DTSTART', 'DTEND', 'DTSTAMP', 'RECURRENCE-ID', 'EXDATE'];

/**
 * The text of a file without its folds. A fold may lie inside a character, so that it is removed from the bytes.
 *
 * @param {Uint8Array} bytes
 * @param {string | undefined} charset of the reply
 */
export function textOf(bytes, charset) {
  const wide = wideCharset(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes).replace(/(?:\r\n|\n|\r)[ \t]/g, '');
  const whole = unfolded(bytes);
  // Text beyond ASCII that is readable as UTF-8 is UTF-8, also if the server names another charset.
  const utf8 = decoded(whole, 'utf-8');
  const isPlain = utf8 !== undefined && !/[^\0-\x7f]/.test(utf8);
  if (utf8 !== undefined && !isPlain) return utf8;
  return (
    (charset === undefined ? undefined : decoded(whole, charset)) ??
    utf8 ??
    new TextDecoder('windows-1252').decode(whole)
  );
}

/** @param {Uint8Array} bytes */
function wideCharset(bytes) {
  const [first, second] = [bytes[0], bytes[1]];
  if ((first === 0xff && second === 0xfe) || (first === 0x42 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x42) ? 'utf-16be' : undefined;
}

function decoded(bytes, charset) {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unfolded(bytes) {
  const result = new Uint8Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isBreak = bytes[at] === lf || bytes[at] === cr;
    const next = bytes[at] === cr && bytes[at + 1] === lf ? at + 2 : at + 1;
    if (isBreak && (bytes[next] === space || bytes[next] === tab)) at = next;
    else result[size++] = bytes[at];
  }
  return result.subarray(0, size);
}

/** @returns {Line | undefined} */
function lineOf(text) {
  const name = /^[A-Za-z][\w-]*(?=[;:])/.exec(text)?.[0].toUpperCase();
  if (name === undefined) return undefined;
  const colon = dated.includes(name) ? text.lastIndexOf(':') : outside(text, ':')[0];
  if (colon === undefined || colon < name.length) return undefined;
  const head = text.slice(0, colon);
  const ends = [...outside(head, ';'), head.length];
  const params = Object.create(null);
  for (let n = 0; n + 1 < ends.length; n += 1) {
    const [key = '', ...rest] = head.slice(ends[n] + 1, ends[n + 1]).split('=');
    if (rest.length > 0) params[key.trim().toUpperCase()] = rest.join('=').replaceAll('"', '').trim();
  }
  return { name, params, value: text.slice(colon + 1).trim() };
}

/** Where a separator is outside quotes; a quote that is not closed has no meaning. */
function outside(text, separator) {
  const found = [];
  const isQuoted = text.split('"').length % 2 === 1;
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"' && isQuoted) inside = !inside;
    else if (text[at] === separator && !inside) {
      found.push(at);
      if (separator === ':') break;
    }
  }
  return found;
}

/**
 * Parses a file's components. A malformed line is counted in its component. An event that contains another event, or another
 * component's END, is unclosed.
 *
 * @param {string} text
 * @returns {{ roots: Component[], isComplete: boolean }} not complete: it ends inside an event
 */
export function componentsOf(text) {
  /** @type {Component[]} */
  const roots = [];
  /** @type {Component[]} */
  const open = [];
  const begin = (name) => {
    if (name === 'VEVENT') while (open.some((each) => each.name === name)) open.pop();
    const component = { name, lines: [], parts: [], badLines: 0, isClosed: false };
    (open.at(-1)?.parts ?? roots).push(component);
    open.push(component);
  };
  const end = (name) => {
    const closed = open.findLast((each) => each.name === name);
    if (!closed) return;
    closed.isClosed = true;
    open.length = open.indexOf(closed);
  };
  for (const each of text.split(/\r\n|\n|\r/)) {
    if (each.trim() === '') continue;
    const line = lineOf(each);
    const inside = open.at(-1);
    if (line?.name === 'BEGIN') begin(line.value.toUpperCase());
    else if (line?.name === 'END') end(line.value.toUpperCase());
    else if (line) inside?.lines.push(line);
    else if (inside) inside.badLines += 1;
  }
  return { roots, isComplete: !open.some(({ name }) => name === 'VEVENT') };
}

/** @param {Component} component */
export const first = ({ lines }, name) => lines.find((line) => line.name === name);
/** @param {Component} component */
export const all = ({ lines }, name) => lines.filter((line) => line.name === name);

const escapes = { n: '\n', N: '\n' };
/** A TEXT value. */
export const unescaped = (value) => value.replace(/\\(.)/g, (_, character) => escapes[character] ?? character);

/** A text property, cut at `max` characters; '' without one. @param {Component} component */
export function textIn(component, name, max) {
  return unescaped(first(component, name)?.value.slice(0, 2 * max) ?? '').slice(0, max);
}
