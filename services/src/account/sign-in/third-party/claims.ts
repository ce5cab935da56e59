import type { Flags } from '@paddock/contract/core/flags';
import { isSpeakable } from '@paddock/contract/core/speakable';
import { fittingUsernames } from '@paddock/contract/core/usernames';
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { withBoundedPatterns } from '../../../infrastructure/calls/bounded-patterns.js';

const text = z.string().trim().min(1).max(1000).optional().catch(undefined);
/** The claims that are used; malformed ones are ignored. */
export const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: text,
  /** Only the boolean `true` counts as verified. */
  email_verified: z.literal(true).optional().catch(undefined),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
});
export type Claims = z.output<typeof claimsSchema>;

/** Candidate user names for a new member, best first; the last ones are random. */
export function usernamesFrom({ preferred_username, email, name }: Claims, flags: Flags): string[] {
  const candidates = [preferred_username?.split('@', 1)[0], email?.split('@', 1)[0], name];
  const words = candidates.map((candidate) => asciiWord(candidate ?? '')).filter(Boolean);
  return fittingUsernames(withBoundedPatterns(flags, 1000), words, (below) => randomInt(below));
}

/** The provider's full name, else the user name: the sign-in cannot ask for one, and the member can edit it later. */
export function fullnameFrom({ name, given_name, family_name }: Claims, username: string, max: number): string {
  const whole = name ?? [given_name, family_name].filter(Boolean).join(' ');
  const words = whole.split(/\s+/).map((word) => word.replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, ''));
  const plain = words.filter((word) => word !== '' && isSpeakable(word)).join(' ');
  return [...(plain || username)].slice(0, max).join('').trim();
}

function asciiWord(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\s.-]+/g, '_')
    .replaceAll(/\W/g, '')
    .replaceAll(/^_+|_+$/g, '');
}
