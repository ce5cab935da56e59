import { describe, expect, it } from '@jest/globals';
import { units, unitsOf, withImporters } from './units.mjs';

const namesOf = (list) => list.map(({ name }) => name);

describe('units', () => {
  it('lists the workspaces with what they import', () => {
    const chats = units().find(({ name }) => name === 'mfe-chats');
    expect(chats).toEqual({ name: 'mfe-chats', dir: 'mfe-chats', imports: ['contract', 'mfe-kit', 'ui'] });
    expect(namesOf(units())).toEqual(expect.arrayContaining(['contract', 'services', 'shell', 'e2e']));
  });
});

describe('withImporters', () => {
  it('keeps a tab to itself', () => expect(namesOf(withImporters(['mfe-chats']))).toEqual(['mfe-chats']));

  it('adds importers of importers', () => {
    const names = namesOf(withImporters(['ui']));
    expect(names).toEqual(expect.arrayContaining(['ui', 'mfe-kit', 'shell', 'mfe-chats']));
    expect(names).not.toContain('services');
  });
});

describe('unitsOf', () => {
  it('finds the units of files', () =>
    expect(unitsOf(['mfe-chats/src/index.ts', 'packages/ui/src/base.css'])).toEqual(['mfe-chats', 'ui']));

  it('skips texts', () => expect(unitsOf(['README.md', 'docs/errors.md', 'mfe-chats/README.md'])).toEqual([]));

  it('counts a file of the root for every unit', () => expect(unitsOf(['eslint.config.js'])).toEqual(namesOf(units())));
});
