import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readClassifiedCategories, readClassifieds } from '@paddock/contract/calls/classifieds';
import { readDueMembers, readDues, readReceipt, refundDue } from '@paddock/contract/calls/dues';
import { readAttendees } from '@paddock/contract/calls/event-attendance';
import { readEvent, readEvents } from '@paddock/contract/calls/events';
import { readRoom, readRooms } from '@paddock/contract/calls/rooms';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../../test/demo-reading.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { Ledger } from '../community/payments/ledger.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { demoClassifieds } from './demo-classifieds.js';
import { demoDues } from './demo-dues.js';
import { demoRooms } from './demo-rooms.js';

const realDeployments = fileURLToPath(new URL('../../../deployments', import.meta.url));

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ DEMO: '1', DEPLOYMENTS_DIR: realDeployments });
});
afterAll(() => services.close());

const { signIn } = demoReading(() => services);

describe('the demo events', () => {
  it('gives motorsport an event with several pictures, visible to its readers', async () => {
    for (const name of ['driver', 'steward']) {
      const { events } = (await services.call(readEvents, {}, { as: await signIn(name, 'motorsport') })).body;
      const { image_urls } = events.find((event) => event.image_urls.length > 1)!;
      expect(image_urls).toHaveLength(3);
      for (const address of image_urls) {
        const reply = await services.request('GET', address, { headers: { host: 'motorsport.localhost' } });
        expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
      }
    }
  });

  it('gives events of each workplace their pictures, visible to its members', async () => {
    for (const workplace of ['hq', 'porto', 'studio']) {
      const as = await signIn('steward', 'workplace');
      const { events } = (await services.call(readEvents, {}, { as, workplace })).body;
      const addresses = events.flatMap(({ image_urls }) => image_urls);
      expect([workplace, addresses.length]).toEqual([workplace, { hq: 2, porto: 1, studio: 2 }[workplace]]);
      for (const address of addresses) {
        const reply = await services.request('GET', address, { headers: { host: 'workplace.localhost' } });
        expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
      }
    }
  });

  it('gives motorsport its own events and the sessions of the real calendars', async () => {
    const driver = await signIn('driver');
    const { body } = await services.call(readEvents, {}, { as: driver });
    const coming = body.events.filter(({ when }) => Date.parse(when) > Date.now());
    expect(coming.filter(({ synced }) => synced).length).toBeGreaterThan(10);
    expect(body.events.filter(({ synced }) => !synced).map(({ title }) => title)).toContain('Drivers’ briefing');
    const race = coming.find(({ title }) => title.endsWith(' race'))!;
    const { siblings } = (await services.call(readEvent, { id: race.id }, { as: driver })).body;
    // The next race may be of a series with few sessions.
    expect(siblings.length).toBeGreaterThan(0);
    expect(new Set(siblings.map(({ series }) => series))).toEqual(new Set([race.series]));
  });

  it('has attendees, a full event with a waiting list and ratings, and events in each workplace', async () => {
    const driver = await signIn('driver', 'motorsport');
    const { events } = (await services.call(readEvents, {}, { as: driver })).body;
    const titled = (title: string) => events.find((event) => event.title === title)!;
    const rides = titled('Rides in the safety car');
    expect(rides).toMatchObject({
      capacity: 12,
      full: true,
      attendees_count: 12,
      waiting_count: 6,
      absentees_count: 3,
    });
    const page = await services.call(readAttendees, { id: rides.id, reply: 'waiting' }, { as: driver });
    expect([page.body.users.length, page.body.total_users]).toEqual([6, 6]);
    expect(titled('Welcome evening')).toMatchObject({ nbr_ratings: 36, rating: expect.closeTo(4.3, 1) });
    expect(events.filter((event) => event.new)).toEqual([]);
    const there = await signIn('steward', 'workplace');
    const titlesIn = async (workplace: string) =>
      (await services.call(readEvents, {}, { as: there, workplace })).body.events.map(({ title }) => title);
    expect([await titlesIn('hq'), await titlesIn('studio')]).toEqual([
      ['All hands', 'River day', 'Fire drill', 'عرض المستشعر الجديد'],
      ['Sketches and sandwiches', 'River day'],
    ]);
    expect(await titlesIn('')).toContain('River day');
  });

  it('hides the stewards’ hearing from members outside their invisible group', async () => {
    const titlesFor = async (name: string) => {
      const { body } = await services.call(readEvents, {}, { as: await signIn(name) });
      return body.events.map(({ title }) => title);
    };
    expect(await titlesFor('driver')).not.toContain('Stewards’ hearing, car 41');
    expect(await titlesFor('steward')).toContain('Stewards’ hearing, car 41');
  });
});

