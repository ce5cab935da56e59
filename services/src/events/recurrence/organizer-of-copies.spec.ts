import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import { dayMs } from '@paddock/contract/core/durations';
import { acceptOrganizing } from '../../../test/events-scenario.js';
import { RecurringScenario } from '../../../test/recurring-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { RecurringEvents } from './recurring-events.js';

let services: TestServices;
let scenario: RecurringScenario;
let ann: TestMember;
let bob: TestMember;
let eve: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
  });
  [ann, bob, eve] = await Promise.all([services.member(), services.member(), services.member()]);
  scenario = new RecurringScenario(services, ann);
});
afterAll(() => services.close());

const answer = (as: TestMember, id: string, accept: boolean) => services.call(answerOrganizing, { id, accept }, { as });
const nameOf = (id: string | undefined) => (id === bob.id ? 'bob' : id === eve.id ? 'eve' : id === ann.id ? 'ann' : '');
/** Of each copy the organizer, with the asked member behind a question mark. */
const organizing = async (title: string) => {
  const copies = await scenario.copiesOf(title);
  return Promise.all(
    copies.map(async ({ id, organizer }) => {
      const { asked_organizer: asked } = await scenario.read(id);
      return `${nameOf(organizer?.id)}${asked ? `?${nameOf(asked.id)}` : ''}`;
    }),
  );
};
const repeating = async (fields = {}) => {
  const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=4', fields);
  return { title, ids: (await scenario.copiesOf(title)).map(({ id }) => id) };
};

it('asks for all copies and is answered for all, whichever of them is open', async () => {
  const { title, ids } = await repeating({ organizer: bob.id });
  expect(await organizing(title)).toEqual(['?bob', '?bob', '?bob', '?bob']);
  expect((await scenario.update(bob, ids[0]!, { desc: 'Mine', scope: 'all' })).body.code).toBe('FORBIDDEN');
  await acceptOrganizing(services, bob, ids[2]!);
  expect(await organizing(title)).toEqual(['bob', 'bob', 'bob', 'bob']);
  expect((await scenario.update(bob, ids[0]!, { desc: 'Mine', scope: 'all' })).status).toBe(200);
  expect((await scenario.read(ids[3]!, bob)).manages_all).toBe(true);
  await scenario.update(ann, ids[1]!, { organizer: eve.id, scope: 'all' });
  expect(await organizing(title)).toEqual(['bob?eve', 'bob?eve', 'bob?eve', 'bob?eve']);
  await answer(eve, ids[0]!, false);
  expect(await organizing(title)).toEqual(['bob', 'bob', 'bob', 'bob']);
  expect((await answer(eve, ids[1]!, true)).body.code).toBe('FORBIDDEN');
});

it('asks for one copy and is answered for it alone', async () => {
  const { title, ids } = await repeating();
  await scenario.update(ann, ids[1]!, { organizer: bob.id });
  expect(await organizing(title)).toEqual(['', '?bob', '', '']);
  expect((await answer(bob, ids[0]!, true)).body.code).toBe('FORBIDDEN');
  await acceptOrganizing(services, bob, ids[1]!);
  expect(await organizing(title)).toEqual(['', 'bob', '', '']);
  // A copy with its own organizer takes neither another one nor a request from the others.
  await scenario.update(ann, ids[0]!, { organizer: eve.id, scope: 'all' });
  expect(await organizing(title)).toEqual(['?eve', 'bob', '?eve', '?eve']);
  await acceptOrganizing(services, eve, ids[3]!);
  expect(await organizing(title)).toEqual(['eve', 'bob', 'eve', 'eve']);
});

it('keeps the request of one copy when another member is asked for all', async () => {
  const { title, ids } = await repeating({ organizer: bob.id });
  await scenario.update(ann, ids[1]!, { organizer: eve.id });
  expect(await organizing(title)).toEqual(['?bob', '?eve', '?bob', '?bob']);
  await answer(eve, ids[1]!, false);
  expect(await organizing(title)).toEqual(['?bob', '', '?bob', '?bob']);
  await acceptOrganizing(services, bob, ids[0]!);
  expect(await organizing(title)).toEqual(['bob', '', 'bob', 'bob']);
});

it('asks for this and the following copies: the earlier ones keep theirs', async () => {
  const { title, ids } = await repeating({ organizer: bob.id });
  await scenario.update(ann, ids[2]!, { organizer: eve.id, scope: 'following' });
  expect(await organizing(title)).toEqual(['?bob', '?bob', '?eve', '?eve']);
  await acceptOrganizing(services, eve, ids[3]!);
  await answer(bob, ids[0]!, false);
  expect(await organizing(title)).toEqual(['', '', 'eve', 'eve']);
});

it('reaches copies that are added later, before and after the answer', async () => {
  const { title } = await scenario.repeating('FREQ=WEEKLY', { organizer: bob.id });
  const count = async () => (await scenario.copiesOf(title)).length;
  const [first, before] = [(await scenario.copiesOf(title))[0]!.id, await count()];
  const extend = (weeks: number) => services.get(RecurringEvents).extendDue(new Date(Date.now() + weeks * 7 * dayMs));
  await extend(2);
  expect(await count()).toBeGreaterThan(before);
  expect(new Set(await organizing(title))).toEqual(new Set(['?bob']));
  await acceptOrganizing(services, bob, first);
  await extend(4);
  expect(new Set(await organizing(title))).toEqual(new Set(['bob']));
});

it('stays with the one event that is left of a series', async () => {
  const { title, ids } = await repeating({ organizer: bob.id });
  await scenario.update(ann, ids[0]!, { remove_fields: ['recurrence'], scope: 'all' });
  expect(await organizing(title)).toEqual(['?bob']);
  await acceptOrganizing(services, bob, ids[0]!);
  expect(await organizing(title)).toEqual(['bob']);
});
