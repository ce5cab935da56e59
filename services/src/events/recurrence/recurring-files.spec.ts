import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readEvent, readEvents } from '@paddock/contract/calls/events';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { RecurringScenario } from '../../../test/recurring-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { FilesService } from '../../community/files/files.service.js';
import { EventRepository } from '../storage/event.repository.js';
import { RecurringEvents } from './recurring-events.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
  });
});
afterAll(() => services.close());

async function picture(of: TestMember): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f9488' } })
    .png()
    .toBuffer();
  const file = { filename: 'pier.png', stream: Readable.from([png]) };
  return (await services.get(FilesService).upload({ tenant: tenantOfMember(of), user: of.row }, undefined, file)).path;
}

it('copies share their files, which stay as long as one copy shows them', async () => {
  const [ann, bob] = [await services.member(), await services.member()];
  const scenario = new RecurringScenario(services, ann);
  const group = await services.group(ann, [bob]);
  const [one, other] = [await picture(ann), await picture(ann)];
  const { title } = await scenario.repeating('FREQ=DAILY;COUNT=4', { image_urls: [one], group: group._id });
  const copies = await scenario.copiesOf(title);
  const address = async (id: string, as: TestMember) =>
    (await services.call(readEvent, { id }, { as })).body.event.image_urls[0]!;
  const open = async (url: string) =>
    (await services.request('GET', url, { headers: { host: 'motorsport.localhost' } })).status;
  const shared = await address(copies[3]!.id, bob);
  expect(await open(shared)).toBe(200);

  // Another picture for the rest, and none for one copy: the first one stays for the others.
  await scenario.update(ann, copies[2]!.id, { image_urls: [other], scope: 'following' });
  await scenario.update(ann, copies[1]!.id, { image_urls: [] });
  expect(await open(await address(copies[3]!.id, bob))).toBe(200);
  expect(await open(shared)).toBe(200);
  expect((await address(copies[0]!.id, bob)).split('?')[0]).toBe(shared.split('?')[0]);
  await scenario.remove(ann, copies[0]!.id, 'one');
  expect(await open(shared)).toBe(404);
  const left = await address(copies[2]!.id, bob);
  await scenario.remove(ann, copies[2]!.id, 'all');
  expect(await open(left)).toBe(404);
});

it('an event that repeats no more keeps the files of its copies, also when it repeats again', async () => {
  const [ann, bob] = [await services.member(), await services.member()];
  const scenario = new RecurringScenario(services, ann);
  const group = await services.group(ann, [bob]);
  const own = { image_urls: [await picture(ann)], group: group._id };
  const { title } = await scenario.repeating('FREQ=DAILY;COUNT=4', own);
  const [, second] = await scenario.copiesOf(title);
  const status = async (id: string) => {
    const { event } = (await services.call(readEvent, { id }, { as: bob })).body;
    return (await services.request('GET', event.image_urls[0]!, { headers: { host: 'motorsport.localhost' } })).status;
  };
  const ends = { remove_fields: ['recurrence' as const], scope: 'all' as const };
  expect((await scenario.update(ann, second!.id, ends)).status).toBe(200);
  expect(await scenario.copiesOf(title)).toHaveLength(1);
  expect(await status(second!.id)).toBe(200);

  expect((await scenario.update(ann, second!.id, { recurrence: 'FREQ=DAILY;COUNT=3' })).status).toBe(200);
  const again = await scenario.copiesOf(title);
  expect(again).toHaveLength(3);
  expect(await status(again[2]!.id)).toBe(200);
});

it("a copy's own picture that all copies take stays when that copy is deleted", async () => {
  const [ann, bob] = [await services.member(), await services.member()];
  const scenario = new RecurringScenario(services, ann);
  const group = await services.group(ann, [bob]);
  const { title } = await scenario.repeating('FREQ=DAILY;COUNT=3', { group: group._id });
  const [first, second] = await scenario.copiesOf(title);
  await scenario.update(ann, second!.id, { image_urls: [await picture(ann)] });
  // The form repeats the address that it was opened with.
  const [own] = (await scenario.read(second!.id)).event.image_urls;
  const both = { image_urls: [own!, await picture(ann)], scope: 'all' as const };
  expect((await scenario.update(ann, second!.id, both)).status).toBe(200);
  expect((await scenario.remove(ann, second!.id, 'one')).status).toBe(200);
  const shown = (await scenario.read(first!.id, bob)).event.image_urls;
  expect(shown).toHaveLength(2);
  for (const url of shown)
    expect((await services.request('GET', url, { headers: { host: 'motorsport.localhost' } })).status).toBe(200);
});

it('a rule without copies at the moment keeps its files for those to come', async () => {
  const [ann, bob] = [await services.member(), await services.member()];
  const scenario = new RecurringScenario(services, ann);
  const { title } = await scenario.repeating('FREQ=YEARLY', { image_urls: [await picture(ann)] });
  for (const { id } of await scenario.copiesOf(title)) await scenario.remove(ann, id, 'one');
  expect(await scenario.copiesOf(title)).toEqual([]);
  await services.get(RecurringEvents).extendDue(new Date(Date.now() + 800 * dayMs));
  const [from, to] = [400, 1200].map((days) => new Date(Date.now() + days * dayMs).toISOString());
  const { events } = (await services.call(readEvents, { from, to }, { as: bob })).body;
  const [url] = events.find((event) => event.title === title)!.image_urls;
  expect((await services.request('GET', url!, { headers: { host: 'motorsport.localhost' } })).status).toBe(200);
});

it.each(['a group', 'invitations'])(
  'copies that are over keep their picture for the readers of before, by %s',
  async (by) => {
    const [ann, bob, cas] = [await services.member(), await services.member(), await services.member()];
    const scenario = new RecurringScenario(services, ann);
    const [former, next] = [await services.group(ann, [bob]), await services.group(ann, [cas])];
    const readers = (group: typeof former, member: TestMember) =>
      by === 'a group' ? { group: group._id } : { invitation_only: true, invited: [member.id] };
    const shown = { image_urls: [await picture(ann)], ...readers(former, bob) };
    const { title } = await scenario.repeating('FREQ=DAILY;COUNT=4', shown);
    const [first, second] = await scenario.copiesOf(title);
    const over = {
      when: new Date(Date.now() - 2 * dayMs),
      end: new Date(Date.now() - 2 * dayMs + hourMs),
    };
    await services.get(EventRepository).move(tenantOfMember(ann), [{ _id: first!.id, ...over }], {});
    const change = { ...readers(next, cas), scope: 'all' as const };
    expect((await scenario.update(ann, second!.id, change)).status).toBe(200);
    const status = async (id: string, as: TestMember) => {
      const [url] = (await scenario.read(id, as)).event.image_urls;
      return (await services.request('GET', url!, { headers: { host: 'motorsport.localhost' } })).status;
    };
    expect(await status(first!.id, bob)).toBe(200);
    expect(await status(second!.id, cas)).toBe(200);
    // Other pictures of the copies to come are not for them.
    const newer = { image_urls: [await picture(ann)], scope: 'all' as const };
    expect((await scenario.update(ann, second!.id, newer)).status).toBe(200);
    const { images } = (await services.get(EventRepository).byId(tenantOfMember(ann), second!.id))!;
    const read = (as: TestMember) =>
      services.get(FilesService).read({ tenant: tenantOfMember(as), user: as.row }, images[0]!);
    await expect(read(bob)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect((await read(cas)).path).toBeTruthy();
    expect(await status(first!.id, bob)).toBe(200);
  },
);
