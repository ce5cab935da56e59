import { describe, expect, it } from '@jest/globals';
import { failsClearlyMore } from './rollout-verdict.js';

describe(failsClearlyMore, () => {
  it.each([
    ['two of two members', [2, 2], [0, 0], false],
    ['three of three', [3, 3], [0, 0], true],
    ['three of three while the release before fails for half', [3, 3], [5, 10], false],
    ['all of six while the release before fails for half', [6, 6], [5, 10], true],
    ['three of a hundred while the release before never fails', [3, 100], [0, 900], true],
    ['three of a hundred while the release before fails as often', [3, 100], [27, 900], false],
    ['ten of a hundred while the release before fails for three in a hundred', [10, 100], [27, 900], true],
    ['six of a hundred while the release before fails for three in a hundred', [6, 100], [27, 900], false],
    ['fewer than one in a hundred more', [90, 10_000], [0, 10_000], false],
    ['no member', [0, 0], [0, 0], false],
  ] as const)('decides on %s', (_, [failed, members], [failedBefore, membersBefore], isWorse) => {
    const before = { failed: failedBefore, members: membersBefore };
    expect(failsClearlyMore({ failed, members }, before)).toBe(isWorse);
  });
});