const adsOf = async (as: TestMember, own = false) =>
  (await services.call(readClassifieds, { count: 50, own }, { as })).body.classifieds;

describe(demoClassifieds, () => {
  it.each([
    ['motorsport', '', 14],
    ['workplace', 'hq', 10],
    ['workplace', 'porto', 5],
    ['workplace', 'studio', 2],
  ])('fills %s in workplace %p, newest first, in categories of the deployment, with pictures', async (...place) => {
    const [community, workplace, count] = place;
    const steward = await signIn('steward', community, workplace);
    const ads = await adsOf(steward);
    expect(ads.length).toBe(count);
    expect(ads.map(({ created }) => created)).toEqual(
      ads
        .map(({ created }) => created)
        .sort()
        .reverse(),
    );
    const known = services
      .get(Communities)
      .find(community)!
      .flags.classifieds_tab.categories.map(({ key }) => key);
    expect(ads.filter(({ category }) => !known.includes(category.key))).toEqual([]);
    for (const { image_urls } of ads.slice(0, 3))
      for (const address of image_urls) {
        const reply = await services.request('GET', address, { headers: { host: `${community}.localhost` } });
        expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
      }
  });

  it('has new ads, an expired one of its owner alone, and every category in use', async () => {
    const [driver, steward] = [await signIn('driver', 'motorsport'), await signIn('steward', 'motorsport')];
    expect((await adsOf(steward)).filter((ad) => ad.new).length).toBe(2);
    expect((await adsOf(driver, true)).map(({ title, expired }) => [title, expired])).toEqual([
      ['Two headsets and radio', false],
      ['Pit board, complete', true],
    ]);
    const { categories } = (await services.call(readClassifiedCategories, {}, { as: steward })).body;
    expect(categories.filter(({ count }) => count === 0)).toEqual([]);
  });
});

describe(demoRooms, () => {
  it.each([
    ['motorsport', '', 6],
    ['workplace', 'hq', 4],
    ['workplace', 'porto', 1],
    ['workplace', 'studio', 1],
  ])('fills %s in workplace %p with %p rooms, each with a picture and bookings within its day', async (...place) => {
    const [community, workplace, count] = place;
    const steward = await signIn('steward', community, workplace);
    const { rooms } = (await services.call(readRooms, {}, { as: steward })).body;
    expect(rooms).toHaveLength(count);
    for (const { id, image_urls } of rooms) {
      const { status } = await services.request('GET', image_urls[0]!, { headers: { host: `${community}.localhost` } });
      expect(status).toBe(200);
      const { room, slots, users } = (await services.call(readRoom, { id }, { as: steward })).body;
      const inSlots = new Set(slots.flatMap(({ booking }) => booking ?? []));
      expect(room.bookings.map((booking) => booking.id).filter((booking) => !inSlots.has(booking))).toEqual([]);
      expect(room.bookings.every(({ user }) => users.some((card) => card.id === user))).toBe(true);
    }
    expect(rooms.some((room) => room.admin_confirmation_required) || community === 'workplace').toBe(true);
  });

  it('gives the demo sign-ins bookings of their own, and workplace a room in another zone', async () => {
    for (const [community, workplace] of [
      ['motorsport', ''],
      ['workplace', 'hq'],
    ] as const) {
      const { rooms, bookings } = (
        await services.call(readRooms, {}, { as: await signIn('driver', community, workplace) })
      ).body;
      expect(bookings.length).toBeGreaterThan(0);
      if (community === 'workplace') expect(new Set(rooms.map((room) => room.time_zone)).size).toBe(2);
    }
  });
});

