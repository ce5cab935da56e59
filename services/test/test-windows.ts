import { realtimePath } from '@paddock/contract/calls/realtime';
import { io, Manager, type Socket } from 'socket.io-client';
import { tenantOfMember, type TestMember, type TestServices } from './start-test-services.js';
import { Realtime } from '../src/infrastructure/realtime/realtime.js';
import type { Ack } from '../src/community/realtime/realtime.gateway.js';

/** A member's connected window in a test. */
export interface TestWindow {
  socket: Socket;
  /** What was received, in order. */
  received: { event: string; payload: unknown }[];
  ask(event: string, message: unknown): Promise<Ack>;
}

/** Real sockets to the services under test. */
export class TestWindows {
  private readonly sockets: Socket[] = [];
  private readonly managers: Manager[] = [];

  constructor(private readonly services: TestServices) {}

  async open(member: TestMember, headers?: Record<string, string>): Promise<TestWindow> {
    const socket = this.connect({ token: member.token, workplace: member.workplace }, member.community, headers);
    const received: TestWindow['received'] = [];
    socket.onAny((event: string, payload: unknown) => received.push({ event, payload }));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return {
      socket,
      received,
      ask: (event, message) => socket.timeout(3000).emitWithAck(event, message) as Promise<Ack>,
    };
  }

  /** A connection that sends and receives encoded packets, without a client's own rules. */
  async connection(community = 'motorsport'): Promise<{ send(packet: string): void; received: string[] }> {
    const manager = new Manager(`http://127.0.0.1:${this.services.port}`, {
      ...this.options(community),
      autoConnect: false,
    });
    this.managers.push(manager);
    await new Promise<void>((resolve, reject) => manager.open((error) => (error ? reject(error) : resolve())));
    const received: string[] = [];
    manager.engine.on('message', (packet: string) => received.push(packet));
    return { send: (packet) => void manager.engine.send(packet), received };
  }

  /** The error of a refused handshake. */
  refusalOf(auth: object, community = 'motorsport', headers?: Record<string, string>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const socket = this.connect(auth, community, headers);
      socket.once('connect_error', (error) => resolve((error as Error & { data?: unknown }).data));
      socket.once('connect', () => reject(new Error('the handshake was accepted')));
    });
  }

  /** Resolves when everything sent before has arrived, by a marker to each member behind it. */
  async settled(...windows: [TestMember, TestWindow][]): Promise<void> {
    const isMarker = ({ payload }: TestWindow['received'][number]) =>
      (payload as { revision?: string }).revision === 'marker';
    for (const [member, { received }] of windows) {
      const tenant = tenantOfMember(member);
      this.services.get(Realtime).emitTo(tenant, { user: member.id }, 'updating_deployment', { revision: 'marker' });
      await until(() => received.some(isMarker));
      received.splice(received.findIndex(isMarker), 1);
    }
  }

  closeAll() {
    for (const socket of this.sockets.splice(0)) socket.disconnect();
    for (const manager of this.managers.splice(0)) manager.engine.close();
  }

  private connect(auth: object, community: string, headers?: Record<string, string>): Socket {
    const options = { ...this.options(community, headers), forceNew: true, auth };
    const socket = io(`http://127.0.0.1:${this.services.port}`, options);
    this.sockets.push(socket);
    return socket;
  }

  private options(community: string, headers?: Record<string, string>) {
    const extraHeaders = { host: `${community}.localhost`, ...headers };
    return { path: realtimePath, transports: ['websocket'], extraHeaders, reconnection: false };
  }
}

export async function until(condition: () => boolean, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
