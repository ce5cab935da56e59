import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { likeShout, postShout, readComments, readShout, readShouts, unlikeShout } from '@paddock/contract/calls/shouts';
import type { CommandStartedEvent } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { OutboxRepository } from '../../infrastructure/outbox/outbox.repository.js';

let services: TestServices;
let author: TestMember;
let group: string;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  author = await services.member();
  group = (await services.group(author))._id;
});
afterAll(() => services.close());

async function post(input: object): Promise<string> {
  const fields = { client_id: randomUUID(), shout: 'Box this lap', ...input };
  const { status, body } = await services.call(postShout, fields, { as: author });
  expect(status).toBe(200);
  return body.id;
}
const inTurn = async (count: number, input: object) => {
  for (let index = 0; index < count; index++) await post(input);
};

/** How often `work` and what follows from its events send each command, as `shouts.find`. */
async function commandsOf(work: () => Promise<unknown>): Promise<(name: string) => number> {
  const client = services.get(Mongo).connection.getClient();
  const names: string[] = [];
  const started = ({ commandName, command }: CommandStartedEvent) =>
    names.push(`${String(command[commandName])}.${commandName}`);
  client.on('commandStarted', started);
  await work();
  // For the subscribers.
  await new Promise((resolve) => setTimeout(resolve, 500));
  client.off('commandStarted', started);
  return (name) => names.filter((one) => one === name).length;
}

describe('the commands of a write', () => {
  it('read a comment and its shout at most twice, for the windows and for the author of the shout, and the conversation not at all', async () => {
    const in_reply_to = await post({ group });
    await post({ in_reply_to });
    const sent = await commandsOf(() => inTurn(20, { in_reply_to }));
    expect(sent('1.bulkWrite')).toBe(20);
    expect(sent('1.commitTransaction')).toBe(20);
    expect(sent('shouts.update') + sent('shouts.findAndModify') + sent('outbox.insert')).toBe(0);
    // A few more where a cached row expires.
    expect(sent('shouts.find')).toBeLessThan(60);
    expect(sent('conversations.find')).toBeLessThan(15);
  });

  it('are one command and one commit for a shout in a group that members read', async () => {
    await post({ group });
    await until(async () => (await services.get(OutboxRepository).sole.alone()) !== undefined);
    await services.call(readShouts, { filter: group }, { as: author });
    const sent = await commandsOf(() => inTurn(20, { group }));
    expect(sent('1.bulkWrite')).toBe(20);
    expect(sent('1.commitTransaction')).toBe(20);
    expect(sent('outbox.update')).toBeLessThanOrEqual(20);
    // The lease may end for a moment on a busy machine.
    for (const name of ['shouts.find', 'conversations.update', 'conversation_states.update', 'outbox.insert'])
      expect([name, sent(name) < 5]).toEqual([name, true]);
  });

  it('are one command and one commit for a message, without a read of its chat', async () => {
    const recipients = [(await services.member()).id];
    await post({ recipients });
    await post({ recipients });
    const sent = await commandsOf(() => inTurn(10, { recipients }));
    expect(sent('1.bulkWrite')).toBe(10);
    expect(sent('1.commitTransaction')).toBe(10);
    expect(sent('conversations.find')).toBeLessThan(5);
  });

  it('are two reads, one command and one commit for a like', async () => {
    const shouts: string[] = [];
    for (let index = 0; index < 10; index++) shouts.push(await post({ group }));
    const sent = await commandsOf(async () => {
      for (const id of shouts) await services.call(likeShout, { id }, { as: author });
    });
    expect(sent('1.bulkWrite')).toBe(10);
    expect(sent('1.commitTransaction')).toBe(10);
    expect(sent('likes.find')).toBeLessThanOrEqual(10);
    expect(sent('likes.insert') + sent('shouts.findAndModify') + sent('outbox.insert')).toBe(0);
  });

  it('are not made twice for a comment beside a like of its shout', async () => {
    const sent = await commandsOf(async () => {
      for (let index = 0; index < 10; index++) {
        const id = await post({ group });
        await Promise.all([services.call(likeShout, { id }, { as: author }), post({ in_reply_to: id })]);
        await Promise.all([services.call(unlikeShout, { id }, { as: author }), post({ in_reply_to: id })]);
      }
    });
    expect(sent('1.abortTransaction')).toBe(0);
  });

  it('share transactions among concurrent comments, also on different shouts', async () => {
    const shouts = await Promise.all(Array.from({ length: 4 }, () => post({ group })));
    const sent = await commandsOf(() =>
      Promise.all(Array.from({ length: 24 }, (_, index) => post({ in_reply_to: shouts[index % 4] }))),
    );
    expect(sent('1.commitTransaction')).toBeLessThan(12);
    for (const id of shouts) {
      const { body } = await services.call(readComments, { id }, { as: author });
      const rows = services.get(Mongo).connection.collection('shouts').find({ thread: id }).sort({ position: 1 });
      const stored = (await rows.toArray()).map(({ _id, position }) => [String(_id), position]);
      expect(stored).toEqual(body.comments.map((comment, index) => [comment.id, index + 1]));
      expect(body.comments).toHaveLength(6);
      const root = await services.call(readShout, { id }, { as: author });
      expect(root.body.shout).toMatchObject({
        comments_count: 6,
        comments: body.comments.slice(-3).map((comment) => ({ id: comment.id })),
      });
    }
  });

  it('refuse a comment on a deleted shout alone, without those of its batch', async () => {
    const shouts = await Promise.all(Array.from({ length: 4 }, () => post({ group })));
    for (const in_reply_to of shouts) await post({ in_reply_to });
    const fields = (in_reply_to: string) => ({ client_id: randomUUID(), shout: 'Box this lap', in_reply_to });
    // By the row alone, so that the caches still show it.
    const rows = services.get(Mongo).connection.collection<{ _id: string }>('shouts');
    await rows.updateOne({ _id: shouts[1]! }, { $set: { deleted: true } });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => services.call(postShout, fields(shouts[index % 4]!), { as: author })),
    );
    const codes = replies.map(({ status, body }) => (status === 200 ? 'posted' : body.code));
    expect(codes).toEqual(Array.from(replies, (_, index) => (index % 4 === 1 ? 'SHOUT_NOT_FOUND' : 'posted')));
  });
});
