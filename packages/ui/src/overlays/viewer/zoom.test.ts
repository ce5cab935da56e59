/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { fit, fitted, panned, zoomed } from './zoom';

const stage = { width: 400, height: 800 };
const place = { stage, picture: { width: 400, height: 200 } };
const centre = { x: 0, y: 0 };

describe(fit, () => {
  it.each([
    [
      { width: 800, height: 400 },
      { width: 400, height: 200 },
    ],
    [
      { width: 800, height: 3200 },
      { width: 200, height: 800 },
    ],
    [
      { width: 40, height: 40 },
      { width: 40, height: 40 },
    ],
    [
      { width: 0, height: 0 },
      { width: 0, height: 0 },
    ],
  ])('%j fits as %j', (picture, expected) => expect(fit(picture, stage)).toEqual(expected));
});

describe(zoomed, () => {
  it.each([
    [2, 2],
    [100, 5],
    [0.1, 1],
  ])('keeps a factor of %d between 1 and 5', (factor, scale) =>
    expect(zoomed(fitted, factor, centre, place).scale).toBe(scale),
  );

  it('keeps the point under the fingers in place', () => {
    const at = { x: 100, y: 0 };
    const { scale, x } = zoomed(fitted, 3, at, place);
    // The point was 100 px beside the picture's centre; three times as far now, it is still at 100 px.
    expect(x + 100 * scale).toBe(at.x);
  });

  it('returns to the centre with the full view', () => {
    const close = panned(zoomed(fitted, 4, centre, place), 500, 0, place);
    expect(zoomed(close, 0.01, { x: 30, y: 30 }, place)).toEqual(fitted);
  });
});

describe(panned, () => {
  it('moves no further than the edges of the picture', () => {
    const close = zoomed(fitted, 5, centre, place);
    expect(panned(close, 10_000, 10_000, place)).toEqual({ scale: 5, x: 800, y: 100 });
    expect(panned(close, -10_000, -10_000, place)).toEqual({ scale: 5, x: -800, y: -100 });
  });

  it('does not move a picture that fits', () => expect(panned(fitted, 50, 50, place)).toEqual(fitted));
});
