import { describe, expect, it } from '@jest/globals';
import { addressClashes } from './address-clashes.js';

type Modules = Parameters<typeof addressClashes>[1];
const moduleOf = (id: string, tabs: string[], routes: string[] = []) =>
  ({
    module: { id, manifest: { tabs: tabs.map((tab) => ({ id: tab })), routes: routes.map((path) => ({ path })) } },
  }) as unknown as Modules[number];
const people = moduleOf('mfe-people', ['people', 'profile'], ['/main/profile/:uid']);

describe(addressClashes, () => {
  it('finds none within a module, and none for a tab that the deployment does not list', () => {
    expect(addressClashes({ tabs: ['people', 'profile'] }, [people])).toEqual([]);
    expect(addressClashes({ tabs: ['profile'] }, [people, moduleOf('mfe-x', ['people'])])).toEqual([]);
  });

  it.each([
    ['the same tab', moduleOf('mfe-x', ['people']), '/main/people'],
    ['the same page', moduleOf('mfe-x', [], ['/main/profile/:uid']), '/main/profile/:uid'],
    ['a page below a tab', moduleOf('mfe-x', [], ['/main/people/old']), '/main/people/old'],
  ])('names two modules with %s', (_, other, address) =>
    expect(addressClashes({ tabs: ['people'] }, [people, other])).toEqual([
      { path: 'modules.mfe-x', hint: `mfe-people already serves ${address}` },
    ]),
  );

  it('names a tab above the page of another module', () =>
    expect(addressClashes({ tabs: ['profile'] }, [moduleOf('mfe-x', [], ['/main/profile/old']), people])).toEqual([
      { path: 'modules.mfe-people', hint: 'mfe-x already serves /main/profile' },
    ]));
});
