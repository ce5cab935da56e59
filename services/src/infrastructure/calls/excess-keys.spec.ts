import { describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { readBoot, writeLog } from '@paddock/contract/calls/boot';
import type { CallReply } from '@paddock/contract/core/call';
import type { Self } from '@paddock/contract/calls/users';
import { Answers, type Handler } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import type { ExcessKeys } from './excess-keys.js';

/** Compiles only when the two types are equal: `tsc` runs this test. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;
const holds = <_T extends true>() => undefined;

const ok = { ok: true as const };
declare const self: Self;

describe('a handler compiles', () => {
  it('with exactly the declared reply, and not with an extra field at any depth', () => {
    holds<Same<ExcessKeys<{ ok: true }, { ok: true }>, never>>();
    holds<Same<ExcessKeys<{ ok: true; secret: string }, { ok: true }>, 'secret'>>();
    holds<Same<ExcessKeys<{ rows: { id: string; hash: string }[] }, { rows: { id: string }[] }>, 'hash'>>();
    holds<
      Same<ExcessKeys<{ any: { x: number } }, { any: Record<string, { x: number }> } | { any: { x: 1 } }>, never>
    >();

    class Controllers {
      @Answers(writeLog)
      async exact() {
        return ok;
      }
    }
    const answer = Answers(writeLog);
    const more = { value: async () => ({ ...ok, token: 'x' }) };
    const less = { value: async () => ({}) };
    // @ts-expect-error a field that the reply does not declare
    answer(Controllers.prototype, 'exact', more);
    // @ts-expect-error a missing field of the reply
    answer(Controllers.prototype, 'exact', less);
    expect(Controllers).toBeDefined();
  });

  it('with the caller that the permission guarantees, and not with a narrower one', () => {
    holds<Same<Parameters<Handler<typeof readSelf>>[0], SignedInCaller>>();
    const signedIn = async (caller: SignedInCaller) => ({ ...self, id: caller.user._id });
    const needsUser = async (caller: SignedInCaller) =>
      ({ id: caller.user._id }) as unknown as CallReply<typeof readBoot>;
    holds<Same<typeof signedIn extends Handler<typeof readSelf> ? true : false, true>>();
    holds<Same<typeof needsUser extends Handler<typeof readBoot> ? true : false, false>>();
    expect([signedIn, needsUser]).toHaveLength(2);
  });
});
