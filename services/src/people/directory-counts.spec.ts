import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientSession } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { documentsRead } from '../../test/documents-read.js';
import { ids, peopleCalls, word } from '../../test/people-calls.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { ConversationMembers } from '../community/conversations/conversation-members.js';
import { UserRepository } from '../community/users/user.repository.js';
import { Workplaces } from '../community/workplaces/workplaces.js';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { CommitLog } from '../infrastructure/outbox/commit-log.js';
import { OutboxRepository } from '../infrastructure/outbox/outbox.repository.js';
import { testTimes } from '../infrastructure/outbox/sole-process.js';
import { DirectoryCounts } from './directory-counts.js';

let services: TestServices;
/** A connection of another process to the same database. */
let elsewhere: Mongo;
let ann: TestMember;
let boss: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  elsewhere = await new Mongo(services.get<Environment>(ENVIRONMENT as never)).connect();
  ann = await services.member();
  boss = await services.member({ admin: true });
});
afterAll(async () => {
  await elsewhere.onApplicationShutdown();
  await services.close();
});

const { list, search } = peopleCalls(() => services);
const name = word();
/** The totals of the directory and of a search, for a member and for a super admin. */
const totals = async () => {
  const replies = [
    await list(ann),
    await search(ann, { query: name }),
    await list(boss),
    await search(boss, { query: name }),
  ];
  return replies.map(({ body }) => body.total_users);
};

/** The number of counts that the database makes during `work`. */
async function countsIn(work: () => Promise<unknown>): Promise<number> {
  const { connection } = services.get(Mongo);
  let counts = 0;
  connection.set('debug', (collection: string, method: string) => {
    if (collection === 'users' && method === 'countDocuments') counts++;
  });
  try {
    await work();
  } finally {
    connection.set('debug', false);
  }
  return counts;
}

