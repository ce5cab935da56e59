import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/*
 * A deployment may set any sRGB colour as its accent, so "text 4.5:1, edges 3:1" cannot be checked by eye. This test evaluates
 * the formulas of tokens.css for 9 × 9 × 9 accents in both schemes.
 */

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  .replace(/\/\*[^]*?\*\//g, '')
  .replace(/\s+/g, ' ');

/** Returns the declarations of the first block with this selector; blocks for other engines and preferences come later. */
function block(selector) {
  const at = css.indexOf(`${selector} {`);
  if (at < 0) throw new Error(`no block ${selector}`);
  const body = css.slice(css.indexOf('{', at) + 1, css.indexOf('}', at));
  return new Map(Array.from(body.matchAll(/(--[\w-]+):([^;]+);/g), (match) => [match[1], match[2].trim()]));
}

const base = new Map([...block(':root'), ...block(':root, [data-accent]')]);
const tone = block('.tone');

const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

function hexToLch(hex) {
  const [r, g, b] = [1, 3, 5].map((i) => linear(parseInt(hex.slice(i, i + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return fromLab(
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  );
}

function fromLab(l, a, b) {
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI };
}

const toLab = ({ l, c, h }) => [l, c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];

const encode = (v) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

/** Converts as a screen does: clips each channel to the gamut and rounds it to one of 256 steps. */
function painted(colour) {
  const [L, a, b] = toLab(colour);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((v) => Math.round(255 * encode(Math.min(1, Math.max(0, v)))));
}

function luminance(colour) {
  const [r, g, b] = painted(colour).map((v) => linear(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, two) {
  const [x, y] = [luminance(one), luminance(two)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Splits at commas or spaces outside parentheses. */
function split(text, by) {
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    const sign = text[i];
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (i === text.length || (depth === 0 && sign === by)) {
      const part = text.slice(from, i).trim();
      if (part) parts.push(part);
      from = i + 1;
    }
  }
  return parts;
}

/** Evaluates a number of a colour function: calc, clamp, min, max over l, c and h. */
function number(text, origin) {
  const inner = text.replace(/\bcalc\(/g, '(').replace(/\b(clamp|min|max)\(/g, 'math.$1(');
  if (!/^[\w\s.,()+*/-]+$/.test(inner)) throw new Error(`not a number: ${text}`);
  const math = { min: Math.min, max: Math.max, clamp: (low, value, high) => Math.max(low, Math.min(value, high)) };
  return new Function('math', 'l', 'c', 'h', `return ${inner}`)(math, origin.l, origin.c, origin.h);
}

function colour(text, scheme, given) {
  const value = text.replace(/\s+/g, ' ').trim();
  if (value.startsWith('#')) return hexToLch(value);
  const call = /^([\w-]+)\((.*)\)$/.exec(value);
  if (!call) throw new Error(`not a colour: ${value}`);
  const [, name, args = ''] = call;
  if (name === 'var') {
    const own = given.get(args) ?? base.get(args);
    if (own === undefined) throw new Error(`no ${args}`);
    return colour(own, scheme, given);
  }
  if (name === 'light-dark') return colour(split(args, ',')[scheme === 'light' ? 0 : 1], scheme, given);
  if (name === 'color-mix') {
    const [, first = '', second = ''] = split(args, ',');
    const share = /^(.*) ([\d.]+)%$/.exec(first);
    if (!share) throw new Error(`no share: ${value}`);
    const [one, two] = [toLab(colour(share[1], scheme, given)), toLab(colour(second, scheme, given))];
    const p = Number(share[2]) / 100;
    return fromLab(one[0] * p + two[0] * (1 - p), one[1] * p + two[1] * (1 - p), one[2] * p + two[2] * (1 - p));
  }
  if (name === 'oklch') {
    const parts = split(args, ' ');
    const relative = parts[0] === 'from';
    const origin = relative ? colour(parts[1], scheme, given) : { l: 0, c: 0, h: 0 };
    const [l = '0', c = '0', h = '0'] = relative ? parts.slice(2) : parts;
    return { l: number(l, origin), c: number(c, origin), h: number(h, origin) };
  }
  throw new Error(`unknown colour: ${value}`);
}

const steps = Array.from({ length: 9 }, (_, i) =>
  Math.min(255, i * 32)
    .toString(16)
    .padStart(2, '0'),
);
const accents = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));

/** Returns the lowest contrast over all accents, and its accent. */
function worst(front, back, scheme) {
  let low = { ratio: 21, accent: '' };
  for (const accent of accents) {
    const given = new Map([['--accent', accent]]);
    const ratio = contrast(colour(`var(${front})`, scheme, given), colour(`var(${back})`, scheme, given));
    if (ratio < low.ratio) low = { ratio, accent };
  }
  return low;
}

const schemes = ['light', 'dark'];
const grounds = ['--canvas', '--surface', '--raised', '--sunken'];
const both = (pairs) =>
  schemes.flatMap((scheme) => pairs.map(([front, back, least]) => ({ front, back, scheme, least })));

describe('contrast of the tokens', () => {
  it('computes contrast as browsers do', () => {
    expect(contrast(hexToLch('#ffffff'), hexToLch('#000000'))).toBeCloseTo(21, 1);
    expect(contrast(hexToLch('#777777'), hexToLch('#ffffff'))).toBeCloseTo(4.48, 2);
    expect(accents).toHaveLength(729);
  });

  it.each(
    both([
      ['--on-accent', '--accent-fill', 4.5],
      ['--on-accent', '--accent-fill-hover', 4.5],
      ['--accent-text', '--canvas', 4.5],
      ['--accent-text', '--surface', 4.5],
      ['--accent-text', '--raised', 4.5],
      ['--accent-text', '--accent-soft', 4.5],
      ['--ink', '--accent-soft', 4.5],
      ['--ink-2', '--accent-soft', 4.5],
      ['--ink-3', '--accent-soft', 4.5],
      ['--accent-edge', '--canvas', 3],
      ['--accent-edge', '--surface', 3],
      ['--accent-frame', '--frame', 3],
      ['--accent-frame', '--frame-2', 3],
    ]),
  )('$front on $back, $scheme: at least $least for every accent', ({ front, back, scheme, least }) => {
    const { ratio, accent } = worst(front, back, scheme);
    expect({ accent, ratio, enough: ratio >= least }).toEqual({ accent, ratio, enough: true });
  });

  it.each(
    both([
      ...grounds.flatMap((ground) => [
        ['--ink', ground, 4.5],
        ['--ink-2', ground, 4.5],
        ['--ink-3', ground, 4.5],
      ]),
      ['--line-strong', '--canvas', 3],
      ['--line-strong', '--surface', 3],
      ['--line-strong', '--raised', 3],
      ['--on-frame', '--frame', 4.5],
      ['--on-frame-2', '--frame', 4.5],
      ['--on-frame-2', '--frame-2', 4.5],
      ['--on-ink-fill', '--ink-fill', 4.5],
      ['--on-fill', '--danger-fill', 4.5],
      ['--on-frame', '--frame-2', 4.5],
      ['--danger', '--canvas', 4.5],
      ['--danger', '--surface', 4.5],
      ['--danger', '--raised', 4.5],
      ['--warning', '--surface', 4.5],
      ['--success', '--surface', 4.5],
      ['--danger', '--danger-soft', 4.5],
      ['--warning', '--warning-soft', 4.5],
      ['--success', '--success-soft', 4.5],
      ['--info', '--info-soft', 4.5],
      ['--online', '--surface', 3],
      ['--online', '--canvas', 3],
      ['--rating', '--surface', 3],
    ]),
  )('$front on $back, $scheme: at least $least', ({ front, back, scheme, least }) => {
    const given = new Map();
    expect(
      contrast(colour(`var(${front})`, scheme, given), colour(`var(${back})`, scheme, given)),
    ).toBeGreaterThanOrEqual(least);
  });

  it.each(schemes)('group colours, %s: at least 4.5 for text on fill and on soft, 3 for the strip', (scheme) => {
    for (let i = 1; i <= 15; i++) {
      const given = new Map([...tone, ['--tone', `var(--group-${i})`]]);
      const of = (name) => colour(`var(${name})`, scheme, given);
      expect(contrast(of('--tone-on'), of('--tone-fill'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of('--tone-text'), of('--tone-soft'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of('--tone-strip'), of('--surface'))).toBeGreaterThanOrEqual(3);
      expect(contrast(of('--tone-strip'), of('--raised'))).toBeGreaterThanOrEqual(3);
    }
  });
});
