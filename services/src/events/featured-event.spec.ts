import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readHome } from '@paddock/contract/calls/home';
import { createItem } from '@paddock/contract/calls/items';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { storedEvent } from '../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { EventRepository } from './storage/event.repository.js';
import type { NewEvent } from './storage/event-rows.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'events,home,items' });
  // Each test has its own workplace and so its own events.
  await services.configure('motorsport', (file) => {
    file.tabs = ['home', 'chats', 'events'];
    file.modules = { 'mfe-events': 'stable', 'mfe-content': 'stable' };
    file.workplaces = Array.from({ length: 20 }, (_, at) => ({ id: `place-${at}`, title: `Place ${at}` }));
    file.flags.workplaces_enabled = true;
  });
});
afterAll(() => services.close());

let used = 0;
const memberElsewhere = (fields: Parameters<TestServices['member']>[0] = {}) =>
  services.member({ workplace: `place-${used++}`, ...fields });

const from = (distance: number) => new Date(Date.now() + distance);

/** Adds an event in the member's workplace. */
const add = (where: TestMember, title: string, fields: Partial<NewEvent> & { when: Date }) =>
  storedEvent(services, where, { title, ...fields });

const home = (as: TestMember) => services.call(readHome, {}, { as });
const featuredFor = async (as: TestMember) => (await home(as)).body.event?.title;

describe('the featured event', () => {
  it.each([
    ['begins in an hour', { when: hourMs }, true],
    ['begins within 60 days', { when: 60 * dayMs - hourMs }, true],
    ['begins later than that', { when: 60 * dayMs + hourMs }, false],
    ['began long ago and ends today', { when: -90 * dayMs, end: hourMs }, true],
    ['is on and ends long after', { when: -hourMs, end: 90 * dayMs }, true],
    ['ended a minute ago', { when: -hourMs, end: -hourMs / 60 }, false],
    ['without an end is on for its hour', { when: -59 * (hourMs / 60) }, true],
    ['without an end is over after it', { when: -61 * (hourMs / 60) }, false],
    ['takes this whole day', { when: 0, end: 0 }, true],
    ['took the whole day before', { when: -25 * hourMs, end: -25 * hourMs }, false],
  ])('an event that %s', async (_, span: { when: number; end?: number }, featured) => {
    const ann = await memberElsewhere();
    const end = span.end === undefined ? {} : { end: from(span.end) };
    const when = from(span.when);
    await add(ann, 'Race', { when, ...('end' in end && span.end === span.when ? { end: when } : end) });
    expect(await featuredFor(ann)).toBe(featured ? 'Race' : undefined);
  });

  it('is the current event that started last, before any upcoming one', async () => {
    const ann = await memberElsewhere();
    await add(ann, 'Weekend', { when: from(-dayMs), end: from(dayMs) });
    await add(ann, 'Qualifying', { when: from(-hourMs), end: from(hourMs) });
    await add(ann, 'Supper', { when: from(2 * hourMs) });
    expect(await featuredFor(ann)).toBe('Qualifying');
  });

  it('is the chosen one until that is over', async () => {
    const admin = await memberElsewhere({ admin: true });
    const chosen = await add(admin, 'Finale', { when: from(10 * dayMs) });
    await add(admin, 'Qualifying', { when: from(dayMs) });
    const item = { client_id: randomUUID(), type: 'home' as const, description: 'Welcome', event: chosen };
    expect((await services.call(createItem, item, { as: admin })).status).toBe(200);
    expect(await featuredFor(admin)).toBe('Finale');
    await services
      .get(EventRepository)
      .move(tenantOfMember(admin), [{ _id: chosen, when: from(-3 * hourMs), end: from(-hourMs) }], {});
    expect(await featuredFor(admin)).toBe('Qualifying');
  });

  it('is the next event when none is current', async () => {
    const ann = await memberElsewhere();
    await add(ann, 'Race', { when: from(2 * dayMs) });
    await add(ann, 'Qualifying', { when: from(dayMs) });
    await add(ann, 'Over', { when: from(-dayMs) });
    expect(await featuredFor(ann)).toBe('Qualifying');
  });

  it('is never an event of a group that the member cannot see, however many there are', async () => {
    const owner = await memberElsewhere();
    const outsider = await services.member({ workplace: owner.workplace });
    const group = await services.group(owner, [], { invisible: true });
    for (let at = 0; at < 60; at++) await add(owner, 'Secret', { when: from(hourMs + at), group: group._id });
    expect(await featuredFor(owner)).toBe('Secret');
    expect(await featuredFor(outsider)).toBeUndefined();
    await add(owner, 'Open', { when: from(2 * hourMs) });
    expect(await featuredFor(outsider)).toBe('Open');
  });

  it('is never an event of another workplace', async () => {
    const ann = await memberElsewhere();
    await add(ann, 'Here', { when: from(hourMs) });
    expect(await featuredFor(await memberElsewhere())).toBeUndefined();
  });

  it('is absent where events are not deployed', async () => {
    const ann = await memberElsewhere();
    await add(ann, 'Race', { when: from(hourMs) });
    await services.configure('motorsport', (file) => (file.tabs = ['home', 'chats']));
    expect((await home(ann)).body).not.toHaveProperty('event');
    await services.configure('motorsport', (file) => (file.tabs = ['home', 'chats', 'events']));
    expect(await featuredFor(ann)).toBe('Race');
  });
});
