import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { updateEvent } from '@paddock/contract/calls/events';
import { deleteGroup } from '@paddock/contract/calls/groups';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { eventOf } from '../../../test/events-scenario.js';
import { startTestServices, tenantOfMember, type TestServices } from '../../../test/start-test-services.js';
import { FilesService } from '../../community/files/files.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { EventRepository } from '../storage/event.repository.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { GroupErasure } from './group-erasure.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,events', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['rsvp'] = true;
  });
});
afterAll(() => services.close());

it(`${GroupErasure.name} erases a deleted group's events and no others`, async () => {
  const admin = await services.member({ admin: true });
  const owner = await services.member();
  const { _id: group } = await services.group(owner);
  const once = await eventOf(services, admin, { group });
  await eventOf(services, admin, { group, recurrence: 'FREQ=DAILY' });
  const open = await eventOf(services, admin);
  for (const { id } of [once, open]) await services.call(joinEvent, { id }, { as: owner });
  expect((await services.call(deleteGroup, { id: group }, { as: owner })).status).toBe(200);

  const tenant = tenantOfMember(admin);
  const left = async () => {
    const rows = await services.get(EventRepository).ofGroup(tenant, group, 1000);
    const replies = await services.get(ReplyRepository).everywhere(tenant, owner.id);
    const further = await services.get(RecurringEventRepository).due(tenant, new Date('9999-01-01'));
    return [
      rows.length,
      replies.flatMap(({ rows: all }) => all).length,
      further.flatMap(({ rows: all }) => all).length,
    ];
  };
  // The rows stay while the group could be restored.
  expect((await left())[0]).toBeGreaterThan(300);
  await services
    .get(Mongo)
    .transaction((session) => services.get(Outbox).add(session, { kind: 'GroupErased', tenant, group }));
  const end = Date.now() + 30_000;
  while ((await left())[0]! > 0 && Date.now() < end) await new Promise((go) => setTimeout(go, 100));
  expect(await left()).toEqual([0, 1, 0]);
});

it('keeps the files that copies outside the group show, and removes the others also after a failure', async () => {
  const admin = await services.member({ admin: true });
  const owner = await services.member();
  const { _id: group } = await services.group(owner);
  const tenant = tenantOfMember(admin);
  const picture = async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f9488' } })
      .png()
      .toBuffer();
    const file = { filename: 'pier.png', stream: Readable.from([png]) };
    return (await services.get(FilesService).upload({ tenant, user: admin.row }, undefined, file)).path;
  };
  const recurrence = 'FREQ=DAILY;COUNT=3';
  const shared = await eventOf(services, admin, { group, recurrence, image_urls: [await picture()] });
  const other = await eventOf(services, admin, { group, image_urls: [await picture()] });
  expect((await services.call(updateEvent, { id: shared.id, group: '0' }, { as: admin })).status).toBe(200);
  const files = services.get(FilesService);
  jest.spyOn(files, 'delete').mockRejectedValueOnce(new Error('The storage is away.'));
  await services
    .get(Mongo)
    .transaction((session) => services.get(Outbox).add(session, { kind: 'GroupErased', tenant, group }));
  const open = async (url: string) =>
    (await services.request('GET', url, { headers: { host: 'motorsport.localhost' } })).status;
  const rows = () => services.get(EventRepository).ofGroup(tenant, group, 10);
  const end = Date.now() + 30_000;
  while ((await rows()).length > 0 && Date.now() < end) await new Promise((go) => setTimeout(go, 100));
  expect(await rows()).toEqual([]);
  expect([await open(shared.image_urls[0]!), await open(other.image_urls[0]!)]).toEqual([200, 404]);
});