/** What a status board says of a due, counted row by row. */
async function counted(as: TestMember, id: string) {
  const sums = { members: 0, paid: 0, processing: 0, paid_amount: 0, refunded_amount: 0 };
  let after: string | undefined;
  do {
    const input = { id, count: 200, ...(after !== undefined && { after }) };
    const { body } = await services.call(readDueMembers, input, { as });
    for (const { state, paid_amount, refunded_amount } of body.members) {
      sums.members += 1;
      sums.paid += Number(state === 'paid');
      sums.paid_amount += paid_amount;
      sums.refunded_amount += refunded_amount;
    }
    after = body.next;
  } while (after !== undefined);
  return sums;
}

describe(demoDues, () => {
  it.each([
    ['motorsport', '', 4],
    ['workplace', 'hq', 4],
    ['workplace', 'porto', 1],
    ['workplace', 'studio', 1],
  ])('fills %s in workplace %p with %i dues, whose sums are those of their members', async (...place) => {
    const [community, workplace, count] = place;
    const admin = await signIn('super', community, workplace);
    const { dues } = (await services.call(readDues, {}, { as: admin })).body;
    expect(dues).toHaveLength(count);
    for (const { id, totals } of dues) expect(await counted(admin, id)).toEqual(totals);
  });

  it.each([
    ['motorsport', ''],
    ['workplace', 'hq'],
  ])('has dues in every state in %s, for a driver who owes some', async (community, workplace) => {
    const admin = await signIn('super', community, workplace);
    const driver = await signIn('driver', community, workplace);
    const { dues, open } = (await services.call(readDues, {}, { as: driver })).body;
    expect(open.length).toBeGreaterThan(0);
    expect(new Set(dues.map(({ own }) => own?.state))).toEqual(new Set(['open', 'paid']));
    const all = (await services.call(readDues, {}, { as: admin })).body.dues;
    const boards = await Promise.all(
      all.map(({ id }) => services.call(readDueMembers, { id, count: 200 }, { as: admin })),
    );
    const members = boards.flatMap(({ body }) => body.members);
    expect(new Set(members.map(({ state }) => state))).toEqual(new Set(['open', 'paid', 'refunded']));
    expect(new Set(members.map(({ method }) => method))).toEqual(new Set([undefined, 'card', 'manual']));
    expect(members.some(({ state, refunded_amount }) => state === 'paid' && refunded_amount > 0)).toBe(true);
  });

  it.each(['motorsport', 'workplace'])('has a balanced ledger in %s', async (community) => {
    const balance = await services.get(Ledger).balance(tenantOf(community));
    const sums = new Map<string, number>();
    for (const [account, sum] of balance) {
      const currency = account.split(' ').at(-1)!;
      sums.set(currency, (sums.get(currency) ?? 0) + sum);
    }
    expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
  });

  it('has payments by card that can be refunded, with receipts', async () => {
    const [admin, driver] = [await signIn('super', 'motorsport'), await signIn('driver', 'motorsport')];
    const { dues } = (await services.call(readDues, {}, { as: driver })).body;
    const { id } = dues.find(({ own }) => own?.state === 'paid')!;
    expect((await services.call(readReceipt, { id }, { as: driver })).body.name).toMatch(/^Receipt \d{6}\.pdf$/);
    const order = { id, client_id: randomUUID(), user: driver.id, reason: 'The other key came back' };
    const { body } = await services.call(refundDue, order, { as: admin });
    expect(body.member).toMatchObject({ state: 'refunded', refunded_amount: 5000 });
  });
});
