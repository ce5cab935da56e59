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
  it('returns only the tab if no unit imports it', () =>
    expect(namesOf(withImporters(['mfe-chats']))).toEqual(['mfe-chats']));

  it('adds importers of importers', () => {
    const names = namesOf(withImporters(['ui']));
    expect(names).toEqual(expect.arrayContaining(['ui', 'mfe-kit', 'shell', 'mfe-chats']));
    expect(names).not.toContain('services');
  });
});

describe('unitsOf', () => {
  it('returns the units that contain the files', () =>
    expect(unitsOf(['mfe-chats/src/index.ts', 'packages/ui/src/base.css'])).toEqual(['mfe-chats', 'ui']));

  it('skips text files', () => expect(unitsOf(['README.md', 'docs/errors.md', 'mfe-chats/README.md'])).toEqual([]));

  it('returns every unit for a file in the root folder', () =>
    expect(unitsOf(['eslint.config.js'])).toEqual(namesOf(units())));
});
