import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEvent } from '@paddock/contract/calls/events';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { storeEvents } from '../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { FilesService } from '../community/files/files.service.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { newId } from '../infrastructure/mongo/row.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

/** Adds an event with a picture; without a group it is visible to all. */
async function eventOf(organiser: TestMember, group?: string): Promise<string> {
  const tenant = tenantOfMember(organiser);
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f9488' } })
    .png()
    .toBuffer();
  const files = services.get(FilesService);
  const file = { filename: 'pier.png', stream: Readable.from([png]) };
  const { path } = await files.upload({ tenant, user: organiser.row }, undefined, file);
  const _id = newId();
  const images = await files.attach(tenant, organiser.id, [path], { kind: 'event', id: _id });
  const place = { where: 'Pier', time_zone: 'Europe/Amsterdam', color: '#0f9488', desc: '' };
  const event = { _id, title: 'River day', when: new Date(), ...place, images, synced: false, ...(group && { group }) };
  await storeEvents(services, organiser, [event]);
  return _id;
}
const read = (as: TestMember, id: string) => services.call(readEvent, { id }, { as });
const open = async (address: string) => {
  const { status } = await services.request('GET', address, { headers: { host: 'motorsport.localhost' } });
  return status;
};

describe('pictures of events', () => {
  it('shows the pictures of an event without a group to all members', async () => {
    const id = await eventOf(await services.member());
    const [address] = (await read(await services.member(), id)).body.event.image_urls;
    expect(await open(address!)).toBe(200);
  });

  it('shows the pictures of a group’s event to the group’s members until they leave', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const group = (await services.group(ann, [bob], { invisible: true }))._id;
    const id = await eventOf(ann, group);
    const [address] = (await read(bob, id)).body.event.image_urls;
    expect(await open(address!)).toBe(200);
    expect((await read(eve, id)).body.code).toBe('EVENT_NOT_FOUND');
    await services.get(MembershipRepository).leave(tenantOfMember(ann), group, bob.id);
    expect(await open(address!)).toBe(404);
  });
});
