import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Socket as Connection } from 'node:net';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';
import { Realtime } from './realtime.js';
import { userRoom } from './rooms.js';
import { WindowWrites } from './window-writes.js';

let services: TestServices;
let windows: TestWindows;
let realtime: Realtime;

beforeAll(async () => {
  services = await startTestServices();
  windows = new TestWindows(services);
  realtime = services.get(Realtime);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const send = (member: TestMember, revision: string) =>
  realtime.emitTo(tenantOfMember(member), { user: member.id }, 'updating_deployment', { revision });
const received = (window: TestWindow) =>
  window.received.map(({ payload }) => (payload as { revision: string }).revision);
/** The services' side of a member's only window. */
const connectionOf = (member: TestMember): Connection =>
  realtime.sockets(userRoom(tenantOfMember(member), member.id))[0]!.conn.request.socket;

describe(WindowWrites, () => {
  it('sends payloads of every length, also with characters of several bytes', async () => {
    const ann = await services.member();
    const window = await windows.open(ann);
    // The length of a frame is in one, three or nine bytes.
    const sent = [0, 60, 80, 200, 65_000, 66_000, 200_000].flatMap((length) => [
      'x'.repeat(length),
      'ß€🏁'.repeat(length),
    ]);
    for (const revision of sent) {
      send(ann, revision);
      await windows.settled([ann, window]);
    }
    expect(received(window)).toEqual(sent);
  });

  it('sends what a window gets in one turn in one write, in its order', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const opened = [await windows.open(ann), await windows.open(bob)] as const;
    const connection = connectionOf(ann) as Connection & Required<Pick<Connection, '_writev' | '_write'>>;
    const [together, alone] = [jest.spyOn(connection, '_writev'), jest.spyOn(connection, '_write')];
    for (const revision of ['a', 'b', 'c']) send(ann, revision);
    send(bob, 'd');
    await until(() => opened[0].received.length === 3 && opened[1].received.length === 1);
    expect([together.mock.calls.length, alone.mock.calls.length]).toEqual([0, 1]);
    expect([received(opened[0]), received(opened[1])]).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('keeps the order for a window that reads slowly', async () => {
    const ann = await services.member();
    const window = await windows.open(ann);
    const connection = connectionOf(ann);
    const own = (window.socket.io.engine.transport as unknown as { ws: { _socket: Connection } }).ws._socket;
    own.pause();
    const sent: string[] = [];
    const add = async (revision: string) => {
      sent.push(revision);
      send(ann, revision);
      await new Promise((passed) => setImmediate(passed));
    };
    while (connection.writableLength === 0) await add(`${sent.length} ${'x'.repeat(500_000)}`);
    for (let count = 0; count < 20; count++) await add(`later ${count}`);
    own.resume();
    await until(() => window.received.length >= sent.length);
    await add('last');
    await until(() => window.received.length > sent.length - 1);
    expect(received(window).map((text) => text.slice(0, 20))).toEqual(sent.map((text) => text.slice(0, 20)));
  });

  it('sends what waits before a window is closed, and nothing to one that has gone', async () => {
    const ann = await services.member();
    const window = await windows.open(ann);
    const [own] = realtime.sockets(userRoom(tenantOfMember(ann), ann.id));
    send(ann, 'in time');
    realtime.sendNow();
    send(ann, 'too late');
    own!.disconnect(true);
    await until(() => window.socket.disconnected);
    expect(received(window)).toEqual(['in time']);
  });
});
