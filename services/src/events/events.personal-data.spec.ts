import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { acceptOrganizing, eventOf } from '../../test/events-scenario.js';
import { RecurringScenario } from '../../test/recurring-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
  });
});
afterAll(() => services.close());

interface Exported {
  id: string;
  title: string;
  where: string;
  recurrence?: string;
}
async function exportOf(as: TestMember) {
  const data = await services.get(ExtensionPoints).all('export').get('events')!(tenantOfMember(as), as.row);
  return data as unknown as Record<'events' | 'organised' | 'asked_to_organise', Exported[]>;
}

it('the export lists a rule once, and of its copies those that differ', async () => {
  const [ann, bob] = [await services.member(), await services.member()];
  const scenario = new RecurringScenario(services, ann);
  const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=5', { where: 'Hall' });
  const single = await eventOf(services, ann, { title: 'Single' });
  const listed = async () => (await exportOf(ann)).events.map((event) => [event.title, event.where, event.recurrence]);
  const [rule, alone] = [
    [title, 'Hall', 'FREQ=WEEKLY;COUNT=5'],
    [single.title, '', undefined],
  ];
  expect(await listed()).toEqual([rule, alone]);

  const [, second, third] = await scenario.copiesOf(title);
  await scenario.update(ann, second!.id, { where: 'Pit 3' });
  await scenario.update(ann, third!.id, { organizer: bob.id });
  expect((await exportOf(bob)).asked_to_organise.map(({ id }) => id)).toEqual([third!.id]);
  await acceptOrganizing(services, bob, third!.id);
  const after = await listed();
  expect(after).toHaveLength(4);
  expect(after).toEqual(expect.arrayContaining([rule, alone, [title, 'Pit 3', undefined], [title, 'Hall', undefined]]));
  const ofBob = await exportOf(bob);
  expect([ofBob.events, ofBob.asked_to_organise, ofBob.organised.map(({ id }) => id)]).toEqual([[], [], [third!.id]]);
});
