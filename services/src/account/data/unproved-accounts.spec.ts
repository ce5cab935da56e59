import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf, signUp } from '@paddock/contract/calls/account';
import { dayMs } from '@paddock/contract/core/durations';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { newcomer } from '../../../test/sign-up-input.js';
import { UnprovedAccounts } from './unproved-accounts.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off', UNPROVED_DAYS: '3' });
});
afterAll(() => services.close());

const run = (days: number) => services.get(UnprovedAccounts).run(new Date(Date.now() + days * dayMs));
const collection = <T extends object>(name: string) => services.get(Mongo).connection.collection<T>(name);
const leaving = (user: string) => collection('outbox').countDocuments({ kind: 'MemberLeaving', 'facts.user': user });

describe(UnprovedAccounts, () => {
  it('deletes an unverified account after its days and frees the user name', async () => {
    const input = newcomer();
    const { body } = await services.call(signUp, input);
    const as = { ...(await services.member()), token: body.token };
    await run(2.9);
    expect((await services.call(readSelf, {}, { as })).status).toBe(200);
    await run(3.1);
    expect((await services.call(readSelf, {}, { as })).body.code).toBe('INVALID_TOKEN');
    expect(await collection<UserRow>('users').countDocuments({ _id: body.user.id })).toBe(0);
    expect((await services.call(signUp, { ...newcomer(), username: input.username })).status).toBe(200);
  });

  it('keeps verified members', async () => {
    const member = await services.member({ created: new Date(0) });
    await run(100);
    expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
  });

  it('deletes each account once in concurrent and repeated runs', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => services.call(signUp, newcomer())));
    await Promise.all([run(4), run(4), run(4)]);
    await run(4);
    for (const { body } of made) expect(await leaving(body.user.id)).toBe(1);
  });
});
