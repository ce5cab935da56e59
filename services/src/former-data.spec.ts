import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login } from '@paddock/contract/calls/account';
import { readChat } from '@paddock/contract/calls/chats';
import { readDue } from '@paddock/contract/calls/dues';
import { readEvent } from '@paddock/contract/calls/events';
import { readProfile, searchPeople } from '@paddock/contract/calls/people';
import { readRoom } from '@paddock/contract/calls/rooms';
import { readComments, readShout } from '@paddock/contract/calls/shouts';
import { BSON } from 'mongodb';
import { startEmbeddedMongo, type EmbeddedMongo } from 'embedded-mongo';
import { formerReleases, unpackFormerData, type FormerData, type FormerRow } from '../test/former-data.js';
import { startTestServices, type TestMember, type TestServices } from '../test/start-test-services.js';
import { Conversions } from './community/search/conversions.js';
import { SessionService } from './community/sessions/session.service.js';
import { userKeys } from './community/users/user-keys.js';
import type { UserRow } from './community/users/user.schema.js';
import { Mongo } from './infrastructure/mongo/mongo.js';
import { tenantOf } from './infrastructure/tenancy/tenant.js';
import { searchTerms } from './shouts/storage/shout-text.js';

const timeout = 300_000;
/** Collections that record the running of processes and jobs; all others hold what members made. */
const runtime = [
  'departure_services',
  'job_runs',
  'outbox_positions',
  'outbox_processes',
  'process_reports',
  'sessions',
];
const atOnce = 20;

