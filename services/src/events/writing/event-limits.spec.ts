import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { createEventAs, eventOf } from '../../../test/events-scenario.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
  });
});
afterAll(() => services.close());

const refused = [429, 'TOO_MANY_REQUESTS'];

it('a member creates 60 events an hour; the next one is refused and not stored, another member creates one', async () => {
  const [ann, bob] = [await services.member(), await services.member()];
  const statuses = [];
  for (let number = 1; number <= 60; number += 1)
    statuses.push((await createEventAs(services, ann, { title: `Of ann ${number}` })).status);
  expect(statuses).toEqual(Array(60).fill(200));
  const { status, body } = await createEventAs(services, ann, { title: 'Of ann 61' });
  expect([status, body.code]).toEqual(refused);
  expect((await createEventAs(services, bob)).status).toBe(200);
  const { events } = (await services.call(readEvents, {}, { as: ann })).body;
  expect(events.filter(({ title }) => title.startsWith('Of ann'))).toHaveLength(60);
  expect(events.some(({ title }) => title === 'Of ann 61')).toBe(false);
});

it('a member changes events 120 times an hour; the next change is refused and changes nothing', async () => {
  const ann = await services.member();
  const { id } = await eventOf(services, ann);
  const statuses = [];
  for (let number = 1; number <= 120; number += 1)
    statuses.push((await services.call(updateEvent, { id, title: `Change ${number}` }, { as: ann })).status);
  expect(statuses).toEqual(Array(120).fill(200));
  const { status, body } = await services.call(updateEvent, { id, title: 'Change 121' }, { as: ann });
  expect([status, body.code]).toEqual(refused);
  expect((await services.call(readEvent, { id }, { as: ann })).body.event.title).toBe('Change 120');
});
