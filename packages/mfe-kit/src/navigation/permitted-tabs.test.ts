/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Self } from '@paddock/contract/calls/users';
import { flags } from '@paddock/contract/core/flags';
import { standardProfileFields } from '@paddock/contract/core/profile-fields';
import { withPermittedTabs } from './permitted-tabs';

const tabs = [
  { id: 'home', module: 'mfe-content' },
  { id: 'rooms', module: 'mfe-content' },
] as Boot['tabs'];
const member = (more: Partial<Self> = {}) =>
  ({
    id: 'ann',
    admin: false,
    acl: [],
    workplaces: ['hq'],
    user_type: 'Driver',
    fields: { custom_field_0: 'Not Applicable' },
    ...more,
  }) as unknown as Self;
const idsOf = (limited_access: Record<string, string | string[]> | undefined, user: Self | null) =>
  withPermittedTabs(
    { tabs, flags: flags.parse({ rooms_tab: { limited_access } }) },
    { user, workplace: 'hq' },
  ).tabs.map(({ id }) => id);

describe(withPermittedTabs, () => {
  it('hides rooms from a member without the value', () => {
    expect(idsOf({ user_type: 'Steward' }, member())).toEqual(['home']);
    expect(idsOf({ language: 'ar' }, member({ language: 'ar' }))).toEqual(['home']);
  });

  it('shows rooms to a member with the value, and to all without a limit', () => {
    expect(idsOf({ user_type: 'Driver' }, member())).toEqual(['home', 'rooms']);
    expect(idsOf({ custom_field_0: 'Not Applicable' }, member())).toEqual(['home', 'rooms']);
    expect(idsOf(undefined, member())).toEqual(['home', 'rooms']);
  });

  it.each(standardProfileFields)('finds %s in the own record', (name) =>
    expect(idsOf({ [name]: 'x' }, member({ [name]: 'x' }))).toEqual(['home', 'rooms']),
  );

  it('shows rooms to admins', () => {
    expect(idsOf({ user_type: 'Steward' }, member({ admin: true }))).toEqual(['home', 'rooms']);
    const acl = [{ title: 'workplace_admin' as const, resources: ['hq'] }];
    expect(idsOf({ user_type: 'Steward' }, member({ acl }))).toEqual(['home', 'rooms']);
  });
});
