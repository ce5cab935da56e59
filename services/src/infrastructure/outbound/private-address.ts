import { BlockList, isIP } from 'node:net';

const specialV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  specialV4.addSubnet(network, prefix, 'ipv4');

// Only global unicast of IPv6 is public, without tunnels to IPv4 and special ranges.
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialV6.addSubnet(network, prefix, 'ipv6');

/** Whether a fetch may connect to this IP address: public unicast only (RFC 6890). False for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !specialV4.check(address, 'ipv4');
  return version === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}
