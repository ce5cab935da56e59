import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import { readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import type { CallInput } from '@paddock/contract/core/call';
import { hourMs } from '@paddock/contract/core/durations';
import { acceptOrganizing, createEventAs, eventOf, storedEvent } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { OrganizerRequests } from './organizer-requests.service.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
let bob: TestMember;
let eve: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,events', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
  });
  const acl = [{ title: 'workplace_admin' as const, resources: [''] }];
  [admin, ann, bob, eve] = await Promise.all([
    services.member({ acl, fullname: 'Ada Admin' }),
    services.member({ fullname: 'Ann Ace' }),
    services.member({ fullname: 'Bob Box' }),
    services.member({ fullname: 'Eve End' }),
  ]);
});
afterAll(() => services.close());

const update = (as: TestMember, id: string, fields: Omit<CallInput<typeof updateEvent>, 'id'>) =>
  services.call(updateEvent, { id, ...fields }, { as });
const read = async (as: TestMember, id: string) => (await services.call(readEvent, { id }, { as })).body;
const answer = (as: TestMember, id: string, accept: boolean) => services.call(answerOrganizing, { id, accept }, { as });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof answer>>) => (status === 200 ? 'ok' : body.code);
/** Organizer and asked member, as the creator sees them. */
const organizing = async (id: string, as = ann) => {
  const { event, asked_organizer } = await read(as, id);
  return [event.organizer?.id, asked_organizer?.id];
};
/** An event of Ann that Bob is asked to organise. */
const asking = async (fields: Parameters<typeof createEventAs>[2] = {}) =>
  (await eventOf(services, ann, { ...fields, organizer: bob.id })).id;

describe('naming an organizer', () => {
  it('asks another member, who has no right before accepting; the present one stays', async () => {
    const id = await asking();
    expect(await organizing(id)).toEqual([undefined, bob.id]);
    expect((await update(bob, id, { desc: 'Mine' })).body.code).toBe('FORBIDDEN');
    expect((await read(bob, id)).event).toMatchObject({ can_edit: false, can_delete: false });
    expect((await answer(bob, id, true)).body).toMatchObject({ organizer: { id: bob.id }, can_edit: true });
    expect((await update(bob, id, { desc: 'Mine' })).status).toBe(200);
    await update(ann, id, { organizer: eve.id });
    expect(await organizing(id)).toEqual([bob.id, eve.id]);
    await answer(eve, id, true);
    expect(await organizing(id)).toEqual([eve.id, undefined]);
    expect((await update(bob, id, { desc: 'Still mine' })).body.code).toBe('FORBIDDEN');
  });

  it('asks also where an admin names another; who names themselves is organizer at once', async () => {
    const id = await asking();
    expect((await update(admin, id, { organizer: eve.id })).body.organizer).toBeUndefined();
    expect(await organizing(id)).toEqual([undefined, eve.id]);
    expect((await read(eve, id)).organizer_asked_by?.id).toBe(admin.id);
    expect((await update(admin, id, { organizer: admin.id })).body.organizer?.id).toBe(admin.id);
    expect(await organizing(id)).toEqual([admin.id, undefined]);
    const own = await eventOf(services, ann, { organizer: ann.id });
    expect(own.organizer?.id).toBe(ann.id);
  });

  it('keeps request and organizer in other changes and with the same names; removal ends both', async () => {
    const id = await asking();
    await update(ann, id, { title: 'Debrief', organizer: bob.id });
    expect(await organizing(id)).toEqual([undefined, bob.id]);
    await update(ann, id, { organizer: ann.id });
    await update(ann, id, { organizer: bob.id });
    await update(ann, id, { organizer: ann.id, desc: 'The form sends it again' });
    expect(await organizing(id)).toEqual([ann.id, bob.id]);
    await update(ann, id, { remove_fields: ['organizer'] });
    expect(await organizing(id)).toEqual([undefined, undefined]);
    expect(codeOf(await answer(bob, id, true))).toBe('FORBIDDEN');
  });

  it('lets an organizer step down', async () => {
    const id = await asking();
    await answer(bob, id, true);
    expect((await update(bob, id, { remove_fields: ['organizer'] })).body.organizer).toBeUndefined();
    expect((await update(bob, id, { organizer: bob.id })).body.code).toBe('FORBIDDEN');
  });

  it('answers an organizer who loses access by stepping down', async () => {
    const id = await asking({ invitation_only: true, invited: [bob.id] });
    await answer(bob, id, true);
    await update(ann, id, { invited: [] });
    const { status, body } = await update(bob, id, { remove_fields: ['organizer'] });
    expect([status, body.organizer, body.can_edit]).toEqual([200, undefined, false]);
    expect((await services.call(readEvent, { id }, { as: bob })).body.code).toBe('EVENT_NOT_FOUND');
  });

  it('refuses a member who cannot read the event, at the field', async () => {
    const fields = { invitation_only: true, invited: [eve.id], organizer: bob.id };
    const refused = { fields: { organizer: 'USER_NOT_FOUND' } };
    expect((await createEventAs(services, ann, fields)).body).toMatchObject(refused);
    const { id } = await eventOf(services, ann, { invitation_only: true, invited: [eve.id] });
    expect((await update(ann, id, { organizer: bob.id })).body).toMatchObject(refused);
    expect((await update(ann, id, { organizer: eve.id })).status).toBe(200);
  });
});

