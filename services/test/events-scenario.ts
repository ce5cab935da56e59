import { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import { createEvent, type PaddockEvent } from '@paddock/contract/calls/events';
import type { CallInput } from '@paddock/contract/core/call';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { EventRepository } from '../src/events/storage/event.repository.js';
import type { NewEvent } from '../src/events/storage/event-rows.js';
import { newId } from '../src/infrastructure/mongo/row.js';
import { tenantOfMember, type TestMember, type TestReply, type TestServices } from './start-test-services.js';

/** An instant relative to now, as text. */
export const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

type Input = CallInput<typeof createEvent>;

/** Creates an event over the API, by default one that starts in a day and lasts two hours. */
export function createEventAs(
  services: TestServices,
  as: TestMember,
  fields: Partial<Input> = {},
): Promise<TestReply<typeof createEvent>> {
  const times = { when: fromNow(dayMs), end: fromNow(26 * hourMs) };
  return services.call(createEvent, { client_id: randomUUID(), title: 'Briefing', ...times, ...fields }, { as });
}

/** An event that the API created; fails with the reply otherwise. */
export async function eventOf(
  services: TestServices,
  as: TestMember,
  fields: Partial<Input> = {},
): Promise<PaddockEvent> {
  const { status, body } = await createEventAs(services, as, fields);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** An event that another member organises, who was asked and accepted. */
export async function organizedEvent(
  services: TestServices,
  as: TestMember,
  organizer: TestMember,
  fields: Partial<Input> = {},
): Promise<PaddockEvent> {
  const { id } = await eventOf(services, as, { ...fields, organizer: organizer.id });
  return acceptOrganizing(services, organizer, id);
}

/** The asked member becomes the organizer of an event; fails with the reply otherwise. */
export async function acceptOrganizing(services: TestServices, as: TestMember, id: string): Promise<PaddockEvent> {
  const { status, body } = await services.call(answerOrganizing, { id, accept: true }, { as });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Stores an event directly, also one in the past; returns its id. */
export async function storedEvent(
  services: TestServices,
  where: TestMember,
  fields: Partial<NewEvent> & { when: Date },
): Promise<string> {
  const _id = newId();
  const place = { time_zone: 'Europe/Brussels', where: 'Spa', desc: '', color: '#d92d3a' };
  const event = { _id, title: 'Race', ...place, images: [], synced: false, ...fields };
  await storeEvents(services, where, [event]);
  return _id;
}

/** Stores events directly in the member's workplace. */
export function storeEvents(services: TestServices, where: TestMember, events: readonly NewEvent[]): Promise<void> {
  return services.get(EventRepository).addCopies(tenantOfMember(where), events, {});
}
