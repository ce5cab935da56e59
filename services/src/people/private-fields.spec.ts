import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { joinEvent, readAttendees } from '@paddock/contract/calls/event-attendance';
import { readGroup } from '@paddock/contract/calls/groups';
import { findMember, readPeople, readProfile, searchPeople } from '@paddock/contract/calls/people';
import { updateProfile } from '@paddock/contract/calls/profiles';
import { readLikers } from '@paddock/contract/calls/shout-readers';
import { likeShout, postShout, readShouts, suggestMentions } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { eventOf } from '../../test/events-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { TestWindows, until } from '../../test/test-windows.js';
import { underFlags } from '../../test/under-flags.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,events,people,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const values = { phone: '+31 6 7654321', birthday: '1988-06-14', garage: 'Garage fourteen' };
type Scene = { owner: TestMember; group: string; shout: string; event: string };

/** A member with private values who posted, liked and attends, seen by the members of their group. */
async function scene(others: readonly TestMember[]): Promise<Scene> {
  const owner = await services.member({ fields: values });
  const group = (await services.group(owner, others))._id;
  const { id: shout } = (
    await services.call(postShout, { client_id: randomUUID(), group, shout: 'Box this lap' }, { as: owner })
  ).body;
  await services.call(likeShout, { id: shout }, { as: owner });
  const organizer = await services.member({ admin: true });
  const { id: event } = await eventOf(services, organizer);
  await services.call(joinEvent, { id: event }, { as: owner });
  return { owner, group, shout, event };
}

/** The replies that show a member, as text. */
const places: Record<string, (as: TestMember, scene: Scene) => Promise<{ status: number; body: object }>> = {
  directory: (as, { group }) => services.call(readPeople, { group }, { as }),
  search: (as, { owner }) => services.call(searchPeople, { query: owner.username }, { as }),
  'search of the chats': (as, { owner }) =>
    services.call(readChats, { verb: 'search', prop: 'all', query: owner.username }, { as }),
  'user names': (as, { owner }) => services.call(findMember, { username: owner.username }, { as }),
  mentions: (as, { owner, group }) => services.call(suggestMentions, { id: group, query: owner.username }, { as }),
  likers: (as, { shout }) => services.call(readLikers, { id: shout }, { as }),
  shouts: (as, { group }) => services.call(readShouts, { filter: group }, { as }),
  'group members': (as, { group }) => services.call(readGroup, { id: group }, { as }),
  attendees: (as, { event }) => services.call(readAttendees, { id: event }, { as }),
};

const fields = (isPublic?: boolean) => ({
  profile_fields: [
    { name: 'phone', type: 'tel', ...(isPublic !== undefined && { public: isPublic }) },
    { name: 'email', type: 'email', ...(isPublic !== undefined && { public: isPublic }) },
    { name: 'birthday', type: 'date', public: isPublic ?? false },
    { name: 'garage', type: 'text' },
  ],
});

describe('private values', () => {
  it.each(Object.keys(places))('are in no reply of the %s, also if public and for admins', async (place) => {
    const [ann, admin] = [
      await services.member(),
      await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] }),
    ];
    const made = await scene([ann, admin]);
    for (const isPublic of [undefined, true])
      await underFlags(services, 'motorsport', fields(isPublic), async () => {
        for (const as of [ann, admin]) {
          const { status, body } = await places[place]!(as, made);
          const text = JSON.stringify(body);
          expect([status, text.includes(made.owner.id)]).toEqual([200, true]);
          for (const value of [values.phone, values.birthday, made.owner.row.email]) expect(text).not.toContain(value);
        }
      });
  });

  it('are in the profile for their owner and admins, for others if public', async () => {
    const [ann, admin] = [
      await services.member(),
      await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] }),
    ];
    const elsewhere = await services.member({ acl: [{ title: 'workplace_admin', resources: ['porto'] }] });
    const { owner } = await scene([]);
    for (const isPublic of [undefined, false, true])
      await underFlags(services, 'motorsport', fields(isPublic), async () => {
        const seen = { owner, admin, ann, elsewhere };
        for (const [who, as] of Object.entries(seen)) {
          const text = JSON.stringify((await services.call(readProfile, { id: owner.id }, { as })).body);
          const isSeen = who === 'owner' || who === 'admin' || isPublic === true;
          for (const value of [values.phone, values.birthday, owner.row.email])
            expect([who, value, text.includes(value)]).toEqual([who, value, isSeen]);
          expect(text).toContain(values.garage);
        }
      });
  });

  it('are sent to no window when they change', async () => {
    const windows = new TestWindows(services);
    const [ann, owner] = [await services.member(), await services.member({ fields: values })];
    const anns = await windows.open(ann);
    await services.call(updateProfile, { id: owner.id, fields: { phone: '+31 6 1111111' } }, { as: owner });
    await until(() => anns.received.length > 0);
    expect(JSON.stringify(anns.received)).not.toMatch(/31 6|phone/);
    windows.closeAll();
  });

  it('are in the export of their owner, and of no other member', async () => {
    const [ann, owner] = [await services.member(), await services.member({ fields: values })];
    const exported = async ({ row }: TestMember) => {
      const parts = [...services.get(ExtensionPoints).all('export').values()];
      return JSON.stringify(await Promise.all(parts.map((part) => part(tenantOf('motorsport'), row))));
    };
    expect(await exported(owner)).toContain(values.phone);
    expect(await exported(ann)).not.toContain(values.phone);
  });
});
