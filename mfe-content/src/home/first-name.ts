import type { Self } from '@paddock/contract/calls/users';

/** The name in the greeting: the part after the full name's comma, else its first word, else the username (specification B §2). */
export function firstName({ fullname, username }: Pick<Self, 'fullname' | 'username'>): string {
  const [, given = ''] = fullname.split(',');
  return given.trim() || fullname.replace(/,/g, ' ').trim().split(/\s+/)[0] || username;
}
