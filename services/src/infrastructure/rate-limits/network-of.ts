import { isIP } from 'node:net';

/**
 * What limits count an address by: a version 4 address itself, also where a socket writes it as version 6; of a version 6 one its
 * network of 64 bits, since every line has such a network for itself and whoever guesses could take a new address each time.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  // A version 4 address at the end stands for two groups.
  const after = groups(tail).flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const before = groups(head);
  const between = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const network = [...before, ...between, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
