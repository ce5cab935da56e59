import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { realtimePath } from '@paddock/contract/calls/realtime';
import type { Socket } from 'socket.io-client';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { connectionLimits } from '../../infrastructure/rate-limits/limits.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { userRoom } from '../../infrastructure/realtime/rooms.js';

let services: TestServices;
let windows: TestWindows;

beforeAll(async () => {
  services = await startTestServices({
    RATE_LIMITS: 'off',
    TRUSTED_PROXY: '127.0.0.1',
    KNOWN_NETWORKS: '198.51.100.0/24',
    KNOWN_NETWORK_FACTOR: '2',
  });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const from = (address: string) => ({ 'x-forwarded-for': address });
/** Sends an encoded packet of Socket.IO as it is. */
const send = (socket: Socket, packet: string) => void socket.io.engine.send(packet);
const openWindows = ({ id, ...member }: TestMember) =>
  services.get(Realtime).sockets(userRoom(tenantOfMember({ id, ...member }), id)).length;

/** Opens a window and sends too much on it. */
async function exceed(
  member: TestMember,
  address: string,
  packet = '2["typing"]',
  times: number = connectionLimits.sent.packets,
) {
  const { socket } = await windows.open(member, from(address));
  for (let sent = 0; sent < times; sent++) send(socket, packet);
  await until(() => !socket.connected);
}

describe('a connection', () => {
  it.each<[string, string, number]>([
    ['packets of its namespace', '2["typing",{}]', connectionLimits.sent.packets],
    ['connects to unknown namespaces', '0/nowhere,', connectionLimits.sent.packets],
    ['bytes', `2["typing","${'a'.repeat(16_000)}"]`, 5],
  ])('is closed when it sends too many %s', async (_what, packet, times) => {
    const member = await services.member();
    await exceed(member, '203.0.113.1', packet, times);
    await until(() => openWindows(member) === 0);
  });

  it('stays open while it sends what a window sends', async () => {
    const member = await services.member();
    const { socket, ask } = await windows.open(member, from('203.0.113.2'));
    for (let sent = 0; sent < connectionLimits.sent.packets / 2; sent++) send(socket, '2["typing",{}]');
    await ask('writing_group', { gid: '0' });
    expect(socket.connected).toBe(true);
  });

  it('carries one window, however often it connects', async () => {
    const member = await services.member();
    const { send: sendPacket, received } = await windows.connection();
    for (let sent = 0; sent < 40; sent++) sendPacket(`0${JSON.stringify({ token: member.token })}`);
    await until(() => received.length === 40);
    expect(received.filter((packet) => packet.startsWith('0')).length).toBe(1);
    expect(received.filter((packet) => packet.includes('TOO_MANY_REQUESTS')).length).toBe(39);
    expect(openWindows(member)).toBe(1);
  });

  it('has no long polling and no JSONP', async () => {
    for (const query of ['transport=polling', 'transport=polling&j=0'])
      expect((await services.request('GET', `${realtimePath}/?EIO=4&${query}`)).status).toBe(400);
  });
});

describe('an address', () => {
  it('may open no connection after several were closed, and others still may', async () => {
    const member = await services.member();
    for (let closed = 0; closed < connectionLimits.closed.points; closed++) await exceed(member, '203.0.113.9');
    await expect(windows.open(member, from('203.0.113.9'))).rejects.toThrow('websocket error');
    expect((await windows.open(member, from('203.0.113.10'))).socket.connected).toBe(true);
  });

  it('of a known network may more often', async () => {
    const member = await services.member();
    for (let closed = 0; closed < connectionLimits.closed.points * 2; closed++) await exceed(member, '198.51.100.7');
    await expect(windows.open(member, from('198.51.100.7'))).rejects.toThrow('websocket error');
  });
});

describe('a member', () => {
  it('has a bounded number of windows, also of those that open at once, and another when one closes', async () => {
    const member = await services.member();
    const { windows: most } = connectionLimits.member;
    const opened = await Promise.allSettled(Array.from({ length: most + 10 }, () => windows.open(member)));
    const admitted = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(admitted.length).toBe(most);
    const auth = { token: member.token };
    expect(await windows.refusalOf(auth)).toEqual({ code: 'TOO_MANY_REQUESTS', retry_after: 60 });
    admitted[0]!.socket.disconnect();
    await until(() => openWindows(member) === most - 1);
    expect((await windows.open(member)).socket.connected).toBe(true);
  });
});
