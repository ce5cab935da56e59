import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { realtimePath } from '@paddock/contract/calls/realtime';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

const script = fileURLToPath(new URL('../../../test/socket-flood.mjs', import.meta.url));
/** Calls of another member, measured one after another. */
const calls = 150;
/** Below this, a call's time is noise: a collection of garbage takes as long. */
const noiseMs = 10;

let services: TestServices;
let member: TestMember;
let restMs: number;
const floods: ChildProcess[] = [];
/** Each flood comes from an address of its own. */
let addresses = 0;

beforeAll(async () => {
  // The bounds of connections hold without the limits of calls, too.
  services = await startTestServices({ RATE_LIMITS: 'off', TRUSTED_PROXY: '127.0.0.1' });
  member = await services.member();
  await takenBy(calls);
  restMs = p99(await takenBy(calls));
});
afterAll(() => services.close());
afterEach(async () => {
  for (const flood of floods.splice(0)) {
    flood.kill();
    await once(flood, 'exit');
  }
});

/** The processor time of this process during each call: its wait without what other processes of a busy machine take. */
async function takenBy(count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let made = 0; made < count; made++) {
    const before = process.cpuUsage();
    expect((await services.call(readBadges, {}, { as: member })).status).toBe(200);
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
  }
  return taken;
}

const p99 = (taken: number[]): number => taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.99) - 1]!;

async function startFlood(flood: object): Promise<ChildProcess> {
  const path = `${realtimePath}/?EIO=4&transport=websocket`;
  const all = {
    port: services.port,
    host: 'motorsport.localhost',
    address: `203.0.113.${++addresses}`,
    path,
    connections: 1,
    first: [],
    kind: 'text',
    ...flood,
  };
  const child = fork(script, [JSON.stringify(all)], { execArgv: [] });
  floods.push(child);
  await once(child, 'message');
  return child;
}

const admitted = async () => [`40${JSON.stringify({ token: (await services.member()).token })}`];
const typing = '42["writing_group",{"gid":"0","uid":"1"}]';

describe('another member’s calls take at most three times as long', () => {
  it.each<[string, () => Promise<object>]>([
    ['typing events', async () => ({ first: await admitted(), then: typing })],
    ['connects to an unknown namespace, without a token', async () => ({ then: '40/nowhere,' })],
    ['connects with a dead token', async () => ({ then: '40{"token":"dead"}' })],
    ['pings of the protocol', async () => ({ first: await admitted(), then: '', kind: 'ping' })],
    [
      'messages just below the limit',
      async () => ({ first: await admitted(), then: `42["x","${'a'.repeat(16_000)}"]` }),
    ],
    ['typing events on ten sockets', async () => ({ first: await admitted(), then: typing, connections: 10 })],
    ['unknown namespaces on ten sockets', async () => ({ then: '40/nowhere,', connections: 10 })],
  ])('while one client sends %s', async (_flood, begin) => {
    const child = await startFlood(await begin());
    const limit = 3 * Math.max(restMs, noiseMs);
    // A collection of garbage spoils one turn; a stalled server spoils all.
    let least = Infinity;
    for (let turn = 0; turn < 3 && least > limit; turn++) least = Math.min(least, p99(await takenBy(calls)));
    child.send('count');
    const [{ closed }] = (await once(child, 'message')) as [{ closed: number }];
    expect(closed).toBeGreaterThan(0);
    expect(least).toBeLessThanOrEqual(limit);
  });
});
