import type { Self } from '@paddock/contract/calls/users';

/** How the greeting names a member: what follows the comma of the full name, else its first word, else the username (specification B §2). */
export function firstName({ fullname, username }: Pick<Self, 'fullname' | 'username'>): string {
  const [, given = ''] = fullname.split(',');
  return given.trim() || fullname.replace(/,/g, ' ').trim().split(/\s+/)[0] || username;
}
