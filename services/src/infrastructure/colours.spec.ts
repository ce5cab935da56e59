import { describe, expect, it } from '@jest/globals';
import { contrast, inkOn, luminance, readableOn } from './colours.js';

const contrastOf = (one: string, two: string) => contrast(luminance(one), luminance(two));

describe(contrast, () => {
  it('computes as WCAG does', () => {
    expect(contrastOf('#ffffff', '#000000')).toBe(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

describe(inkOn, () => {
  it.each([
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
    ['#ff5b1f', '#000000'],
    ['#0a7c86', '#ffffff'],
  ])('on %s is %s', (colour, ink) => expect(inkOn(colour)).toBe(ink));
});

describe(readableOn, () => {
  it('keeps a colour with enough contrast', () => expect(readableOn('#1a1c20', '#ff5b1f', 3)).toBe('#ff5b1f'));

  it.each([
    ['#1a1c20', '#0a1040'],
    ['#1a1c20', '#000000'],
    ['#ffffff', '#ffee00'],
    ['#888888', '#888888'],
  ])('moves, on %s, the colour %s until it can be seen', (ground, colour) =>
    expect(contrastOf(readableOn(ground, colour, 3), ground)).toBeGreaterThanOrEqual(3),
  );
});