describe(DirectoryCounts, () => {
  it('count once until a member changes', async () => {
    await totals();
    const pages = async () => {
      const { next } = (await list(ann, { count: 1 })).body;
      await list(ann, { count: 1, page: next! });
      await list(ann, { count: 1, page: '1' });
      await totals();
    };
    expect(await countsIn(pages)).toBe(0);
    await services.member();
    // For each total all members or those of the word in names and tags, the two kinds of hidden ones, and banned ones for a member.
    expect(await countsIn(totals)).toBe(4 + 5 + 3 + 4);
    expect(await countsIn(pages)).toBe(0);
  });

  it('are kept for the members whom a caller may see, until these change', async () => {
    const at = { community: 'workplace', workplace: 'hq' };
    const [hidden, seen] = [await services.member(at), await services.member(at)];
    const viewer = await services.member(at);
    const group = await services.group(viewer, [seen]);
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: true }, async () => {
      const total = async () => (await list(viewer)).body.total_users;
      expect(await total()).toBe(2);
      expect(await countsIn(() => list(viewer))).toBe(0);
      await services.get(ConversationMembers).join(tenantOfMember(viewer), group, hidden.id);
      expect(await total()).toBe(3);
    });
  });

  it('let the database skip the rows before a numbered page once', async () => {
    const name = word();
    for (let index = 0; index < 7; index++) await services.member({ fullname: `${name} ${index}` });
    const page = async (number: number) => (await search(ann, { query: name, count: 2, page: String(number) })).body;
    const read = (number: number) => documentsRead(services, 'users', () => page(number), 'name_terms');
    expect([await read(3), await read(3)]).toEqual([8, 2]);
    const rows = [];
    for (const number of [3, 0, 2, 1]) rows.push(...(await page(number)).results);
    expect([new Set(ids(rows)).size, (await page(4)).results, (await page(9999)).next]).toEqual([7, [], null]);
    expect((await search(ann, { query: name })).body.results).toEqual(
      rows.slice(1, 3).concat(rows.slice(5), rows.slice(3, 5), rows.slice(0, 1)),
    );
    await services.member({ fullname: name });
    expect((await page(3)).results).toHaveLength(2);
  });

  it('are exact at once after changes of this and of other processes', async () => {
    const tenant = tenantOfMember(ann);
    const [users, events] = [
      new UserRepository(elsewhere, services.get(CommitLog), services.get(Workplaces)),
      new OutboxRepository(elsewhere, testTimes),
    ];
    const inTransaction = (
      kind: 'MemberSignedUp' | 'MemberChanged',
      work: (session: ClientSession) => Promise<{ _id: string } | null>,
    ) =>
      elsewhere.transaction(async (session) => {
        const { _id: user } = (await work(session))!;
        await events.add(session, [{ kind, tenant, user }]);
        return user;
      });
    const signUp = (more: object) =>
      inTransaction('MemberSignedUp', (session) => {
        const username = word();
        const named = { username, fullname: `Ann ${name}`, email: `${username}@example.org`, client_id: randomUUID() };
        return users.create(tenant, { ...named, ...more }, { session });
      });
    const added = async (work: () => Promise<unknown>) => {
      const before = await totals();
      await work();
      return (await totals()).map((total, index) => total - before[index]!);
    };
    let id = '';
    expect(await added(() => services.member({ fullname: name }))).toEqual([1, 1, 1, 1]);
    expect(await added(async () => (id = await signUp({})))).toEqual([1, 1, 1, 1]);
    const change = (work: (session: ClientSession) => Promise<{ _id: string } | null>) =>
      added(() => inTransaction('MemberChanged', work));
    expect(await change((session) => users.setBanned(tenant, id, true, { session }))).toEqual([-1, -1, 0, 0]);
    expect(await change((session) => users.setBanned(tenant, id, false, { session }))).toEqual([1, 1, 0, 0]);
    expect(await change((session) => users.delete(tenant, id, { session }))).toEqual([-1, -1, -1, -1]);
    expect(await added(async () => (id = await signUp({ pending: true })))).toEqual([0, 0, 0, 0]);
    expect(await change((session) => users.decideAccess(tenant, id, true, { session }))).toEqual([1, 1, 1, 1]);
    expect(await added(() => users.setBlocked(tenant, ann.id, id, true))).toEqual([0, 0, 0, 0]);
    // A member of another community changes nothing here.
    const elsewhereMember = () => services.member({ community: 'workplace', fullname: name });
    expect(await added(elsewhereMember)).toEqual([0, 0, 0, 0]);
  });

  it('leave out a member who is hidden for several reasons once', async () => {
    const fullname = word();
    const seen = await services.member({ fullname, fields: { tags: fullname } });
    for (const more of [{ pending: true }, { email_verified: false }, { banned: true }, {}])
      await services.member({ fullname, fields: { tags: fullname }, pending: true, email_verified: false, ...more });
    await services.member({ fullname, banned: true });
    await services.member({ fields: { tags: fullname }, email_verified: false, banned: true });
    const found = (await search(ann, { query: fullname })).body;
    expect([ids(found.results), found.total_users]).toEqual([[seen.id], 1]);
    expect((await search(boss, { query: fullname })).body.total_users).toBe(2);
    expect((await list(boss)).body.total_users).toBe((await list(ann)).body.total_users + 1);
  });

  it('are counted by the keys of an index, however many members have the word', async () => {
    const name = word();
    for (let index = 0; index < 5; index++) await services.member({ fullname: `${name} ${index}` });
    const users = services.get(Mongo).connection.collection('users');
    const { executionStats } = await users
      .find({ community: ann.community, name_terms: name }, { projection: { _id: 1 } })
      .explain('executionStats');
    expect(executionStats).toMatchObject({ totalKeysExamined: 5 });
    expect(await documentsRead(services, 'users', () => search(ann, { query: name, count: 2 }), 'name_terms')).toBe(3);
  });

  it('are those of the workplace', async () => {
    const at = { community: 'workplace', fullname: word() };
    const hq = await services.member({ ...at, workplace: 'hq', admin: true });
    const porto = await services.member({ ...at, workplace: 'porto', admin: true });
    const found = async (as: TestMember) => (await search(as, { query: at.fullname })).body.total_users;
    expect([await found(hq), await found(porto)]).toEqual([2, 2]);
    await services.member({ ...at, workplaces: ['hq'] });
    expect([await found(hq), await found(porto)]).toEqual([3, 2]);
  });
});
