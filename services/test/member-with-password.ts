import type { TestMember, TestServices } from './start-test-services.js';
import { tenantOf } from '../src/infrastructure/tenancy/tenant.js';
import { Passwords } from '../src/account/credentials/password/passwords.js';

/** The password that account tests sign in with. */
export const testPassword = 'wet tyres 1998';

/** Hashed once, to save time. */
let testHash: Promise<string> | undefined;

/** Creates a member who can sign in with {@link testPassword}. */
export async function memberWithPassword(
  services: TestServices,
  given: Parameters<TestServices['member']>[0] = {},
): Promise<TestMember> {
  const member = await services.member(given);
  const passwords = services.get(Passwords);
  await passwords.store(tenantOf(member.community), member.id, await (testHash ??= passwords.hash(testPassword)));
  return member;
}
