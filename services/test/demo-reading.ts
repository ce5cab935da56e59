import { expect } from '@jest/globals';
import { login } from '@paddock/contract/calls/account';
import { readChats } from '@paddock/contract/calls/chats';
import { readShouts } from '@paddock/contract/calls/shouts';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { TestMember, TestServices } from './start-test-services.js';

/** Reads the demo communities as their members do. */
export function demoReading(services: () => TestServices) {
  const sessions = new Map<string, ReturnType<typeof open>>();

  async function open(username: string, community: string) {
    const host = `${community}.localhost`;
    const input = { username_or_email: username, password: 'paddock-demo' };
    const { status, body } = await services().call(login, input, { host });
    expect(status).toBe(200);
    return { id: body.user.id, token: body.token };
  }

  /** Signs a member in, once. In workplace by default at headquarters. */
  async function signIn(
    username: string,
    community = 'motorsport',
    workplace = community === 'workplace' ? 'hq' : '',
  ): Promise<TestMember> {
    const key = `${community} ${username}`;
    const session = sessions.get(key) ?? open(username, community);
    sessions.set(key, session);
    return { ...(await session), username, community, workplace, row: undefined as never };
  }

  const chatsOf = async (as: TestMember, prop: 'groups' | 'people') =>
    (await services().call(readChats, { verb: 'retrieve', prop, count: 60 }, { as })).body.filters;

  async function allShouts(as: TestMember, filter: string) {
    const shouts = [];
    let before: string | undefined;
    for (;;) {
      const { body } = await services().call(readShouts, { filter, count: 50, before }, { as });
      shouts.push(...body.shouts);
      if (!body.more) return { shouts, conversation: body.conversation };
      before = body.shouts.at(-1)!.id;
    }
  }

  /** The stored records of a community. */
  function stored(community: string, collection: string) {
    return services().get(Mongo).connection.collection(collection).find({ community }).toArray();
  }

  return { signIn, chatsOf, allShouts, stored };
}
