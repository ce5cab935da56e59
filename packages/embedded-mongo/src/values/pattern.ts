import { BSONRegExp } from 'bson';
import { CommandError, notImplemented } from '../errors.js';
import { regexOf } from './compare.js';

const END = '(?![\\s\\S])';
const ESCAPES: Record<string, string> = {
  A: '(?<![\\s\\S])',
  z: END,
  Z: `(?=\\n?${END})`,
  h: '[ \\t]',
  a: '\\x07',
  e: '\\x1b',
};
/** Letters and digits that JavaScript reads as PCRE does, behind a backslash. */
const SAME_ESCAPES = /[dDwWsSbBnrtfck0-9]/;
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const GROUPS = /^\((?!\?|\*)|^\(\?(?::|=|!|<=|<!|<[A-Za-z_]\w*>)/;
const CLASSES: Record<string, string> = {
  ...{ alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', space: '\\s', blank: ' \\t' },
  ...{ punct: '!-\\/:-@\\[-`\\{-~', xdigit: '0-9A-Fa-f', word: '\\w' },
};

const literal = (char: string): string => (SYNTAX.test(char) ? `\\${char}` : char);

/** Rewrites a pattern, part by part from the left. */
class Translation {
  out = '';
  private at = 0;
  private inClass = false;

  constructor(
    private readonly text: string,
    readonly flags: Set<string>,
  ) {
    const inline = /^\(\?([imsx]+)\)/.exec(text);
    for (const flag of inline?.[1] ?? '') flags.add(flag);
    this.at = inline?.[0].length ?? 0;
    while (this.at < text.length) this.out += this.inClass ? this.insideClass() : this.outside();
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.text.slice(this.at)) ?? undefined;
    this.at += found?.[0].length ?? 0;
    return found;
  }

  private escape(): string {
    const quoted = this.take(/^\\Q([\s\S]*?)(?:\\E|$)/);
    if (quoted) return [...quoted[1]!].map(literal).join('');
    const code = this.take(/^\\x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2}))/);
    if (code) return `\\u{${code[1] ?? code[2]!}}`;
    const property = this.take(/^\\[pP](?:\{\^?\w+\}|\w)/);
    if (property) return property[0].replace(/^(..)(\w)$/, '$1{$2}');
    const [, char = ''] = this.take(/^\\([\s\S]?)/u) ?? [];
    if (SAME_ESCAPES.test(char)) return `\\${char}`;
    if (this.inClass && char === '-') return '\\-';
    if (ESCAPES[char] !== undefined && (!this.inClass || char === 'a' || char === 'e')) return ESCAPES[char];
    if (/[A-Za-z]/.test(char)) throw notImplemented(`\\${char} in regular expressions`);
    return char === '' ? '\\' : literal(char);
  }

  private insideClass(): string {
    if (this.text[this.at] === '\\') return this.escape();
    const named = this.take(/^\[:(\^?)(\w+):\]/);
    if (named) {
      const found = named[1] === '' ? CLASSES[named[2]!] : undefined;
      if (found === undefined) throw notImplemented(`${named[0]} in regular expressions`);
      return found;
    }
    const char = this.take(/^[\s\S]/u)![0];
    if (char === ']') this.inClass = false;
    return /[[({})/|]/.test(char) ? `\\${char}` : char;
  }

  private outside(): string {
    const rest = this.text.slice(this.at);
    if (rest[0] === '\\') return this.escape();
    if (this.flags.has('x') && this.take(/^(?:\s+|#[^\n]*)/)) return '';
    if (this.take(/^\(\?#[^)]*\)/)) return '';
    const opened = this.take(/^\[(\^?)(\]?)/);
    if (opened) {
      this.inClass = true;
      return `[${opened[1]}${opened[2] === '' ? '' : '\\]'}`;
    }
    const named = this.take(/^\(\?P(?:<(\w+)>|=(\w+)\))/);
    if (named) return named[1] === undefined ? `\\k<${named[2]!}>` : `(?<${named[1]}>`;
    if (rest[0] === '(') {
      const group = this.take(GROUPS);
      if (!group) throw notImplemented(`'${rest.slice(0, 3)}' in regular expressions`);
      return group[0];
    }
    const quantifier = this.take(/^\{\d+(?:,\d*)?\}/);
    if (quantifier) return quantifier[0];
    const char = this.take(/^[\s\S]/u)![0];
    // Without `m`, PCRE's end is also before a last line end.
    if (char === '$' && !this.flags.has('m')) return ESCAPES['Z']!;
    return /[{}\]]/.test(char) ? `\\${char}` : char;
  }
}

const patterns = new WeakMap<object, RegExp>();

/**
 * A regular expression as JavaScript's: MongoDB's are PCRE's.
 *
 * @throws CommandError for a wrong one, and for what JavaScript has no equal of
 */
export function patternOf(value: object): RegExp {
  let pattern = patterns.get(value);
  if (pattern === undefined) {
    const [text, options] = regexOf(value);
    const { out, flags } = new Translation(text, new Set(options));
    try {
      pattern = new RegExp(out, `u${['i', 'm', 's'].filter((flag) => flags.has(flag)).join('')}`);
    } catch (error) {
      throw new CommandError('Location51091', `Regular expression is invalid: ${(error as Error).message}`);
    }
    patterns.set(value, pattern);
  }
  return pattern;
}

/** The value of `$regex`, with its `$options`. @throws CommandError */
export function regexFrom(value: unknown, options: unknown): BSONRegExp {
  const [pattern, own] = typeof value === 'object' && value !== null ? regexOf(value) : [value, ''];
  const flags = options ?? own;
  if (typeof pattern !== 'string' || typeof flags !== 'string') {
    throw new CommandError('BadValue', '$regex and $options have to be strings');
  }
  if (options !== undefined && own !== '') {
    throw new CommandError('Location51075', 'options set in both $regex and $options');
  }
  const wrong = /[^imsxu]/.exec(flags)?.[0];
  if (wrong !== undefined) throw new CommandError('Location51108', `invalid flag in regex options: ${wrong}`);
  return new BSONRegExp(pattern, flags);
}
