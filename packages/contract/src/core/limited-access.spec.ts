import { describe, expect, it } from '@jest/globals';
import { flags } from './flags.js';
import { hasAccess } from './limited-access.js';

const ann = {
  ...{ id: 'u1', admin: false, language: 'ar', groups: ['g1'], constructor: Object },
  ...{ username: 'ann', email: 'ann@example.org', fullname: 'Ann Lee', subscription: 'gold', workplaces: ['hq'] },
  fields: { company: 'x, Apex', tags: 'dry, wet', team: 'Red, Blue', duty: 'Marshal, Medic', role: 'x, Steward' },
};
const options = ['Marshal', 'Medic'];
const given = {
  profile_fields: [{ name: 'tags', type: 'dynamic-list', subtype: 'tag', multiple: true }],
  signup_fields: [
    { name: 'duty', type: 'dropdown', multiple: true, options },
    // `multiple` has no effect on an input.
    { name: 'role', type: 'input', multiple: true },
    { name: 'tags', type: 'input' },
  ],
};
const has = (member: Parameters<typeof hasAccess>[0], limited_access?: Record<string, string | string[]>) =>
  hasAccess(member, flags.parse({ ...given, rooms_tab: { limited_access } }));

describe(hasAccess, () => {
  it.each<[Record<string, string | string[]> | undefined, boolean]>([
    [undefined, true],
    [{}, true],
    [{ team: 'Red, Blue' }, true],
    [{ team: 'red, blue' }, false],
    [{ team: ['Vertex', 'Red, Blue'] }, true],
    [{ team: 'Red, Blue', tags: 'snow' }, false],
    [{ team: 'Red, Blue', workplaces: 'hq' }, true],
    [{ tags: 'wet' }, true],
    [{ duty: 'Medic' }, true],
    [{ duty: 'Marshal, Medic' }, true],
    // A text is one value, also with a comma.
    [{ team: 'Red' }, false],
    [{ company: 'Apex' }, false],
    [{ role: 'Steward' }, false],
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
  ])('%j: %p', (access, isIn) => expect(has(ann, access)).toBe(isIn));

  it('takes a profile field before the part of the record with its name', () =>
    expect(has({ ...ann, fields: { username: 'lee' } }, { username: 'ann' })).toBe(false));

  it('refuses a member without a plan where one is named', () =>
    expect(has({ ...ann, subscription: undefined }, { subscription: 'gold' })).toBe(false));
});
