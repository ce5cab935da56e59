import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readAttendees } from '@paddock/contract/calls/event-attendance';
import { readEvent, readEvents } from '@paddock/contract/calls/events';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../../test/demo-reading.js';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';

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
