/** @jest-environment node */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { passText, signedPart } from '@paddock/contract/core/event-pass';
import { webcrypto } from 'node:crypto';
import { type Gate, judge } from './judge';

const member = { user: 'ann', short_code: 'K7QF2M0X' };
const curve = { name: 'ECDSA', namedCurve: 'P-256' };
let gate: Gate;
let passOf: (event: string, user: string) => Promise<string>;

beforeAll(async () => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const { x = '', y = '' } = await webcrypto.subtle.exportKey('jwk', publicKey);
  gate = { event: 'race', key: { x, y }, expected: [member] };
  passOf = async (event, user) => {
    const signed = await webcrypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      signedPart({ event, user }),
    );
    return passText({ event, user, signature: Buffer.from(signed).toString('base64url') });
  };
});

describe(judge, () => {
  it('admits a signed pass of a member on the list', async () => {
    const pass = await passOf('race', 'ann');
    expect(await judge(` ${pass} `, gate)).toEqual({ kind: 'expected', member, pass });
  });

  it('tells a pass of another event, a false one, and one of a member who is not on the list', async () => {
    const pass = await passOf('race', 'ann');
    expect(await judge(await passOf('supper', 'ann'), gate)).toEqual({ kind: 'other_event' });
    expect(await judge(pass.replace('.ann.', '.bob.'), gate)).toEqual({ kind: 'forged' });
    expect(await judge(await passOf('race', 'bob'), gate)).toEqual({ kind: 'not_on_list' });
  });

  it.each([
    ['K7QF2M0X', 'expected'],
    ['k7qf-2mox', 'expected'],
    ['k٧qf-٢m۰x', 'expected'],
    ['K7QF2M0Y', 'not_on_list'],
    ['K7QF', 'no_pass'],
    ['https://example.org', 'no_pass'],
  ])('%s: %s', async (code, kind) => expect((await judge(code, gate)).kind).toBe(kind));
});
