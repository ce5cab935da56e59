import { BSONRegExp } from 'bson';
import { assert, CommandError, notImplemented } from '../errors.js';
import { regexOf } from './compare.js';

const ESCAPE = /\\([^])/gu;
/** An escape, a character class, or a symbol that PCRE and JavaScript interpret differently. */
const PART = /\\[^]|\[\^?(?:\\[^]|[^\]\\])*\]|[.$]/gu;
const END = '(?=\\n?(?![^]))';

const refused = (part: string): CommandError => notImplemented(`'${part}' in regular expressions`);

/** Translates an escape; JavaScript's strict syntax rejects what it has no equivalent of. */
function translateEscape(escape: string, char: string): string {
  if (char === 'u' || char === 'v') throw refused(escape);
  return /[A-Za-z0-9]/.test(char) ? escape : `\\u{${char.codePointAt(0)!.toString(16)}}`;
}

/**
 * Translates a PCRE pattern where JavaScript gives it the same meaning. JavaScript's strict Unicode mode (`u`) rejects
 * most other constructs.
 */
function toJavaScript(text: string, flags: string): RegExp {
  if (flags.includes('x')) throw notImplemented("the option 'x' of regular expressions");
  const source = text.replace(PART, (part) => {
    if (part === '.') return flags.includes('s') ? part : '[^\\n]';
    // Without `m`, PCRE's `$` also matches before a final line break.
    if (part === '$') return flags.includes('m') ? part : END;
    if (part.startsWith('[') && (/^\[\^?\]/.test(part) || part.includes('[:'))) throw refused(part);
    return part.replace(ESCAPE, translateEscape);
  });
  try {
    return new RegExp(source, `u${flags.replace(/[^ims]/g, '')}`);
  } catch (error) {
    throw new CommandError('Location51091', `Regular expression is invalid: ${(error as Error).message}`);
  }
}

const patterns = new WeakMap<object, RegExp>();

/** A BSON regular expression as a JavaScript one. @throws CommandError for an invalid or untranslatable one */
export function patternOf(value: object): RegExp {
  let pattern = patterns.get(value);
  if (pattern === undefined) {
    pattern = toJavaScript(...regexOf(value));
    patterns.set(value, pattern);
  }
  return pattern;
}

/** Builds the regular expression of `$regex` and `$options`. @throws CommandError */
export function regexFrom(value: unknown, options: unknown): BSONRegExp {
  const [pattern, own] = typeof value === 'object' && value !== null ? regexOf(value) : [value, ''];
  const flags = options ?? own;
  const areTexts = typeof pattern === 'string' && typeof flags === 'string';
  assert(areTexts, 'BadValue', '$regex and $options have to be strings');
  assert(options === undefined || own === '', 'Location51075', 'options set in both $regex and $options');
  assert(/^[imsxu]*$/.test(flags), 'Location51108', `invalid flag in regex options: ${flags}`);
  return new BSONRegExp(pattern, flags);
}
