import { describe, expect, it } from '@jest/globals';
import { looksOf } from './title-looks.js';

const isSame = (a: string, b: string) => looksOf(a).some((look) => looksOf(b).includes(look));

describe(looksOf, () => {
  it.each([
    ['Race control', 'RACE CONTROL'],
    ['Race control', 'Rаce cоntrоl'],
    ['Paddock I', 'Paddock l'],
    ['Paddock I', 'Paddock 1'],
    ['Paddock I', 'paddock i'],
    ['Box', 'Ｂｏｘ'],
    ['Box', 'B\u200bo\u200dx'],
    ['Pit lane', 'Pit\u00a0 lane'],
    ['modern', 'rnodern'],
    ['É', 'E\u0301'],
    ['Ιμέλ', 'ιμέλ'],
  ])('takes %j and %j for one title', (a, b) => expect(isSame(a, b)).toBe(true));

  it.each([
    ['FIAT', 'Flat'],
    ['Fiat', 'Flat'],
    ['Résumé', 'Resume'],
    ['Box 1', 'Box 2'],
    ['东京', '京东'],
  ])('keeps %j and %j apart', (a, b) => expect(isSame(a, b)).toBe(false));
});
