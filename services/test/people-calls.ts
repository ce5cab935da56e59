import { expect } from '@jest/globals';
import type { CallInput } from '@paddock/contract/core/call';
import { readClosest, readPeople, searchPeople, setPosition } from '@paddock/contract/calls/people';
import { randomUUID } from 'node:crypto';
import type { TestMember, TestServices } from './start-test-services.js';

export const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
/** A word that no other test's members have in their names. */
export const word = () => `w${randomUUID().replaceAll('-', '').slice(0, 10)}`;

/** The calls of the directory. @param services is called late, because a test file starts its services before its tests */
export function peopleCalls(services: () => TestServices) {
  const list = (as: TestMember, input: CallInput<typeof readPeople> = {}) => services().call(readPeople, input, { as });
  const search = (as: TestMember, input: CallInput<typeof searchPeople> = {}) =>
    services().call(searchPeople, input, { as });

  const closest = (as: TestMember, input: CallInput<typeof readClosest> = {}) =>
    services().call(readClosest, input, { as });
  /** @param position [lon, lat] */
  const locate = (as: TestMember, position: [number, number]) => services().call(setPosition, { position }, { as });

  /** The directory by distance, in pages of `count`: each bucket's ids. */
  async function buckets(as: TestMember, input: CallInput<typeof readClosest> = {}) {
    const found: Record<string, string[]> = {};
    let page: string | undefined;
    for (;;) {
      const { status, body } = await closest(as, { count: 60, ...input, page });
      expect(status).toBe(200);
      for (const { id, bucket } of body.users) (found[bucket] ??= []).push(id);
      if (body.next === null) return { buckets: found, total: body.total_users };
      page = body.next;
    }
  }

  /** All members that the caller sees, in order, in pages of `count`. */
  async function all(as: TestMember, count = 60, group?: string) {
    const users = [];
    let page: string | undefined;
    for (;;) {
      const { status, body } = await list(as, { count, page, group });
      expect(status).toBe(200);
      users.push(...body.users);
      if (body.next === null) return { users, total: body.total_users };
      page = body.next;
    }
  }
  return { list, search, all, closest, locate, buckets };
}
