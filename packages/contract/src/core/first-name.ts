/**
 * A member's first name, as in the greeting (specification B §2): the part after the full name's comma, else its first word, else the
 * username.
 */
export function firstName({ fullname, username }: { fullname: string; username: string }): string {
  const [, given = ''] = fullname.split(',');
  return given.trim() || fullname.replace(/,/g, ' ').trim().split(/\s+/)[0] || username;
}
