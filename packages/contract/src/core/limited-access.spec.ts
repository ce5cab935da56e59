import { describe, expect, it } from '@jest/globals';
import { hasAccess } from './limited-access.js';

const ann = {
  ...{ id: 'u1', admin: false, language: 'ar', groups: ['g1'], constructor: Object },
  ...{ username: 'ann', email: 'ann@example.org', fullname: 'Ann Lee', subscription: 'gold', workplaces: ['hq'] },
  fields: { company: 'Apex', tags: 'dry, wet', team: 'Red, Blue' },
};

describe(hasAccess, () => {
  it.each<[Record<string, string | string[]> | undefined, boolean]>([
    [undefined, true],
    [{}, true],
    [{ company: 'Apex' }, true],
    [{ company: 'apex' }, false],
    [{ company: ['Vertex', 'Apex'] }, true],
    [{ company: 'Apex', tags: 'snow' }, false],
    [{ company: 'Apex', workplaces: 'hq' }, true],
    [{ tags: 'wet' }, true],
    [{ team: 'Red, Blue' }, true],
    [{ username: 'ann' }, true],
    [{ email: 'ann@example.org' }, true],
    [{ fullname: 'Ann Lee' }, true],
    [{ subscription: ['silver', 'gold'] }, true],
    [{ workplaces: 'porto' }, false],
    [{ website: '' }, false],
    [{ website: 'x' }, false],
    [{ constructor: 'x' }, false],
    // Parts of the record that are no values of a profile.
    [{ id: 'u1' }, false],
    [{ admin: 'false' }, false],
    [{ language: 'ar' }, false],
    [{ groups: 'g1' }, false],
  ])('%j: %p', (access, isIn) => expect(hasAccess(ann, access)).toBe(isIn));

  it('takes a profile field before the part of the record with its name', () =>
    expect(hasAccess({ ...ann, fields: { username: 'lee' } }, { username: 'ann' })).toBe(false));

  it('refuses a member without a plan where one is named', () =>
    expect(hasAccess({ ...ann, subscription: undefined }, { subscription: 'gold' })).toBe(false));
});
