import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDues } from '@paddock/contract/calls/dues';
import { readEvent } from '@paddock/contract/calls/events';
import { readPeople, readProfile, searchPeople } from '@paddock/contract/calls/people';
import { readRooms } from '@paddock/contract/calls/rooms';
import { postShout, readComments } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../test/demo-reading.js';
import { releasedVersions, startReleasedData, type ReleasedData, type ReleasedRow } from '../test/released-data.js';
import { startTestServices, type TestServices } from '../test/start-test-services.js';
import { Mongo } from './infrastructure/mongo/mongo.js';

const root = new URL('../../', import.meta.url);
const community = 'motorsport';
/** What only members write: jobs that are due change other collections at each start. */
const written = ['users', 'memberships', 'likes', 'event_replies', 'items', 'sponsors', 'credentials', 'folder_items'];

const textOf = (row: ReleasedRow) => row['text'] as string;

const versions = await releasedVersions();

describe('the folder of released data', () => {
  it('has the version of package.json', async () => {
    const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { version: string };
    expect(versions).toContain(version);
  });
});

describe.each(versions)('data of %s', (version) => {
  let data: ReleasedData;
  let services: TestServices;
  beforeAll(async () => {
    data = await startReleasedData(version);
    services = await start();
  }, 120_000);
  afterAll(async () => {
    await services.close();
    await data.stop();
  });

  const start = () =>
    startTestServices({
      ...data.variables,
      DEPLOYMENTS_DIR: fileURLToPath(new URL('deployments', root)),
      RATE_LIMITS: 'off',
    });
  const { signIn, chatsOf, allShouts } = demoReading(() => services);
  const rowsOf = async (collection: string) =>
    (await data.rows(collection)).filter((row) => row['community'] === community);

  it('lists, shows and finds its members', async () => {
    const driver = await signIn('driver');
    const users = await rowsOf('users');
    const { total_users: total } = (await services.call(readPeople, {}, { as: driver })).body;
    expect(total).toBe(users.length);
    const [other] = users.filter(({ _id }) => _id !== driver.id);
    const name = String(other!['fullname']);
    expect((await services.call(readProfile, { id: other!._id }, { as: driver })).body).toMatchObject({
      id: other!._id,
      fullname: name,
    });
    const found = await services.call(searchPeople, { query: name }, { as: driver });
    expect(found.body.results.map(({ id }) => id)).toContain(other!._id);
  });

  it('shows the chats, shouts and comments of a member', async () => {
    const driver = await signIn('driver');
    const shouts = await rowsOf('shouts');
    const heads = await rowsOf('conversations');
    const everybody = heads.find(({ kind, workplace }) => kind === 'everybody' && workplace === '')!;
    const expected = shouts.filter(({ thread }) => thread === everybody._id).map(textOf);
    const { shouts: shown } = await allShouts(driver, '0');
    expect(shown.map(({ shout }) => shout).sort()).toEqual(expected.sort());

    const groups = await rowsOf('memberships');
    const own = groups.filter(({ user }) => user === driver.id).map(({ group }) => group as string);
    const listed = (await chatsOf(driver, 'groups')).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(own));

    const commented = shown.find(({ id }) => shouts.some(({ thread }) => thread === id))!;
    const { comments } = (await services.call(readComments, { id: commented.id }, { as: driver })).body;
    expect(comments.map(({ shout }) => shout)).toEqual(
      shouts.filter(({ thread }) => thread === commented.id).map(textOf),
    );
  });

  it('shows its events with their attendance', async () => {
    const driver = await signIn('driver');
    const replies = await rowsOf('event_replies');
    const event = (await rowsOf('events')).find(
      ({ _id, group, invitation_only }) =>
        !group && !invitation_only && replies.some((reply) => reply['event'] === _id),
    )!;
    const { body } = await services.call(readEvent, { id: event._id }, { as: driver });
    const attending = replies.filter((row) => row['event'] === event._id && row['reply'] === 'attending').length;
    expect(body).toMatchObject({ event: { title: event['title'], attendees_count: attending } });
  });

  it('shows its rooms and dues', async () => {
    const driver = await signIn('driver');
    const { rooms } = (await services.call(readRooms, {}, { as: driver })).body;
    const stored = (await rowsOf('rooms')).filter(({ workplace }) => workplace === '');
    expect(rooms).toHaveLength(stored.length);
    const chair = await signIn('super');
    const { dues } = (await services.call(readDues, {}, { as: chair })).body;
    expect(dues).toHaveLength((await rowsOf('dues')).length);
  });

  it('is changed no more by a second start, and takes new shouts', async () => {
    const contents = () => Promise.all(written.map((name) => rowsIn(services, name)));
    // Conversions run in the background.
    while ((await rowsIn(services, 'conversions')).some(({ done }) => done !== true)) await wait(20);
    const before = await contents();
    await services.close();
    services = await start();
    expect(await contents()).toEqual(before);
    const driver = await signIn('driver');
    const input = { group: '0', shout: 'Back on track', client_id: randomUUID() };
    expect((await services.call(postShout, input, { as: driver })).status).toBe(200);
  });
});

const rowsIn = (services: TestServices, name: string) =>
  services.get(Mongo).connection.collection(name).find({}).sort({ _id: 1 }).toArray();