describe(OrganizerRequests, () => {
  it('is answered by the asked member only', async () => {
    const id = await asking();
    for (const as of [ann, eve, admin]) {
      expect(codeOf(await answer(as, id, true))).toBe('FORBIDDEN');
      expect(codeOf(await answer(as, id, false))).toBe('FORBIDDEN');
    }
    expect(await organizing(id)).toEqual([undefined, bob.id]);
  });

  it('answers a repeated answer with the event, and changes nothing', async () => {
    const id = await asking();
    const first = (await answer(bob, id, true)).body;
    expect((await answer(bob, id, true)).body).toEqual(first);
    expect((await answer(bob, id, false)).body).toEqual(first);
    await update(ann, id, { organizer: eve.id });
    expect(codeOf(await answer(bob, id, true))).toBe('ok');
    expect([codeOf(await answer(eve, id, false)), codeOf(await answer(eve, id, false))]).toEqual(['ok', 'ok']);
    expect(codeOf(await answer(eve, id, true))).toBe('FORBIDDEN');
    expect(await organizing(id)).toEqual([bob.id, undefined]);
  });

  it('takes the answer of the member who is asked last', async () => {
    const id = await asking();
    await update(ann, id, { organizer: eve.id });
    expect([codeOf(await answer(bob, id, true)), codeOf(await answer(bob, id, false))]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
  });

  it.each(['one process', 'two processes'])(
    'takes either of a new request and an acceptance first in %s',
    async (where) => {
      // Only the database separates processes.
      const mutex = jest.spyOn(KeyedMutex.prototype, 'transaction');
      if (where === 'two processes') mutex.mockImplementation((_, work) => services.get(Mongo).transaction(work));
      for (let round = 0; round < 8; round += 1) {
        const id = await asking();
        const [replaced, accepted] = await Promise.all([update(ann, id, { organizer: eve.id }), answer(bob, id, true)]);
        expect(replaced.status).toBe(200);
        const isOrganizer = accepted.status === 200;
        expect(codeOf(accepted)).toBe(isOrganizer ? 'ok' : 'FORBIDDEN');
        expect(await organizing(id)).toEqual([isOrganizer ? bob.id : undefined, eve.id]);
      }
      mutex.mockRestore();
    },
  );

  it('accepts and declines at once with one result', async () => {
    const id = await asking();
    const replies = await Promise.all([answer(bob, id, true), answer(bob, id, false), answer(bob, id, true)]);
    const [organizer, asked] = await organizing(id);
    const accepted = replies.some((reply) => reply.status === 200 && reply.body.organizer?.id === bob.id);
    expect([organizer, asked]).toEqual([accepted ? bob.id : undefined, undefined]);
  });

  it('is not found by an asked member who lost access, and open again afterwards', async () => {
    const id = await asking({ invitation_only: true, invited: [bob.id, eve.id] });
    await update(ann, id, { invited: [eve.id] });
    expect(codeOf(await answer(bob, id, true))).toBe('EVENT_NOT_FOUND');
    expect(await organizing(id)).toEqual([undefined, bob.id]);
    await update(ann, id, { invited: [bob.id] });
    expect(codeOf(await answer(bob, id, true))).toBe('ok');
    // Organizers read it without an invitation; a former one does not.
    await update(ann, id, { invited: [eve.id] });
    expect((await read(bob, id)).event.organizer?.id).toBe(bob.id);
    await update(ann, id, { organizer: eve.id });
    await answer(eve, id, true);
    expect(codeOf(await answer(bob, id, true))).toBe('EVENT_NOT_FOUND');
  });

  it('is answered for a past event too', async () => {
    const when = new Date(Date.now() - 48 * hourMs);
    const id = await storedEvent(services, ann, { when, user: ann.id, asked_organizer: { user: bob.id, by: ann.id } });
    expect((await answer(bob, id, true)).body).toMatchObject({ organizer: { id: bob.id }, can_edit: false });
  });

  it('is shown to those who manage the event and to the asked member, on the event’s page alone', async () => {
    const id = await asking({ title: 'Secret request' });
    const shown = await Promise.all([ann, admin, bob, eve].map(async (as) => (await read(as, id)).asked_organizer?.id));
    expect(shown).toEqual([bob.id, bob.id, bob.id, undefined]);
    const texts: string[] = [];
    for (const as of [ann, admin, bob, eve]) {
      const { event } = await read(as, id);
      const { events } = (await services.call(readEvents, {}, { as })).body;
      texts.push(JSON.stringify([event, events.find((one) => one.id === id)]));
    }
    const { address } = (await services.call(readCalendarAddress, {}, { as: ann })).body;
    texts.push(
      (await services.request('GET', new URL(address).pathname, { headers: { host: 'motorsport.localhost' } })).text,
    );
    expect(texts.at(-1)).toContain('Secret request');
    expect(texts.filter((text) => text.includes('asked') || text.includes(bob.id))).toEqual([]);
  });
});

describe('the notification of a request', () => {
  const notificationsOf = async (as: TestMember) => {
    await notified(services, { event_organizer: ['OrganizerRequestChanged'] });
    const { notifications } = (await services.call(readNotifications, {}, { as })).body;
    return notifications.filter(({ kind }) => kind === 'event_organizer');
  };
  const membersOf = () => Promise.all([services.member(), services.member(), services.member()] as const);

  it('names who asks and opens the event, once; it goes with the request', async () => {
    const [zoe, max] = await membersOf();
    const { id } = await eventOf(services, ann, { title: 'Track walk', organizer: zoe.id });
    await update(ann, id, { title: 'Track walk', organizer: zoe.id, desc: 'Again' });
    const facts = { who: 'Ann Ace', title: 'Track walk' };
    const told = [{ facts, address: `/main/events/${id}` }];
    expect(await notificationsOf(zoe)).toMatchObject(told);
    expect(await notificationsOf(ann)).toEqual([]);
    await update(ann, id, { organizer: max.id });
    expect([await notificationsOf(zoe), (await notificationsOf(max)).length]).toEqual([[], 1]);
    await answer(max, id, false);
    expect(await notificationsOf(max)).toEqual([]);
    await update(admin, id, { organizer: max.id });
    expect(await notificationsOf(max)).toMatchObject([{ facts: { ...facts, who: 'Ada Admin' } }]);
    await acceptOrganizing(services, max, id);
    expect(await notificationsOf(max)).toEqual([]);
  });

  it('reaches neither members without notifications of events nor those who block who asks', async () => {
    const [off, blocking] = await membersOf();
    await services.call(updatePreferences, { id: off.id, pn_event: false }, { as: off });
    await services.get(UserRepository).setBlocked(tenantOfMember(ann), blocking.id, ann.id, true);
    for (const one of [off, blocking]) await eventOf(services, ann, { organizer: one.id });
    for (const one of [off, blocking]) expect(await notificationsOf(one)).toEqual([]);
  });
});
