import { describe, expect, it } from '@jest/globals';
import { folderCycles } from './folder-cycles.mjs';

const file = (/** @type {string} */ name) => `services/src/events/${name}.ts`;
const imports = (/** @type {string[][]} */ ...pairs) =>
  pairs.map(([from = '', to = '']) => ({ from: file(from), to: file(to) }));

describe(folderCycles, () => {
  it('names both sides of a cycle, also over a third folder', () => {
    const found = folderCycles(
      imports(['reading/a', 'storage/b'], ['storage/c', 'writing/d'], ['writing/e', 'reading/f']),
    );
    expect(found.map(({ from, to }) => [from, to].map((name) => name.split('/').at(-1)))).toEqual([
      ['reading', 'storage'],
      ['storage', 'writing'],
      ['writing', 'reading'],
    ]);
  });

  it.each([
    ['layers', imports(['writing/a', 'reading/b'], ['writing/a', 'storage/c'], ['reading/b', 'storage/c'])],
    ['a test', imports(['reading/a', 'storage/b'], ['storage/b.spec', 'reading/a'])],
    ['files beside the folders', imports(['events.module', 'reading/a'], ['reading/a', 'storage/b'])],
  ])('accepts %s', (_, given) => expect(folderCycles(given)).toEqual([]));
});
