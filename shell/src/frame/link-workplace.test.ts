import { describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { EntryParameters, SessionState } from '@paddock/mfe-kit/kit-context';
import { createStore } from '@paddock/mfe-kit/store';
import { followLinkWorkplace, takeLinkWorkplace } from './link-workplace';

const boot = {
  flags: { workplaces_enabled: true },
  workplaces: [
    { id: 'north', title: 'North' },
    { id: 'south', title: 'South' },
  ],
} as unknown as Boot;

function opened(entry: EntryParameters, user: object | null) {
  const switchWorkplace = jest.fn();
  const state = { token: null, user, workplace: 'north' } as unknown as SessionState;
  const kit = {
    deployment: createStore(boot),
    entry: createStore(entry),
    session: { ...createStore(state), switchWorkplace },
  } as unknown as Parameters<typeof followLinkWorkplace>[0];
  followLinkWorkplace(kit);
  return { kit, switched: switchWorkplace.mock.calls.flat() };
}
const ofTwo = { admin: false, workplaces: ['north', 'south'] };

describe(followLinkWorkplace, () => {
  it.each([
    ['switches to the named workplace', 'south', ofTwo, ['south']],
    ['stays in a workplace that is named already', 'north', ofTwo, []],
    ['ignores a foreign one', 'south', { admin: false, workplaces: ['north'] }, []],
    ['ignores the default place of a member with workplaces', '', ofTwo, []],
    ['follows a super admin to the default place', '', { admin: true, workplaces: [] }, ['']],
  ])('%s', (_, workplace, user, expected) => expect(opened({ workplace }, user).switched).toEqual(expected));

  it('keeps it for after the sign-in while signed out', () => {
    const { kit, switched } = opened({ workplace: 'south' }, null);
    expect([switched, takeLinkWorkplace(kit), kit.entry.get()]).toEqual([[], 'south', {}]);
  });
});
