import type { Boot } from '@paddock/contract/calls/boot';
import type { PersonRow, Profile } from '@paddock/contract/calls/people';

/** Members for tests; a test overrides the fields it is about. */
export function makePerson(change: Partial<PersonRow> = {}): PersonRow {
  return { id: 'u1', username: 'ann', fullname: 'Ann Lee', online: false, ...change };
}

export function makeProfile(change: Partial<Profile> = {}): Profile {
  return {
    ...makePerson(),
    fields: {},
    admin: false,
    workplace_admin: false,
    groups: [],
    can_message: true,
    blocked_you: false,
    blocked: false,
    banned: false,
    can_edit: false,
    can_block: true,
    can_set_workplace_admin: false,
    created: '2026-01-01T00:00:00.000Z',
    ...change,
  };
}

export const reply = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const links = { 'shouts.conversation': '/main/conversation/:id', 'account.settings': '/main/settings' };
/** A deployment with modules for conversations and settings. */
export const withLinks = { modules: [{ manifest: { links, tabs: [], routes: [] } }] } as unknown as Partial<Boot>;
