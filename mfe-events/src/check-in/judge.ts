import type { ExpectedMember } from '@paddock/contract/calls/event-check-in';
import { readPassText, shortCodeLength, signedPart, tidyShortCode } from '@paddock/contract/core/event-pass';

/** What a gate knows of its event. */
export interface Gate {
  event: string;
  key: { x: string; y: string };
  expected: readonly ExpectedMember[];
}

/** What a scanned or typed code means at a gate. `pass` is the signed text, if it was scanned. */
export type Verdict =
  | { kind: 'expected'; member: ExpectedMember; pass?: string }
  | { kind: 'other_event' | 'forged' | 'not_on_list' | 'no_pass' };

/** Judges a code without a connection: by the event's public key and the list of its members. */
export async function judge(code: string, gate: Gate): Promise<Verdict> {
  const pass = readPassText(code);
  if (!pass) {
    const typed = tidyShortCode(code);
    if (typed.length !== shortCodeLength) return { kind: 'no_pass' };
    const member = gate.expected.find(({ short_code }) => short_code === typed);
    return member ? { kind: 'expected', member } : { kind: 'not_on_list' };
  }
  if (pass.event !== gate.event) return { kind: 'other_event' };
  if (!(await isSigned(pass, gate.key))) return { kind: 'forged' };
  const member = gate.expected.find(({ user }) => user === pass.user);
  return member ? { kind: 'expected', member, pass: code.trim() } : { kind: 'not_on_list' };
}

async function isSigned(pass: NonNullable<ReturnType<typeof readPassText>>, key: Gate['key']): Promise<boolean> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const imported = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', ...key }, curve, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, bytesOf(pass.signature), signedPart(pass));
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
