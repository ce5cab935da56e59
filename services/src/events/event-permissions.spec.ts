import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import { joinEvent, leaveEvent, readAttendees } from '@paddock/contract/calls/event-attendance';
import { markAllEventsRead, markEventsRead } from '@paddock/contract/calls/event-marks';
import { rateEvent, readRatings } from '@paddock/contract/calls/event-ratings';
import { createEvent, deleteEvent, readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { fromNow, storedEvent } from '../../test/events-scenario.js';
import {
  startTestServices,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import type { NewEvent } from './storage/event-rows.js';

/** All callers, in the workplace `hq`. */
const people = [
  'signedOut',
  'pending',
  'unverified',
  'member',
  'creator',
  'organizer',
  'invited',
  'admin',
  'superAdmin',
  'outsider',
  'adminOfAnotherWorkplace',
  'adminInTheirOwnWorkplace',
  'memberOfAnotherCommunity',
  'tokenOfAnotherCommunity',
] as const;
type Caller = (typeof people)[number];
const acts = [
  'list',
  'read',
  'create',
  'edit',
  'delete',
  'join',
  'leave',
  'attendees',
  'rate',
  'ratings',
  'organize',
] as const;
type Act = (typeof acts)[number];
type Codes = Record<Act, string>;
const all = (code: string) => Object.fromEntries(acts.map((act) => [act, code])) as Codes;

let services: TestServices;
let creator: TestMember;
let organizer: TestMember;
let invited: TestMember;
let group: string;
const callers = {} as Record<Caller, CallOptions>;

beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  const open = { rsvp: true, event_ratings: true, events_tab: { months_before: 1, months_after: 12 } };
  for (const community of ['workplace', 'motorsport'])
    await services.configure(community, (file) => {
      file.flags = { ...file.flags, ...open };
    });
  const hq = { community: 'workplace', workplace: 'hq' };
  const adminOf = (id: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
  [creator, organizer, invited] = [await services.member(hq), await services.member(hq), await services.member(hq)];
  const member = await services.member(hq);
  const twoPlaces = await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') });
  group = (await services.group(creator, [organizer, invited, member]))._id;
  const stranger = await services.member();
  Object.assign(callers, {
    signedOut: { host: 'workplace.localhost', workplace: 'hq' },
    pending: { as: await services.member({ ...hq, pending: true }) },
    unverified: { as: await services.member({ ...hq, email_verified: false }) },
    member: { as: member },
    creator: { as: creator },
    organizer: { as: organizer },
    invited: { as: invited },
    admin: { as: await services.member({ ...hq, ...adminOf('hq') }) },
    superAdmin: { as: await services.member({ ...hq, admin: true }) },
    outsider: { as: await services.member(hq) },
    adminOfAnotherWorkplace: { as: twoPlaces },
    adminInTheirOwnWorkplace: { as: twoPlaces, workplace: 'porto' },
    memberOfAnotherCommunity: { as: stranger },
    tokenOfAnotherCommunity: { as: stranger, host: 'workplace.localhost' },
  } satisfies Record<Caller, CallOptions>);
});
afterAll(() => services.close());

type Kind = 'open' | 'group' | 'invitation';
const eventsOf = async (kind: Kind) => {
  const fields: Partial<NewEvent> = {
    user: creator.id,
    organizer: organizer.id,
    ...(kind === 'group' && { group }),
    ...(kind === 'invitation' && { invitation_only: true, invited: [invited.id] }),
  };
  const coming = await storedEvent(services, creator, { when: new Date(Date.now() + hourMs), ...fields });
  const over = await storedEvent(services, creator, { when: new Date(Date.now() - 6 * hourMs), ...fields });
  return { coming, over };
};

async function attempt(act: Act, kind: Kind, ids: { coming: string; over: string }, options: CallOptions) {
  const { coming: id, over } = ids;
  const fresh = { client_id: randomUUID(), title: 'Debrief', when: fromNow(hourMs) };
  const calls = {
    list: () => services.call(readEvents, {}, options),
    read: () => services.call(readEvent, { id }, options),
    create: () => services.call(createEvent, { ...fresh, ...(kind === 'group' && { group }) }, options),
    edit: () => services.call(updateEvent, { id, desc: 'Changed' }, options),
    delete: () => services.call(deleteEvent, { id }, options),
    join: () => services.call(joinEvent, { id }, options),
    leave: () => services.call(leaveEvent, { id }, options),
    attendees: () => services.call(readAttendees, { id }, options),
    rate: () => services.call(rateEvent, { id: over, rating: 4 }, options),
    ratings: () => services.call(readRatings, { id: over }, options),
    organize: () => services.call(answerOrganizing, { id, accept: true }, options),
  };
  const { status, body } = await calls[act]();
  if (status !== 200) return body.code;
  if (act !== 'list') return 'ok';
  return (body as { events: { id: string }[] }).events.some((event) => event.id === id) ? 'ok' : 'unseen';
}

const managers = ['edit', 'delete', 'ratings'] as const;
const readers: Codes = {
  ...all('ok'),
  create: 'FORBIDDEN',
  organize: 'FORBIDDEN',
  ...Object.fromEntries(managers.map((act) => [act, 'FORBIDDEN'])),
};
const managing: Codes = { ...all('ok'), create: 'FORBIDDEN', organize: 'FORBIDDEN' };
const administering: Codes = { ...all('ok'), organize: 'FORBIDDEN' };
const unseen: Codes = { ...all('EVENT_NOT_FOUND'), list: 'unseen', create: 'FORBIDDEN' };
const elsewhere: Codes = { ...unseen, create: 'ok' };
const base = {
  signedOut: all('INVALID_TOKEN'),
  pending: all('PENDING_APPROVAL'),
  unverified: all('EMAIL_NOT_VERIFIED'),
  creator: managing,
  // An earlier acceptance counts.
  organizer: { ...managing, organize: 'ok' },
  admin: administering,
  superAdmin: administering,
  adminInTheirOwnWorkplace: elsewhere,
  memberOfAnotherCommunity: unseen,
  tokenOfAnotherCommunity: all('INVALID_TOKEN'),
};
const tables: Record<Kind, Record<Caller, Codes>> = {
  open: { ...base, member: readers, invited: readers, outsider: readers, adminOfAnotherWorkplace: readers },
  group: {
    ...base,
    member: readers,
    invited: readers,
    outsider: unseen,
    adminOfAnotherWorkplace: unseen,
    // The group does not exist there.
    adminInTheirOwnWorkplace: { ...elsewhere, create: 'GROUP_NOT_FOUND' },
  },
  invitation: { ...base, invited: readers, member: unseen, outsider: unseen, adminOfAnotherWorkplace: unseen },
};

describe.each(Object.keys(tables) as Kind[])('an event of the kind %s', (kind) => {
  let ids: Awaited<ReturnType<typeof eventsOf>>;
  beforeAll(async () => {
    ids = await eventsOf(kind);
  });

  it.each(people.flatMap((one) => acts.map((act) => [one, act, tables[kind][one][act]] as const)))(
    '%s may %s: %s',
    async (one, act, code) =>
      expect(await attempt(act, kind, act === 'delete' ? await eventsOf(kind) : ids, callers[one])).toBe(code),
  );
});

describe('read marks', () => {
  it.each(people)('%s marks only their own', async (one) => {
    const expected = { ...tables.open[one], list: 'ok' }.list;
    const refused = ['INVALID_TOKEN', 'PENDING_APPROVAL', 'EMAIL_NOT_VERIFIED'];
    const wanted = refused.find((code) => code === tables.open[one].read) ?? expected;
    const span = { after: fromNow(-hourMs), before: fromNow(hourMs) };
    const replies = [
      await services.call(markEventsRead, span, callers[one]),
      await services.call(markAllEventsRead, {}, callers[one]),
    ];
    expect(replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code))).toEqual([wanted, wanted]);
  });
});

