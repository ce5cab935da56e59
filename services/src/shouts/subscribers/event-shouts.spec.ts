import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { databaseCommands } from '../../../test/database-commands.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { EventShouts, type ShoutEvent } from './event-shouts.js';

let services: TestServices;
let author: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  author = await services.member();
});
afterAll(() => services.close());

async function posted(group: string, more: object = { group }): Promise<string> {
  const input = { client_id: randomUUID(), shout: 'Box this lap', ...more };
  return (await services.call(postShout, input, { as: author })).body.id;
}

describe(EventShouts, () => {
  it('reads the shouts of events of different conversations with one query', async () => {
    const tenant = tenantOfMember(author);
    const events: ShoutEvent[] = [];
    for (let index = 0; index < 5; index++) {
      const { _id: conversation } = await services.group(author);
      const shout = await posted(conversation);
      const comment = await posted(conversation, { in_reply_to: shout });
      const about = { id: comment, at: new Date(), tenant, conversation, shout };
      events.push({ ...about, kind: 'CommentPosted', author: author.id, comment });
      events.push({ ...about, kind: 'ShoutUpdated', actor: author.id });
    }
    const shouts = services.get(EventShouts);
    const { names } = await databaseCommands(services, async () => {
      for (const [index, { row, root }] of (
        await Promise.all(events.map((event) => shouts.withRoot(tenant, event)))
      ).entries()) {
        const { shout, ...event } = events[index]!;
        expect(row?._id).toBe('comment' in event ? event.comment : shout);
        expect(root?._id).toBe('comment' in event ? shout : undefined);
      }
    });
    expect(names.filter((name) => name === 'shouts.find').length).toBeLessThanOrEqual(2);
  });

  it('returns no row for a shout that is not there', async () => {
    const tenant = tenantOfMember(author);
    expect(await services.get(EventShouts).byId(tenant, 'ffffffffffffffffffffffff')).toBeNull();
  });
});
