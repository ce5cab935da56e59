import { describe, expect, it } from '@jest/globals';
import { findMentions, mentionAt } from './mentions.js';

/** The longest name of each mention. */
const names = (text: string) => findMentions(text).map((mention) => mention.names[0]);

describe(findMentions, () => {
  it.each([
    ['@pit', ['pit']],
    ['ask @Pit_1 and @box.', ['Pit_1', 'box']],
    ['(@pit) "@box" «@lap»', ['pit', 'box', 'lap']],
    ['（@pit）、@box。', ['pit', 'box']],
    ["@pit's car, cc:@box", ['pit', 'box']],
    ['- @pit\n-@box .@lap', ['pit', 'box', 'lap']],
    ['👋@pit', ['pit']],
    ['يا @pit، تعال', ['pit']],
  ])('finds the names of %j', (text, expected) => expect(names(text)).toEqual(expected));

  it.each([
    'https://video.example/@pit/v/12',
    'http://x.example/a@pit',
    'https://social.example/?by=@pit&x',
    'www.x.example/@pit',
    'x.example/@pit x.example/?by=@pit x.example#@pit',
    'see x.example/~@pit and x.example/a+@pit',
    'write to a.b-@pit or a+@pit',
    'pit@box.example lap@box',
    '@@pit @ pit @',
    'é@pit я@pit 日本@pit م@pit क्या@pit 5@pit _@pit e\u0301@pit',
    '@pit@social.example',
    `@${'x'.repeat(141)}`,
  ])('finds none in %j', (text) => expect(findMentions(text)).toEqual([]));

  it('reads a name to its end, in every script', () =>
    expect(names('@pité @питer @pit日本')).toEqual(['pité', 'питer', 'pit日本']));

  it('offers the beginnings of a name with joining signs', () =>
    expect(findMentions('to @Ann.Lee-Box.')).toEqual([{ index: 3, names: ['Ann.Lee-Box', 'Ann.Lee', 'Ann'] }]));

  it.each([
    ['@pitさん', ['pitさん', 'pit']],
    ['@pit님', ['pit님', 'pit']],
    ['@pité', ['pité']],
  ])('offers the user name before Japanese or Korean letters: %j', (text, expected) =>
    expect(findMentions(text)[0]!.names).toEqual(expected),
  );

  it.each([
    ['signs', '@'.repeat(40_000)],
    ['signs of addresses', `a${'-'.repeat(40_000)}@pit`],
    ['signs of addresses, without a mention', '-'.repeat(40_000)],
    ['mentions', '@a '.repeat(13_000)],
    ['names of many parts', `@${'a.'.repeat(20_000)}`],
  ])('takes linear time for %s', (_, text) => {
    const run = () => {
      const began = performance.now();
      findMentions(text);
      mentionAt(text, text.length);
      return performance.now() - began;
    };
    // The fastest of three: the machine may do other work.
    expect(Math.min(run(), run(), run())).toBeLessThan(300);
  });
});

describe(mentionAt, () => {
  it.each([
    ['Ask @hu', 7, 'hu'],
    ['@h', 2, 'h'],
    ['(@hugo_la)', 8, 'hugo_l'],
    ['مرحبًا @hu', 10, 'hu'],
    ['Ask @Cél', 8, 'Cél'],
    ['Ask @Ce\u0301l', 9, 'Ce\u0301l'],
    ['@István', 7, 'István'],
    ['يا @محمد', 8, 'محمد'],
    ['@小明', 3, '小明'],
    ["@O'Con", 6, "O'Con"],
  ])('finds the typed mention in %j at %i', (text, caret, query) => expect(mentionAt(text, caret)?.query).toBe(query));

  it('ends the mention after its name', () =>
    expect(mentionAt('Ask @Célia now', 7)).toEqual({ query: 'Cé', from: 4, to: 10 }));

  it.each([
    ['Ask @', 5],
    ['Ask @hu now', 11],
    ['tom@hu', 6],
    ['é@hu', 4],
    ['https://x.example/@hu', 21],
    ['Ask @hu', 3],
    ['', 0],
  ])('finds none in %j at %i', (text, caret) => expect(mentionAt(text, caret)).toBeNull());
});
