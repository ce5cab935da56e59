import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postShout } from '@paddock/contract/calls/shouts';
import type { CommandStartedEvent } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

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
  it('read a comment and its shout once, for the windows, and the conversation not at all', async () => {
    const in_reply_to = await post({ group });
    await post({ in_reply_to });
    const sent = await commandsOf(() => inTurn(20, { in_reply_to }));
    expect(sent('shouts.insert')).toBe(20);
    // A few more where a cached row expires.
    expect(sent('shouts.find')).toBeLessThan(35);
    expect(sent('conversations.find')).toBeLessThan(15);
  });
});
