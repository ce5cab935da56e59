import { webcrypto } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent, leaveEvent } from '@paddock/contract/calls/event-attendance';
import { readCheckIn, readPass, recordArrivals, removeArrival } from '@paddock/contract/calls/event-check-in';
import { deleteEvent, readEvents } from '@paddock/contract/calls/events';
import { leaveGroup } from '@paddock/contract/calls/group-members';
import { readPassText, signedPart } from '@paddock/contract/core/event-pass';
import { hourMs, minuteMs } from '@paddock/contract/core/durations';
import { eventOf, fromNow, storedEvent } from '../../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { ArrivalRepository } from '../storage/arrival.repository.js';
import { CheckInService } from './check-in.service.js';
import { PassSigner } from './pass-signer.js';

let services: TestServices;
const hq = { community: 'workplace', workplace: 'hq' };
const hqAdmin = { ...hq, acl: [{ title: 'workplace_admin' as const, resources: ['hq'] }] };
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,events', RATE_LIMITS: 'off' });
  await services.configure('workplace', (file) => {
    file.flags['rsvp'] = true;
    delete file.flags['can_only_view_users_in_my_groups'];
  });
  admin = await services.member(hqAdmin);
});
afterAll(() => services.close());

const attending = async (event: string) => {
  const member = await services.member(hq);
  await services.call(joinEvent, { id: event }, { as: member });
  return member;
};
const passOf = async (as: TestMember, id: string) => (await services.call(readPass, { id }, { as })).body;
type Sent = { user: string; at: string; pass?: string };
const record = (as: TestMember, id: string, arrivals: Sent[], sent = fromNow(0)) =>
  services.call(recordArrivals, { id, arrivals, sent }, { as });
const results = async (...given: Parameters<typeof record>) =>
  (await record(...given)).body.results.map(({ result }) => result);
const gateOf = async (as: TestMember, id: string) => (await services.call(readCheckIn, { id }, { as })).body;
const arrivedAt = async (id: string, user: string) =>
  (await gateOf(admin, id)).expected.find((one) => one.user === user)?.arrived;

const altered = (pass: string) => `${pass.slice(0, -20)}${pass.at(-20) === 'A' ? 'B' : 'A'}${pass.slice(-19)}`;

/** As a gate does, without the service. */
async function verifies({ x, y }: { x: string; y: string }, text: string): Promise<boolean> {
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const key = await webcrypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  const pass = readPassText(text)!;
  const signature = Buffer.from(pass.signature, 'base64url');
  return webcrypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signedPart(pass));
}

