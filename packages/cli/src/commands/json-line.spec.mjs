import { describe, expect, it } from '@jest/globals';
import { faultyLine, jsonLine } from './json-line.mjs';

const text = `
{
  "tabs": ["home",
    "chats", "a \\"b\\", [c]: {d}"],
  "empty": [], "none": {},
  "flags": {
    "home_tab": { "buttons": [
      { "page": "x" },
      [1, -2.5e3,
        true],
      { "page":
        "y", "é\\n": null }
    ] }
  },
  "tabs": "again"
}
`;

describe('the line of a value', () => {
  it.each([
    [[], 2, 0],
    [['tabs'], 3, 1],
    [['tabs', 0], 3, 2],
    [['tabs', 1], 4, 2],
    [['tabs', 2], 4, 2],
    [['tabs', 3], 3, 1],
    [['empty', 0], 5, 1],
    [['none', 'x'], 5, 1],
    [['flags', 'home_tab', 'buttons', 0, 'page'], 8, 5],
    [['flags', 'home_tab', 'buttons', '1', '2'], 10, 5],
    [['flags', 'home_tab', 'buttons', 2, 'page'], 11, 5],
    [['flags', 'home_tab', 'buttons', 2, 'é\n'], 12, 5],
    [['flags', 'home_tab', 'button', 2], 7, 2],
    [['home_tab'], 2, 0],
    [['page'], 2, 0],
  ])('of %j is %i', (keys, line, found) => {
    expect(jsonLine(text, keys)).toEqual({ line, found });
  });

  it('is found in a text whose values are nested deeply', () => {
    const depth = 100_000;
    const nested = `{"a":\n${'['.repeat(depth)}${']'.repeat(depth)},\n"b": 1}`;
    expect(jsonLine(nested, ['b'])).toEqual({ line: 3, found: 1 });
  });
});

describe('the line of a mistake', () => {
  it.each([
    ['{}', undefined],
    ['{\n"a": 1,\n}', 2],
    ['{\n"a": 1\n"b": 2}', 2],
    ['{\n"a": [1,\n', 2],
    ['', 1],
    ['{\n"tabs": ["a",\n"b",\n],\n"c": {\n}\n}\n', 3],
    ['{\n"a": "x",\n"b": \'y\',\n"c": 1\n}', 3],
    ['{\n"a":\n,\n"c": 1\n}', 2],
    ['{\n"a": true,\n"b": tru,\n"c": 1\n}', 3],
    ['\ufeff{\n"a": true\n}', 1],
  ])('in %j is %p', (broken, line) => {
    expect(faultyLine(broken)).toBe(line);
  });
});
