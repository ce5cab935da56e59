import { signUpForm } from '@paddock/contract/account';
import type { Flags } from '@paddock/contract/flags';
import { isSpeakable } from '@paddock/contract/speakable';
import { z } from 'zod';

const text = z.string().trim().min(1).max(1000).optional().catch(undefined);
/** What a provider says of somebody, as far as it is used; what is malformed counts as not said. */
export const claims = z.object({
  sub: z.string().min(1).max(255),
  email: text,
  /** Only `true` itself: a provider that says it in another way does not vouch. */
  email_verified: z.literal(true).optional().catch(undefined),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
});
export type Claims = z.output<typeof claims>;

/** User names for a new member, the likeliest first; the last ones are free for sure. */
export function usernamesFrom({ preferred_username, email, name }: Claims, flags: Flags, random: string): string[] {
  const { username } = signUpForm(flags).shape;
  const { username_max: max } = flags;
  const wishes = [preferred_username?.split('@', 1)[0], email?.split('@', 1)[0], name, 'member'].flatMap((wish) => {
    const plain = asciiWord(wish ?? '');
    return plain ? [plain] : [];
  });
  const numbered = (wish: string, tail: string) => wish.slice(0, Math.max(0, max - tail.length)) + tail;
  const [first = 'member', ...others] = wishes.map((wish) => wish.slice(0, max));
  const all = [
    first,
    ...[2, 3, 4, 5].map((number) => numbered(first, String(number))),
    ...others,
    numbered(`${first}_`, random),
  ];
  const fitting = all.filter((candidate) => username.safeParse(candidate).success);
  // A deployment's own pattern may fit none of them.
  return fitting.length > 0 ? fitting : [numbered('member_', random)];
}

/** The full name as the provider has it, else the user name: a profile can be mended, a missing one cannot be asked for here. */
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