describe.each(await formerReleases())('data of release %s', (release) => {
  let data: FormerData;
  let database: EmbeddedMongo;
  let services: TestServices;

  async function start() {
    // Rows that have expired since the dump was made stay.
    database = await startEmbeddedMongo({ dataDir: data.dataDir, ttlSweepMs: timeout });
    services = await startTestServices({ MONGODB_URI: database.uri, MONGODB_DB: 'paddock', RATE_LIMITS: 'off' }, '');
    await services.get(Conversions).run();
  }
  async function stop() {
    await services.close();
    await database.stop();
  }
  beforeAll(async () => {
    data = await unpackFormerData(release);
    await start();
  }, timeout);
  afterAll(async () => {
    await stop();
    await data.remove();
  });

  const sessions = new Map<string, Promise<TestMember>>();
  const open = async (row: FormerRow): Promise<TestMember> => ({
    id: row._id,
    username: String(row['username']),
    community: row.community,
    workplace: '',
    token: await services.get(SessionService).open(tenantOf(row.community), row._id),
    row: undefined as never,
  });
  async function member(isMember: (row: FormerRow) => boolean): Promise<TestMember> {
    const row = (await data.rows('users')).find(isMember)!;
    if (!sessions.has(row._id)) sessions.set(row._id, open(row));
    return (await sessions.get(row._id))!;
  }
  const byId = (id: unknown) => member(({ _id }) => _id === id);
  const superAdmin = (community: string) => member((row) => row.community === community && row['username'] === 'super');

  /** Checks the rows of a collection, some at once; of a large one every n-th. */
  async function each(collection: string, check: (row: FormerRow) => Promise<void>, nth = 1): Promise<number> {
    const rows = (await data.rows(collection)).filter((_, index) => index % nth === 0);
    for (let from = 0; from < rows.length; from += atOnce)
      await Promise.all(rows.slice(from, from + atOnce).map(check));
    return rows.length;
  }

  it('signs in a member with the former password', async () => {
    for (const host of ['motorsport.localhost', 'workplace.localhost']) {
      const input = { username_or_email: 'driver', password: 'paddock-demo' };
      expect(await services.call(login, input, { host })).toMatchObject({ status: 200 });
    }
  });

  it('shows the profile of each member, and finds them by name', async () => {
    const count = await each(
      'users',
      async ({ _id, community, fullname, pending, workplaces: [workplace = ''] = [] }) => {
        if (pending) return;
        const as = await superAdmin(community);
        expect(await services.call(readProfile, { id: _id }, { as })).toMatchObject({
          status: 200,
          body: { fullname },
        });
        const { results } = (await services.call(searchPeople, { query: String(fullname) }, { as, workplace })).body;
        expect(results.map(({ id }) => id)).toContain(_id);
      },
    );
    expect(count).toBeGreaterThan(100);
  });

  it('shows each shout with its likes, and each comment below its shout', async () => {
    let comments = 0;
    const count = await each(
      'shouts',
      async ({ _id, workplace, author, text, likes_count, in_reply_to: parent, deleted }) => {
        if (deleted) return;
        const options = { as: await byId(author), workplace };
        const fields = { shout: text, likes_count };
        if (parent === undefined) {
          const { body } = await services.call(readShout, { id: _id }, options);
          expect(body.shout).toMatchObject(fields);
          return;
        }
        comments++;
        const { body } = await services.call(readComments, { id: String(parent) }, options);
        expect(body.comments).toContainEqual(expect.objectContaining({ id: _id, ...fields }));
      },
    );
    expect(count).toBeGreaterThan(300);
    expect(comments).toBeGreaterThan(50);
  });

  it('lists the chats of members of groups', async () => {
    const groups = new Map((await data.rows('conversations')).map((row) => [row._id, row]));
    const count = await each(
      'memberships',
      async ({ group, user, workplace }) => {
        const options = { as: await byId(user), workplace };
        const reply = await services.call(readChat, { id: String(group) }, options);
        expect(reply).toMatchObject({ status: 200, body: { title: groups.get(String(group))!['title'] } });
      },
      5,
    );
    expect(count).toBeGreaterThan(100);
  });

  it('shows events with their times and attendees', async () => {
    const count = await each(
      'events',
      async ({ _id, community, workplace, title, when, attending }) => {
        const as = await superAdmin(community);
        const { body } = await services.call(readEvent, { id: _id }, { as, workplace });
        expect(body.event).toMatchObject({ title, when: (when as Date).toISOString(), attendees_count: attending });
      },
      5,
    );
    expect(count).toBeGreaterThan(100);
  });

  it('shows each room and each due with what was paid', async () => {
    const rooms = await each('rooms', async ({ _id, community, workplace, title, capacity }) => {
      const { body } = await services.call(readRoom, { id: _id }, { as: await superAdmin(community), workplace });
      expect(body).toMatchObject({ room: { title, capacity } });
    });
    const dues = await each('dues', async ({ _id, community, workplace, title, amount, sums }) => {
      const { body } = await services.call(readDue, { id: _id }, { as: await superAdmin(community), workplace });
      expect(body.due).toMatchObject({
        title,
        amount,
        totals: { paid_amount: (sums as { paid_amount: number }).paid_amount },
      });
    });
    // Releases before 0.1.0 had neither.
    if (!release.startsWith('before')) expect([rooms, dues].every((count) => count > 5)).toBe(true);
  });

  it('has the search terms of the present rule', async () => {
    const db = services.get(Mongo).connection.db!;
    for (const { text, terms } of await db.collection<{ text: string; terms: string[] }>('shouts').find().toArray())
      expect(terms).toEqual(searchTerms(text));
    const users = await db.collection<UserRow>('users').find().toArray();
    for (const row of users) expect(row).toMatchObject(userKeys(row));
  });

  it(
    'is converted once: a second start changes no row and no index',
    async () => {
      await stop();
      await start();
      const before = await state();
      await stop();
      await start();
      expect(await state()).toEqual(before);
    },
    timeout,
  );

  /** Each row and each index outside of {@link runtime}. */
  async function state(): Promise<Record<string, string[]>> {
    const db = services.get(Mongo).connection.db!;
    const names = (await db.collections()).map(({ collectionName }) => collectionName).sort();
    const kept = names.filter((name) => !runtime.includes(name));
    return Object.fromEntries(
      await Promise.all(
        kept.map(async (name): Promise<[string, string[]]> => {
          const [rows, indexes] = await Promise.all([
            db.collection(name).find().toArray(),
            db.collection(name).indexes(),
          ]);
          return [name, [...rows, ...indexes].map((row) => BSON.EJSON.stringify(row)).sort()];
        }),
      ),
    );
  }
});
