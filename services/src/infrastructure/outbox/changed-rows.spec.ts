import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changedElsewhere } from '../../../test/changed-elsewhere.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { SessionRepository } from '../../community/sessions/session.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../mongo/mongo.js';
import type { Tenant } from '../tenancy/tenant.js';
import { ChangedRows } from './changed-rows.js';
import { CommitLog } from './commit-log.js';
import type { DomainEvent } from './domain-events.js';

let services: TestServices;
let ann: TestMember;
let tenant: Tenant;
let group: string;
let session: string;
beforeAll(async () => {
  services = await startTestServices();
  ann = await services.member();
  tenant = tenantOfMember(ann);
  group = (await services.group(ann))._id;
  await services.get(ConversationStateRepository).set(tenant, ann.id, group, { muted: false });
  session = (await services.get(SessionRepository).ofUser(tenant, ann.id))[0]!._id;
});
afterAll(() => services.close());

type Facts = DomainEvent extends infer E ? (E extends { tenant: Tenant } ? Omit<E, 'tenant'> : never) : never;

/** A cached row, the change that another process makes of it, and the events that tell of such a change. */
const rows = (): [collection: string, id: object, change: object, read: () => Promise<unknown>, events: Facts[]][] => {
  const shout = { conversation: group, shout: 'x' };
  const author = { ...shout, author: ann.id };
  const subject = { kind: 'event', id: 'x' };
  const heads = services.get(ConversationRepository);
  const states = services.get(ConversationStateRepository);
  const memberships = services.get(MembershipRepository);
  const snapshot = () => services.get(CommitLog).sync();
  const ofGroup: Facts[] = [
    { kind: 'MembershipChanged', group },
    { kind: 'MembershipChanged', group, user: ann.id },
  ];
  return [
    [
      'conversations',
      { _id: group },
      { seq: 1 },
      async () => (await heads.head(await snapshot(), tenant, group))?.seq,
      [
        ...ofGroup,
        { kind: 'ShoutPosted', ...author },
        { kind: 'CommentPosted', ...author, comment: 'y', subject },
        { kind: 'ShoutUpdated', ...shout, actor: ann.id },
        { kind: 'ShoutDeleted', ...shout, actor: ann.id },
      ],
    ],
    [
      'conversation_states',
      { user: ann.id, conversation: group },
      { read_seq: 1 },
      async () => (await states.current(await snapshot(), tenant, ann.id, group))?.read_seq,
      [
        { kind: 'ShoutPosted', ...author },
        { kind: 'ChatMarked', conversation: group, user: ann.id },
        { kind: 'MembershipChanged', group, user: ann.id },
      ],
    ],
    [
      'memberships',
      { user: ann.id, group },
      { joined: 1 },
      async () => [
        (await memberships.of(tenant, group, ann.id))?.joined,
        (await memberships.ofUser(tenant, ann.id)).map(({ joined }) => joined),
      ],
      ofGroup,
    ],
    [
      'users',
      { _id: ann.id },
      { mail_links: 1 },
      async () => (await services.get(UserRepository).byId(tenant, ann.id))?.mail_links,
      [
        { kind: 'AddressClaimed', user: ann.id },
        { kind: 'MemberChanged', user: ann.id },
        { kind: 'AccountDeleted', user: ann.id },
      ],
    ],
    [
      'sessions',
      { _id: session },
      { last_used: 1 },
      async () => (await services.get(SessionRepository).byId(tenant, session))?.last_used,
      [
        { kind: 'SessionEnded', user: ann.id, session, code: 'INVALID_TOKEN' },
        { kind: 'AccountDeleted', user: ann.id },
      ],
    ],
  ];
};

describe(ChangedRows, () => {
  it.each([0, 1, 2, 3, 4])('shows what another process changed after its event, row %i', async (index) => {
    const [collection, id, change, read, events] = rows()[index]!;
    const stored = services.get(Mongo).connection.collection(collection);
    let value = 100;
    for (const event of events) {
      const before = await read();
      await stored.updateOne(id, { $set: Object.fromEntries(Object.keys(change).map((name) => [name, ++value])) });
      // The row is cached: without this, the test would pass without the event.
      expect([event.kind, await read()]).toEqual([event.kind, before]);
      await changedElsewhere(services, { ...event, tenant });
      await services.get(CommitLog).sync();
      expect(JSON.stringify([event.kind, await read()])).toContain(String(value));
    }
  });
});
