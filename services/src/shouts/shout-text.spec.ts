import { describe, expect, it } from '@jest/globals';
import { checkText, mentionedNames } from './shout-text.js';

const url = `https://example.org/${'x'.repeat(60)}`;

describe(checkText, () => {
  it.each<[string, string | undefined, number, ReturnType<typeof checkText>]>([
    ['nothing', undefined, 0, { fault: 'shout_REQUIRED' }],
    ['an empty text', '', 0, { fault: 'shout_REQUIRED' }],
    ['spaces only', ' \n\t ', 0, { fault: 'shout_REQUIRED' }],
    ['spaces with an attachment', '  ', 1, { text: ' ' }],
    ['nothing with an attachment', undefined, 2, { text: ' ' }],
    ['a text with an attachment', ' box ', 1, { text: 'box' }],
    ['2000 letters', 'a'.repeat(2000), 0, { text: 'a'.repeat(2000) }],
    ['2001 letters', 'a'.repeat(2001), 0, { fault: 'shout_LENGTH_PATTERN' }],
    ['2000 emoji of two units each', '🏁'.repeat(2000), 0, { text: '🏁'.repeat(2000) }],
    ['2001 emoji', '🏁'.repeat(2001), 0, { fault: 'shout_LENGTH_PATTERN' }],
    ['a URL at the limit', `${'a'.repeat(1978)} ${url}`, 0, { text: `${'a'.repeat(1978)} ${url}` }],
    ['a URL one over the limit', `${'a'.repeat(1979)} ${url}`, 0, { fault: 'shout_LENGTH_PATTERN' }],
    ['100,000 letters', 'a'.repeat(100_000), 0, { fault: 'shout_LENGTH_PATTERN' }],
    ['2000 letters between spaces', ` ${'a'.repeat(2000)} `, 0, { text: 'a'.repeat(2000) }],
  ])('%s', (_, text, attachments, outcome) => expect(checkText(text, attachments, 2000)).toEqual(outcome));
});

describe(mentionedNames, () => {
  it.each([
    ['Tell @Hugo_LA and @hugo_la', ['hugo_la']],
    ['@chief, @crew.', ['chief', 'crew']],
    ['mail steward@example.org', []],
    ['@@twice', []],
    ['(@driver)', ['driver']],
    ['no one', []],
  ])('%j names %j', (text, names) => expect(mentionedNames(text)).toEqual(names));

  it('names at most 50', () => {
    const many = Array.from({ length: 80 }, (_, index) => `@m${index}`).join(' ');
    expect(mentionedNames(many)).toHaveLength(50);
  });
});
