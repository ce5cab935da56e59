import { createHash } from 'node:crypto';

/**
 * Whether a member is among the percentage that gets a release: the same answer in every session, workplace and process. A higher
 * percentage keeps the members of a lower one, and another release has other members.
 */
export function isInShare(member: string, module: string, version: string, percent: number): boolean {
  const hash = createHash('sha256').update(`${member}/${module}/${version}`).digest();
  return (hash.readUInt32BE() / 2 ** 32) * 100 < percent;
}
