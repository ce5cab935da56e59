import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { archiveChat, markRead } from '@paddock/contract/calls/chats';
import { deleteShout, editShout, likeShout, postShout, readShouts, unlikeShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { report, times } from '../../../test/proofs.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { ConversationMembers } from '../../community/conversations/conversation-members.js';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { OutboxRepository } from '../../infrastructure/outbox/outbox.repository.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { EventShouts, type ShoutEvent } from '../subscribers/event-shouts.js';
import { Threads } from './threads.js';

let database: TestDatabase;
let services: TestServices;
let others: TestServices | undefined;
let members: TestMember[];
let tenant: Tenant;
let group: string;
beforeAll(async () => {
  database = await startTestDatabase();
  services = await startProcess();
  members = await Promise.all(Array.from({ length: 4 }, () => services.member()));
  tenant = tenantOfMember(members[0]!);
  const row = await services.group(members[0]!);
  group = row._id;
  for (const { id } of members.slice(1)) await services.get(ConversationMembers).join(tenant, row, id);
});
afterAll(async () => {
  await others?.close();
  await services.close();
  await database.stop();
});

const startProcess = () =>
  startTestServices({
    MONGODB_URI: database.uri,
    MONGODB_DB: database.name,
    RATE_LIMITS: 'off',
    SERVICES: 'chats,shouts',
  });
const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;
const actsAtOnce = 6;
const shouts: string[] = [];
const everything: string[] = [];
/** May be refused: another act may have deleted the shout. Returns the status. */
async function act(at: TestServices): Promise<number> {
  const as = pick(members);
  const post = async (target: object, of: string[][]) => {
    const fields = { client_id: randomUUID(), shout: 'Box, box', ...target };
    const { status, body } = await at.call(postShout, fields, { as });
    if (body.id) of.forEach((list) => list.push(body.id));
    return status;
  };
  const kind = Math.random();
  if (kind < 0.3 || shouts.length < 3) return post({ group }, [shouts, everything]);
  if (kind < 0.6) return post({ in_reply_to: pick(shouts.slice(-8)) }, [everything]);
  return (await change(at, as, kind)).status;
}

/** @param kind between 0.6 and 1 */
function change(at: TestServices, as: TestMember, kind: number): Promise<{ status: number }> {
  const id = pick(everything.slice(-20));
  if (kind < 0.66) return at.call(markRead, { id: group, seq: pick([1, 5, 20, 100, 1000]) }, { as });
  if (kind < 0.68) return at.call(archiveChat, { id: group, archive: Math.random() < 0.5 }, { as });
  if (kind < 0.78) return at.call(likeShout, { id }, { as });
  if (kind < 0.82) return at.call(unlikeShout, { id }, { as });
  if (kind < 0.92) return at.call(editShout, { id, shout: `Copy ${Math.random()}` }, { as });
  return at.call(deleteShout, { id }, { as });
}

/** What a process keeps, after it knows all events, and what is stored. */
async function kept(at: TestServices) {
  const snapshot = await at.get(CommitLog).sync();
  const [threads, heads, states] = [
    at.get(Threads),
    at.get(ConversationRepository),
    at.get(ConversationStateRepository),
  ];
  const rows = at.get(ShoutRepository);
  const fresh = new Threads(rows, at.get(LikeRepository), at.get(Mongo), at.get(Communities), at.get(CommitLog));
  const page = await threads.newest(snapshot, tenant, group, 20);
  const below = { before: (page.at(5)?.position ?? 6) + 1, limit: 5 };
  const read = async (from: Threads) => ({
    page: await from.of(tenant, page),
    span: await from.span(snapshot, tenant, group, below),
    newest: await from.newest(snapshot, tenant, group, 20),
  });
  const mark = async ({ id }: TestMember) => [
    await states.current(snapshot, tenant, id, group),
    await states.of(tenant, id, group),
  ];
  const archived = await Promise.all(members.map(({ id }) => states.archivedOf(snapshot, tenant, id)));
  const marks = await Promise.all(members.map(mark));
  return {
    kept: [await read(threads), await heads.head(snapshot, tenant, group), marks.map(([one]) => one), archived],
    stored: [
      await read(fresh),
      await heads.byId(tenant, group),
      marks.map(([, one]) => one),
      marks.map(([, one]) => (one?.archived ? [group] : [])),
    ],
  };
}

async function isKeptAsStored(at: TestServices): Promise<boolean> {
  const found = await kept(at);
  return isDeepStrictEqual(found.kept, found.stored);
}

async function expectEqual(what: string, processes: readonly TestServices[]): Promise<void> {
  const rounds = times(25, 1700);
  for (let round = 0; round < rounds; round++) {
    const statuses = await Promise.all(Array.from({ length: actsAtOnce }, () => act(pick(processes))));
    // On a busy machine a call is given up after its deadline, and may be stored later.
    const mayBeUnderWay = statuses.some((status) => status >= 500);
    for (const at of processes) {
      if (mayBeUnderWay) await until(() => isKeptAsStored(at));
      const found = await kept(at);
      expect(found.kept).toEqual(found.stored);
    }
  }
  report(`kept rows, ${what}`, { acts: rounds * actsAtOnce, comparisons: rounds * processes.length });
}

describe('what a process keeps of a conversation', () => {
  it('equals what is stored after random acts at the same time', async () => {
    await until(async () => (await services.get(OutboxRepository).sole.alone()) !== undefined);
    await expectEqual('one process', [services]);
  }, 900_000);

  it('shows no text after a repeated deletion is acknowledged, though the first one has not ended', async () => {
    const [as] = members as [TestMember];
    const { body } = await services.call(postShout, { client_id: randomUUID(), shout: 'Wrong place', group }, { as });
    const feed = async () => (await services.call(readShouts, { filter: group }, { as })).body.shouts;
    expect((await feed()).some(({ id }) => id === body.id)).toBe(true);
    let end: () => void = () => undefined;
    const isEnding = new Promise<void>((resolve) => (end = resolve));
    let waits = true;
    services.get(Mongo).beforeReply(() => (waits ? isEnding : Promise.resolve()));
    const first = services.call(deleteShout, { id: body.id }, { as });
    await until(async () => (await services.get(ShoutRepository).byId(tenant, body.id))?.deleted === true);
    const second = services.call(deleteShout, { id: body.id }, { as });
    const after = Symbol('after');
    const answered = await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300, after))]);
    waits = false;
    end();
    expect(answered).toBe(after);
    await second;
    expect((await feed()).some(({ id }) => id === body.id)).toBe(false);
    await first;
  });

  it('is not broadcast after another process has deleted it', async () => {
    others = await startProcess();
    const [as] = members as [TestMember];
    const { body } = await services.call(postShout, { client_id: randomUUID(), shout: 'Wrong place', group }, { as });
    await services.call(readShouts, { filter: group }, { as });
    await others.call(deleteShout, { id: body.id }, { as });
    const posted = { kind: 'ShoutPosted', tenant, conversation: group, shout: body.id, author: as.id } as ShoutEvent;
    expect((await services.get(EventShouts).withRoot(tenant, posted)).row?.deleted).toBe(true);
  });

  it('equals what is stored after random acts in two processes', async () => {
    others ??= await startProcess();
    await expectEqual('two processes', [services, others]);
  }, 900_000);
});
