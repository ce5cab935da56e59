import {
  createEvent,
  deleteEvent,
  type PaddockEvent,
  readEvent,
  readEvents,
  updateEvent,
} from '@paddock/contract/calls/events';
import type { CallInput } from '@paddock/contract/core/call';
import type { RecurrenceScope } from '@paddock/contract/core/recurrence';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { createEventAs } from './events-scenario.js';
import type { TestMember, TestServices } from './start-test-services.js';

export const zone = 'Europe/Brussels';

/** 18:00 in Brussels, some days from today; winter or summer time as the day has it. */
export function evening(days: number): string {
  const date = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const utc = new Date(`${date}T18:00:00Z`);
  const hours = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(utc),
  );
  return new Date(+utc - (hours - 18) * hourMs).toISOString();
}
export const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
export const wall = ({ when }: { when: string }) => local.format(new Date(when));
export const ids = (events: readonly PaddockEvent[]) => events.map(({ id }) => id);

type Fields = Partial<CallInput<typeof createEvent>>;
let made = 0;

/** Recurring events over the API, by default those of one member. */
export class RecurringScenario {
  constructor(
    private readonly services: TestServices,
    private readonly owner: TestMember,
  ) {}

  /** A recurring event with a title of its own. */
  async repeating(recurrence: string, fields: Fields = {}, as = this.owner) {
    const title = fields.title ?? `Training ${(made += 1)}`;
    const when = fields.when ?? evening(7);
    const times = { when, end: later(String(when), 2 * hourMs), time_zone: zone };
    const { status, body } = await createEventAs(this.services, as, { title, ...times, recurrence, ...fields });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { title, first: body };
  }

  async copiesOf(title: string, as = this.owner): Promise<PaddockEvent[]> {
    return (await this.list(as)).events.filter((event) => event.title === title);
  }

  async list(as: TestMember) {
    const [from, to] = [new Date(Date.now() - 40 * dayMs), new Date(Date.now() + 500 * dayMs)];
    const span = { from: from.toISOString(), to: to.toISOString() };
    return (await this.services.call(readEvents, span, { as })).body;
  }

  update(as: TestMember, id: string, fields: Omit<CallInput<typeof updateEvent>, 'id'>) {
    return this.services.call(updateEvent, { id, ...fields }, { as });
  }

  remove(as: TestMember, id: string, scope: RecurrenceScope) {
    return this.services.call(deleteEvent, { id, scope }, { as });
  }

  async read(id: string, as = this.owner) {
    return (await this.services.call(readEvent, { id }, { as })).body;
  }
}
