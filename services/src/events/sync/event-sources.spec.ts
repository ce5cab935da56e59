import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addEventSource,
  deleteEventSource,
  readEventSources,
  refreshEventSource,
} from '@paddock/contract/calls/event-sources';
import { randomUUID } from 'node:crypto';
import { CalendarScenario, serveText } from '../../../test/calendar-scenario.js';
import { calendar } from '../../../test/calendars.js';
import type { TestMember, TestServices } from '../../../test/start-test-services.js';

let scenario: CalendarScenario;
let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  scenario = await CalendarScenario.start();
  ({ services, admin } = scenario);
});
afterAll(() => scenario.close());

describe('subscriptions', () => {
  it('are for admins of the workplace only', async () => {
    const member = await services.member();
    const id = await scenario.subscribe(calendar());
    for (const as of [member, undefined]) {
      const options = as ? { as } : {};
      const replies = [
        await services.call(readEventSources, {}, options),
        await services.call(addEventSource, { client_id: randomUUID(), url: `${scenario.origin}/no.ics` }, options),
        await services.call(refreshEventSource, { id }, options),
        await services.call(deleteEventSource, { id }, options),
      ];
      expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(as ? 403 : 401));
    }
    const elsewhere = await services.member({ community: 'workplace', workplace: 'hq', admin: true });
    expect((await services.call(refreshEventSource, { id }, { as: elsewhere })).status).toBe(404);
    expect((await services.call(deleteEventSource, { id }, { as: elsewhere })).status).toBe(404);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('take http(s) and webcal addresses, each once, a resend included, and at most 20', async () => {
    scenario.serve = serveText(calendar());
    const add = (url: string, client_id = randomUUID()) =>
      services.call(addEventSource, { client_id, url }, { as: admin });
    for (const url of [
      '',
      'ftp://a.example/x.ics',
      'javascript:alert(1)',
      'no address',
      `https://a.example/${'x'.repeat(2000)}`,
    ])
      expect([url, (await add(url)).status]).toEqual([url, 400]);
    const secret = await add('https://ann:pit-lane@a.example/x.ics');
    expect(secret).toMatchObject({ status: 400, body: { fields: { url: 'password_INVALID_PATTERN' } } });
    expect(JSON.stringify(secret.body)).not.toContain('pit-lane');
    expect((await add('webcal://calendar.invalid/a.ics')).body.url).toBe('https://calendar.invalid/a.ics');
    const client_id = randomUUID();
    const [first, again] = await Promise.all([
      add(`${scenario.origin}/a.ics`, client_id),
      add(`${scenario.origin}/a.ics`, client_id),
    ]);
    expect([first.status, again.body.id]).toEqual([200, first.body.id]);
    const twice = await add(`${scenario.origin}/a.ics`);
    expect([twice.status, twice.body.code]).toEqual([409, 'EVENT_SOURCE_EXISTS']);
    for (let n = 2; n < 20; n += 1) expect((await add(`${scenario.origin}/many-${n}.ics`)).status).toBe(200);
    const over = await add(`${scenario.origin}/over.ics`);
    expect([over.status, over.body.code]).toEqual([409, 'TOO_MANY_EVENT_SOURCES']);
  });
});