describe(PassSigner, () => {
  it('makes passes that a browser can check, of this event and member only', async () => {
    const { id } = await eventOf(services, admin);
    const other = await eventOf(services, admin);
    const ann = await attending(id);
    const bob = await attending(id);
    await services.call(joinEvent, { id: other.id }, { as: ann });
    const [{ pass, short_code }, elsewhere] = [await passOf(ann, id), await passOf(ann, other.id)];
    const [{ key }, otherGate] = [await gateOf(admin, id), await gateOf(admin, other.id)];
    expect(readPassText(pass)).toMatchObject({ event: id, user: ann.id });
    expect(await verifies(key, pass)).toBe(true);
    expect(await verifies(otherGate.key, pass)).toBe(false);
    expect(await verifies(key, elsewhere.pass)).toBe(false);
    expect(await verifies(key, pass.replace(ann.id, bob.id))).toBe(false);
    const { expected } = await gateOf(admin, id);
    expect(expected.find(({ user }) => user === ann.id)).toMatchObject({ short_code, card: { id: ann.id } });
    expect(new Set([...expected.map((one) => one.short_code), elsewhere.short_code]).size).toBe(3);
    expect(short_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    // Another community's key differs for the same ids.
    const signer = services.get(PassSigner);
    expect(await signer.verifier({ ...tenantOfMember(ann), workplace: 'porto' }, id)(ann.id, pass)).toBe(false);
    expect(await signer.verifier(tenantOfMember(ann), id)(ann.id, pass)).toBe(true);
  });

  it('gives none to those who wait, declined or cannot see the event', async () => {
    const { id } = await eventOf(services, admin, { capacity: 1 });
    await attending(id);
    const waiting = await attending(id);
    const [absent, stranger] = [await services.member(hq), await services.member(hq)];
    await services.call(leaveEvent, { id }, { as: absent });
    const outsider = await services.member({ ...hq, workplace: 'porto' });
    const codes = await Promise.all(
      [waiting, absent, stranger, outsider].map(
        async (as) => (await services.call(readPass, { id }, { as })).body.code,
      ),
    );
    expect(codes).toEqual(['NOT_ATTENDING', 'NOT_ATTENDING', 'NOT_ATTENDING', 'EVENT_NOT_FOUND']);
    const { expected } = await gateOf(admin, id);
    expect(expected.map(({ user }) => user)).not.toContain(waiting.id);
    expect(await results(admin, id, [{ user: waiting.id, at: fromNow(0) }])).toEqual(['not_attending']);
  });
});

describe(CheckInService, () => {
  it('keeps the first time of two gates in any order, and counts each member once', async () => {
    const { id } = await eventOf(services, admin);
    const [ann, bob] = [await attending(id), await attending(id)];
    const [early, late] = [fromNow(-90_000), fromNow(-30_000)];
    const { pass } = await passOf(ann, id);
    expect(await results(admin, id, [{ user: ann.id, at: late, pass }])).toEqual(['recorded']);
    const again = await record(admin, id, [
      { user: ann.id, at: early, pass },
      { user: ann.id, at: late },
    ]);
    expect(again.body.results).toEqual([
      { user: ann.id, result: 'already', arrived: early },
      { user: ann.id, result: 'already', arrived: early },
    ]);
    const gates = await Promise.all([early, late, early, late].map((at) => results(admin, id, [{ user: bob.id, at }])));
    expect(gates.flat().sort()).toEqual(['already', 'already', 'already', 'recorded']);
    expect([await arrivedAt(id, ann.id), await arrivedAt(id, bob.id)]).toEqual([early, early]);
    expect((await passOf(ann, id)).arrived).toBe(early);
    expect(await services.get(ArrivalRepository).ofEvent(tenantOfMember(ann), id)).toHaveLength(2);
  });

  it('corrects a gate whose clock is wrong, and records nothing in the future', async () => {
    const { id } = await eventOf(services, admin);
    const [ann, bob, cat] = [await attending(id), await attending(id), await attending(id)];
    const fast = await record(admin, id, [{ user: ann.id, at: fromNow(hourMs) }], fromNow(hourMs + minuteMs));
    expect(Math.round(fast.body.skew_ms / 1000)).toBe(3660);
    const seconds = async (user: string) =>
      Math.round((Date.parse((await arrivedAt(id, user))!) - Date.now()) / 10_000) + 0;
    // A minute before it was sent.
    expect(await seconds(ann.id)).toBe(-6);
    await record(admin, id, [{ user: bob.id, at: fromNow(-2 * hourMs) }], fromNow(-2 * hourMs));
    expect(await seconds(bob.id)).toBe(0);
    await record(admin, id, [{ user: cat.id, at: fromNow(5 * hourMs) }]);
    expect(await seconds(cat.id)).toBe(0);
  });

  it('refuses passes of others and of other events, and members who left or never came on the list', async () => {
    const [{ id }, other] = [await eventOf(services, admin), await eventOf(services, admin)];
    const [ann, bob] = [await attending(id), await attending(id)];
    await services.call(joinEvent, { id: other.id }, { as: ann });
    const at = fromNow(0);
    const [mine, foreign, elsewhere] = [await passOf(ann, id), await passOf(bob, id), await passOf(ann, other.id)];
    const bad = [foreign.pass, elsewhere.pass, altered(mine.pass), 'PDK1.x'].map((pass) => ({
      user: ann.id,
      at,
      pass,
    }));
    expect(await results(admin, id, bad)).toEqual(Array(4).fill('invalid_pass'));
    await services.call(leaveEvent, { id }, { as: ann });
    const eve = await services.member(hq);
    expect(
      await results(admin, id, [
        { user: ann.id, at, pass: mine.pass },
        { user: eve.id, at },
      ]),
    ).toEqual(['not_attending', 'not_attending']);
    expect((await gateOf(admin, id)).expected.map(({ user }) => user)).toEqual([bob.id]);
    expect(await results(admin, id, [])).toEqual([]);
  });

  it('refuses a member who has left the group of the event', async () => {
    const creator = await services.member(hqAdmin);
    const ann = await services.member(hq);
    const group = (await services.group(creator, [ann]))._id;
    const { id } = await eventOf(services, creator, { group });
    await services.call(joinEvent, { id }, { as: ann });
    const { pass } = await passOf(ann, id);
    await services.call(leaveGroup, { id: group }, { as: ann });
    expect(await results(creator, id, [{ user: ann.id, at: fromNow(0), pass }])).toEqual(['not_attending']);
  });

  it('is for creator, organizer and admins; under hide_attendees not for the organizer', async () => {
    const [creator, organizer, member] = [
      await services.member(hq),
      await services.member(hq),
      await services.member(hq),
    ];
    const elsewhere = {
      ...hq,
      workplaces: ['hq', 'porto'],
      acl: [{ title: 'workplace_admin' as const, resources: ['porto'] }],
    };
    const adminOfPorto = await services.member(elsewhere);
    const superAdmin = await services.member({ ...hq, admin: true });
    const when = new Date(Date.now() + hourMs);
    const id = await storedEvent(services, creator, { when, user: creator.id, organizer: organizer.id });
    await services.call(joinEvent, { id }, { as: member });
    const people = [creator, organizer, admin, superAdmin, member, adminOfPorto];
    const codesOf = async (as: TestMember) => {
      const replies = [
        await services.call(readCheckIn, { id }, { as }),
        await record(as, id, [{ user: member.id, at: fromNow(0) }]),
        await services.call(removeArrival, { id, user: member.id }, { as }),
      ];
      return replies.map(({ status, body }) => (status === 200 ? 'ok' : (body as { code: string }).code)).join();
    };
    const all = async () => {
      const codes: string[] = [];
      for (const one of people) codes.push(await codesOf(one));
      return codes;
    };
    const [yes, no] = ['ok,ok,ok', 'FORBIDDEN,FORBIDDEN,FORBIDDEN'];
    expect(await all()).toEqual([yes, yes, yes, yes, no, no]);
    await underFlags(services, 'workplace', { events_tab: { hide_attendees: true } }, async () => {
      expect(await all()).toEqual([yes, no, yes, yes, no, no]);
    });
    await underFlags(services, 'workplace', { rsvp: false }, async () => {
      expect(await codesOf(admin)).toBe(Array(3).fill('FEATURE_DISABLED').join());
      expect((await services.call(readPass, { id }, { as: member })).body.code).toBe('FEATURE_DISABLED');
    });
  });

  it('takes an arrival back, and forgets those of a deleted event', async () => {
    const { id } = await eventOf(services, admin);
    const ann = await attending(id);
    await record(admin, id, [{ user: ann.id, at: fromNow(0) }]);
    expect(await arrivedAt(id, ann.id)).toBeDefined();
    expect((await services.call(removeArrival, { id, user: ann.id }, { as: admin })).status).toBe(200);
    expect(await arrivedAt(id, ann.id)).toBeUndefined();
    expect((await services.call(removeArrival, { id, user: ann.id }, { as: admin })).body.code).toBe('USER_NOT_FOUND');
    await record(admin, id, [{ user: ann.id, at: fromNow(0) }]);
    await services.call(deleteEvent, { id }, { as: admin });
    const left = () => services.get(ArrivalRepository).ofEvent(tenantOfMember(ann), id);
    const end = Date.now() + 20_000;
    while ((await left()).length > 0 && Date.now() < end) await new Promise((go) => setTimeout(go, 50));
    expect(await left()).toEqual([]);
  });

  it('forgets the arrivals of copies that are deleted together', async () => {
    const title = 'Weekly drill';
    await eventOf(services, admin, { title, recurrence: 'FREQ=DAILY;COUNT=3' });
    const { events } = (await services.call(readEvents, {}, { as: admin })).body;
    const ids = events.filter((event) => event.title === title).map(({ id }) => id);
    for (const id of ids) {
      const member = await attending(id);
      expect(await results(admin, id, [{ user: member.id, at: fromNow(0) }])).toEqual(['recorded']);
    }
    await services.call(deleteEvent, { id: ids[0]!, scope: 'all' }, { as: admin });
    const left = ids.slice(1).map((id) => services.get(ArrivalRepository).ofEvent(tenantOfMember(admin), id));
    expect(await Promise.all(left)).toEqual([[], []]);
  });

  it('names members only to those who may see them, and admits the others too', async () => {
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: true }, async () => {
      const creator = await services.member(hq);
      const id = await storedEvent(services, creator, { when: new Date(Date.now() + hourMs), user: creator.id });
      const stranger = await attending(id);
      const [seen] = (await gateOf(creator, id)).expected;
      expect([seen?.user, seen?.card]).toEqual([stranger.id, undefined]);
      const { pass } = await passOf(stranger, id);
      expect(await results(creator, id, [{ user: stranger.id, at: fromNow(0), pass }])).toEqual(['recorded']);
      expect((await gateOf(admin, id)).expected[0]?.card?.id).toBe(stranger.id);
    });
  });
});
