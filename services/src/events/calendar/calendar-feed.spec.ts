import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent, leaveEvent } from '@paddock/contract/calls/event-attendance';
import { readCalendarAddress, revokeCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { hourMs } from '@paddock/contract/core/durations';
import { startOfDay } from '@paddock/contract/core/time-zones';
import ICAL from 'ical.js';
import { eventOf, storedEvent, storeEvents } from '../../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import { CalendarFeed } from './calendar-feed.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['workplaces_enabled'] = true;
    file['workplaces'] = [{ id: 'east', title: 'East' }];
  });
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const addressOf = async (as: TestMember) => (await services.call(readCalendarAddress, {}, { as })).body.address;
const open = (address: string, host = 'motorsport.localhost') =>
  services.request('GET', new URL(address).pathname, { headers: { host } });
/** The entries by title, as another parser reads the file. */
async function entries(address: string): Promise<Map<string, ICAL.Event>> {
  const { status, text, headers } = await open(address);
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const found = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  return new Map(found.map((one) => new ICAL.Event(one)).map((event) => [event.summary, event]));
}
const codeOf = async (address: string, host?: string) => {
  const { status, text } = await open(address, host);
  return [status, (JSON.parse(text) as { code?: string }).code];
};
const refused = [404, 'LINK_INVALID'];

describe(CalendarFeed, () => {
  it('contains the readable events of its workplace, as another parser reads them', async () => {
    const ann = await services.member();
    const there = await services.member({ workplace: 'east' });
    const group = await services.group(ann);
    const desc = `Line one\nعربي; with, all \\ kinds ${'🏁'.repeat(40)}`;
    const briefing = await eventOf(services, admin, { title: 'Briefing, car 27; box\\1', desc, where: 'Media centre' });
    await eventOf(services, admin, { title: 'Of the group', group: group._id });
    await eventOf(services, admin, { title: 'By invitation', invitation_only: true });
    const when = new Date(startOfDay(Date.now(), 'Europe/Brussels', -1));
    await storedEvent(services, admin, { title: 'Whole day', when, end: when, time_zone: 'Europe/Brussels' });
    await storedEvent(services, there, { title: 'Elsewhere', when: new Date(Date.now() + hourMs) });

    const seen = await entries(await addressOf(ann));
    expect([...seen.keys()].sort()).toEqual(['Briefing, car 27; box\\1', 'Of the group', 'Whole day']);
    const entry = seen.get('Briefing, car 27; box\\1')!;
    expect([entry.uid, entry.description, entry.location]).toEqual([`${briefing.id}@motorsport`, desc, 'Media centre']);
    const whole = (iso: string) => iso.replace(/\.\d+Z/, '.000Z');
    expect(entry.startDate.toJSDate().toISOString()).toBe(whole(briefing.when));
    expect(entry.endDate.toJSDate().toISOString()).toBe(whole(briefing.end!));
    const yesterday = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(when);
    expect(seen.get('Whole day')!.startDate.toString()).toBe(yesterday);
    expect([...(await entries(await addressOf(there))).keys()]).toEqual(['Elsewhere']);
    expect([...(await entries(await addressOf(await services.member()))).keys()]).not.toContain('Of the group');
  });

  it('contains what comes after thousands of events of others', async () => {
    const ann = await services.member();
    const hidden = Array.from({ length: 2000 }, (_, number) => ({
      ...{
        _id: `private-${number}`,
        title: 'Private',
        when: new Date(Date.now() + hourMs),
        time_zone: 'Europe/Brussels',
      },
      ...{ where: '', desc: '', color: '#2a6fdb', images: [], synced: false, invitation_only: true },
    }));
    const events = services.get(EventRepository);
    await storeEvents(services, ann, hidden);
    await storedEvent(services, ann, { title: 'Afterwards', when: new Date(Date.now() + 2 * hourMs) });
    const seen = await entries(await addressOf(ann));
    expect([seen.has('Afterwards'), seen.has('Private')]).toEqual([true, false]);
    const ids = hidden.map(({ _id }) => _id);
    await services.get(Mongo).transaction((session) => events.deleteAll(tenantOfMember(ann), ids, { session }));
  });

  it('leaves out what the member declined', async () => {
    await underFlags(services, 'motorsport', { rsvp: true }, async () => {
      const ann = await services.member();
      const event = await eventOf(services, admin, { title: 'Declined' });
      const address = await addressOf(ann);
      await services.call(leaveEvent, { id: event.id }, { as: ann });
      expect((await entries(address)).has('Declined')).toBe(false);
      await services.call(joinEvent, { id: event.id }, { as: ann });
      expect((await entries(address)).has('Declined')).toBe(true);
    });
  });

  it('serves the feed until its address is revoked, and nothing else', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [first, other] = [await addressOf(ann), await addressOf(bob)];
    expect(await addressOf(ann)).toBe(first);
    for (const _ of [1, 2]) expect((await open(first)).status).toBe(200);
    const next = (await services.call(revokeCalendarAddress, {}, { as: ann })).body.address;
    expect(await codeOf(first)).toEqual(refused);
    expect([(await open(next)).status, (await open(other)).status]).toEqual([200, 200]);
    const token = next.split('/').at(-1)!;
    for (const altered of [token.replace(ann.id, bob.id), token.replace('~1~', '~0~'), `${token}x`, 'nothing'])
      expect(await codeOf(`http://x/api/calendars/${altered}`)).toEqual(refused);
    expect(await codeOf(next, 'workplace.localhost')).toEqual(refused);
    const asSession = { headers: { host: 'motorsport.localhost', authorization: `Bearer ${token}` } };
    expect((await services.request('GET', '/api/events', asSession)).status).toBe(401);
  });

  it('ends with the member’s access, and with the tab', async () => {
    const ann = await services.member({ workplace: 'east' });
    const address = await addressOf(ann);
    const users = services.get(UserRepository);
    const ban = (banned: boolean) =>
      services
        .get(Mongo)
        .transaction((session) => users.setBanned(tenantOf('motorsport'), ann.id, banned, { session }));
    await ban(true);
    expect(await codeOf(address)).toEqual(refused);
    await ban(false);
    expect((await open(address)).status).toBe(200);
    let before: unknown[] = [];
    await services.configure('motorsport', (file) => {
      before = file.tabs;
      file.tabs = file.tabs.filter((tab) => tab !== 'events');
    });
    const withoutTab = await codeOf(address);
    await services.configure('motorsport', (file) => {
      file.tabs = before;
    });
    expect(withoutTab).toEqual(refused);
  });

  it('says of a tentative event that it may not take place', async () => {
    const ann = await services.member();
    const when = new Date(Date.now() + hourMs);
    await storedEvent(services, admin, { title: 'Perhaps', when, synced: true, tentative: true });
    const found = await entries(await addressOf(ann));
    expect(found.get('Perhaps')!.component.getFirstPropertyValue('status')).toBe('TENTATIVE');
  });
});
