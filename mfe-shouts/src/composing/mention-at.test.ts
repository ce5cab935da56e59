/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { mentionAt, withMention } from './mention-at';

describe(mentionAt, () => {
  it.each([
    ['Ask @hu', 7, 'hu'],
    ['@h', 2, 'h'],
    ['(@hugo_la)', 8, 'hugo_l'],
    ['مرحبًا @hu', 10, 'hu'],
  ])('finds the typed mention in %j at %i', (text, caret, query) => expect(mentionAt(text, caret)?.query).toBe(query));

  it.each([
    ['Ask @', 5],
    ['Ask @hu now', 11],
    ['tom@hu', 6],
    ['Ask @hu', 3],
    ['', 0],
  ])('finds none in %j at %i', (text, caret) => expect(mentionAt(text, caret)).toBeNull());
});

describe(withMention, () => {
  it('replaces the whole word with the lower-case username and puts the caret after it', () => {
    const text = 'Ask @hug, then go';
    expect(withMention(text, mentionAt(text, 7)!, 'Hugo_La')).toEqual({ text: 'Ask @hugo_la , then go', caret: 13 });
    expect(withMention('Ask @hu now', mentionAt('Ask @hu now', 7)!, 'hugo_la')).toEqual({
      text: 'Ask @hugo_la now',
      caret: 13,
    });
  });
});
