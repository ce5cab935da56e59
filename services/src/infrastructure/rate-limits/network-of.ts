import { isIP } from 'node:net';

/**
 * The key that limits count an address by: an IPv4 address itself, also when a socket writes it as IPv6; for IPv6 its network
 * of 64 bits, since each line has such a network and an attacker could use a new address for each guess.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  // A trailing IPv4 address counts as two groups.
  const after = groups(tail).flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const before = groups(head);
  const between = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const network = [...before, ...between, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
