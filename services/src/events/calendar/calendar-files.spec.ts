import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { type CommandStartedEvent, MongoNetworkError } from 'mongodb';
import { eventOf } from '../../../test/events-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { calendarLimits } from '../../infrastructure/rate-limits/limits.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { CalendarAddress } from './calendar-address.js';
import { CalendarFeed } from './calendar-feed.js';
import { CalendarFiles } from './calendar-files.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices();
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const pathOf = async (as: TestMember) =>
  new URL((await services.call(readCalendarAddress, {}, { as })).body.address).pathname;
const open = (path: string) => services.request('GET', path);
const statusOf = async (path: string) => (await open(path)).status;

/** How many queries of events `work` makes. */
async function eventQueries(work: () => Promise<unknown>): Promise<number> {
  const client = services.get(Mongo).connection.getClient();
  let count = 0;
  const started = ({ command }: CommandStartedEvent) => {
    if (command['find'] === 'events') count++;
  };
  client.on('commandStarted', started);
  await work().finally(() => client.off('commandStarted', started));
  return count;
}

describe(CalendarFiles, () => {
  it('reads the events once for requests of a member at the same time', async () => {
    await eventOf(services, admin, { title: 'Briefing' });
    const paths = [await pathOf(await services.member()), await pathOf(await services.member())];
    const once = await eventQueries(() => open(paths[0]!));
    const times = 12;
    const texts = new Set<string>();
    const together = await eventQueries(async () => {
      const replies = await Promise.all(Array.from({ length: times }, () => open(paths[1]!)));
      for (const { text } of replies) texts.add(text);
    });
    expect(once).toBeGreaterThan(0);
    expect(together).toBeLessThan((once * times) / 2);
    expect([...texts].join('')).toContain('SUMMARY:Briefing');
  });

  it('refuses a member’s reads over the limit, and counts false tokens by address alone', async () => {
    const [ann, bob] = [await pathOf(await services.member()), await pathOf(await services.member())];
    for (let count = 0; count < calendarLimits.member.points; count++) expect(await statusOf(ann)).toBe(200);
    const { status, headers, text } = await open(ann);
    expect([status, JSON.parse(text)]).toMatchObject([429, { code: 'TOO_MANY_REQUESTS' }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf(bob)).toBe(200);
    for (let count = 0; count < calendarLimits.address.points; count++) expect(await statusOf(`${ann}x`)).toBe(404);
    expect(await statusOf(`${ann}x`)).toBe(429);
  });

  it('counts no reads that failed for another reason than their token', async () => {
    const failure = new MongoNetworkError('connection closed');
    const limits = services.get(RateLimits);
    const away = Object.assign(Object.create(CalendarAddress.prototype) as CalendarAddress, {
      memberOf: () => Promise.reject(failure),
    });
    const files = new CalendarFiles(away, services.get(CalendarFeed), limits);
    const from = '192.0.2.7';
    for (let count = 0; count < calendarLimits.address.points; count++)
      await expect(files.file('motorsport', 'any', from)).rejects.toBe(failure);
    await limits.take('calendars.address', calendarLimits.address, 'motorsport', from);
  });
});