describe('switches', () => {
  let id: string;
  beforeAll(async () => {
    id = (await eventsOf('open')).coming;
  });
  const by = (one: Caller) => callers[one];
  const events = (flags: Record<string, unknown>) => ({ events_tab: flags });

  it('public_add_event lets every member create', async () => {
    const make = async (kind: Kind, one: Caller) => attempt('create', kind, { coming: id, over: id }, by(one));
    await underFlags(services, 'workplace', events({ public_add_event: true }), async () => {
      expect([await make('open', 'outsider'), await make('group', 'member'), await make('group', 'outsider')]).toEqual([
        'ok',
        'ok',
        'GROUP_NOT_FOUND',
      ]);
    });
    expect(await make('open', 'outsider')).toBe('FORBIDDEN');
  });

  it('rsvp off refuses replies and hides them', async () => {
    await services.call(joinEvent, { id }, by('member'));
    const shown = async () => (await services.call(readEvent, { id }, by('member'))).body;
    expect((await shown()).event).toMatchObject({ reply: 'attending', attendees_count: 1, full: false });
    await underFlags(services, 'workplace', { rsvp: false }, async () => {
      for (const call of [joinEvent, leaveEvent, readAttendees])
        expect((await services.call(call, { id }, by('member'))).body).toMatchObject({ code: 'FEATURE_DISABLED' });
      const { event, attendees, absentees } = await shown();
      expect([event.reply, event.attendees_count, event.full, attendees, absentees]).toEqual(Array(5).fill(undefined));
    });
  });

  it('event_ratings off refuses ratings and hides them', async () => {
    const { over } = await eventsOf('open');
    await services.call(rateEvent, { id: over, rating: 2 }, by('member'));
    const shown = async () => (await services.call(readEvent, { id: over }, by('member'))).body.event;
    expect(await shown()).toMatchObject({ rating: 2, nbr_ratings: 1, is_rated: true });
    await underFlags(services, 'workplace', { event_ratings: false }, async () => {
      const reply = await services.call(rateEvent, { id: over, rating: 1 }, by('member'));
      expect(reply.body.code).toBe('FEATURE_DISABLED');
      expect((await services.call(readRatings, { id: over }, by('admin'))).body.code).toBe('FEATURE_DISABLED');
      const { rating, nbr_ratings, is_rated } = await shown();
      expect([rating, nbr_ratings, is_rated]).toEqual([undefined, undefined, undefined]);
    });
  });

  it('hide_attendees shows attendees and their number to admins and the creator only', async () => {
    await underFlags(services, 'workplace', events({ hide_attendees: true }), async () => {
      for (const one of ['member', 'organizer', 'outsider', 'creator', 'admin', 'superAdmin'] as const) {
        const isShown = !['member', 'organizer', 'outsider'].includes(one);
        const page = await services.call(readAttendees, { id }, by(one));
        const { event, attendees } = (await services.call(readEvent, { id }, by(one))).body;
        const listed = (await services.call(readEvents, {}, by(one))).body.events.find((each) => each.id === id)!;
        const counts = [event, listed].flatMap((each) => [
          each.attendees_count,
          each.waiting_count,
          each.absentees_count,
        ]);
        expect([one, page.status, attendees === undefined, counts.every((count) => count === undefined)]).toEqual([
          one,
          isShown ? 200 : 403,
          !isShown,
          !isShown,
        ]);
      }
    });
  });

  it('without the tab every call is FEATURE_DISABLED', async () => {
    let before: unknown[] = [];
    await services.configure('workplace', (file) => {
      before = file.tabs;
      file.tabs = file.tabs.filter((tab) => (tab as { id?: string }).id !== 'events');
    });
    for (const act of acts)
      expect(await attempt(act, 'open', { coming: id, over: id }, by('admin'))).toBe('FEATURE_DISABLED');
    await services.configure('workplace', (file) => {
      file.tabs = before;
    });
  });
});
