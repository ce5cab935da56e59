/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Poll } from '@paddock/contract/calls/polls';
import { isReplyTo, percentOf, toggleOption, withVote } from './vote';

const poll = (user_votes: string[], multiple = false): Poll => ({
  options: [
    { id: 'a', text: 'A', voters_count: 2 },
    { id: 'b', text: 'B', voters_count: 1 },
  ],
  ...{ multiple, private: false, closed: false, voters_count: 3, user_votes },
});
const countsOf = ({ options, voters_count }: Poll) => [...options.map((option) => option.voters_count), voters_count];

describe(toggleOption, () => {
  it.each([
    ['chooses', poll([]), ['b']],
    ['replaces a single choice', poll(['a']), ['b']],
    ['takes a choice back', poll(['b']), []],
    ['adds one of several', poll(['a'], true), ['a', 'b']],
    ['takes one of several back', poll(['a', 'b'], true), ['a']],
  ])('%s', (_, given, votes) => expect(toggleOption(given, 'b')).toEqual(votes));
});

describe(withVote, () => {
  it.each([
    ['a first vote', poll([]), ['b'], [2, 2, 4]],
    ['a changed vote', poll(['a']), ['b'], [1, 2, 3]],
    ['the same vote', poll(['a']), ['a'], [2, 1, 3]],
    ['a vote taken back', poll(['a']), [], [1, 1, 2]],
    ['a second option', poll(['a'], true), ['a', 'b'], [2, 2, 3]],
  ])('counts %s', (_, given, vote, counts) => {
    const after = withVote(given, vote);
    expect([countsOf(after), after.user_votes]).toEqual([counts, vote]);
  });
});

describe(isReplyTo, () => {
  const shown = poll(['a']);
  it('accepts the poll after any vote', () => {
    for (const reply of [shown, poll([]), { ...poll(['b']), closed: true }]) expect(isReplyTo(shown, reply)).toBe(true);
    expect(isReplyTo(poll([], true), poll(['a', 'b'], true))).toBe(true);
  });

  it.each([
    ['nothing', null],
    ['an empty object', {}],
    ['a text', 'ok'],
    ['another poll', { ...shown, options: [{ id: 'x', text: 'X', voters_count: 1 }] }],
    ['options without counts', { ...shown, options: [{ id: 'a' }, { id: 'b' }] }],
    ['an impossible count', { ...shown, voters_count: -1 }],
    ['no votes', { ...shown, user_votes: undefined }],
    ['a vote for another option', poll(['x'])],
    ['two votes where one is allowed', poll(['a', 'b'])],
  ])('refuses %s', (_, reply) => expect(isReplyTo(shown, reply as Poll)).toBe(false));
});

describe(percentOf, () => {
  it('is 0 without voters, and rounded', () => {
    expect(percentOf(poll([]).options[0]!, poll([]))).toBe(67);
    expect(percentOf({ voters_count: 0 }, { ...poll([]), voters_count: 0 })).toBe(0);
  });
});
