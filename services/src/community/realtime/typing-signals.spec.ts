import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { conversationRoom } from '../../infrastructure/realtime/rooms.js';
import { type TypingSignal, TypingSignals } from './typing-signals.js';

let services: TestServices;
let windows: TestWindows;

beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

/** A group of three with a window each. */
async function groupOfThree() {
  const [ann, bob, cid] = [await services.member(), await services.member(), await services.member()];
  const { _id: gid } = await services.group(ann, [bob, cid]);
  const opened = [await windows.open(ann), await windows.open(bob), await windows.open(cid)] as const;
  const all = [
    [ann, opened[0]],
    [bob, opened[1]],
    [cid, opened[2]],
  ] satisfies [TestMember, TestWindow][];
  const tenant = tenantOfMember(ann);
  const signal = ({ id, username }: TestMember): TypingSignal => ({
    event: 'writing_group',
    tenant,
    rooms: [conversationRoom(tenant, gid)],
    payload: { workplace: '', gid },
    user: { id, username, fullname: username, online: true },
  });
  /** The writers of each packet of each window. */
  const heard = async () => {
    await windows.settled(...all);
    return opened.map(({ received }) =>
      received.map(({ payload }) => {
        const { user, others = [] } = payload as { user: TestMember; others?: TestMember[] };
        return [user, ...others].map(({ id }) => id);
      }),
    );
  };
  return { ann, bob, cid, gid, opened, signal, heard };
}

describe(TypingSignals, () => {
  it('sends the writers of one turn in one packet, to each writer without their own name', async () => {
    const { ann, bob, cid, signal, heard } = await groupOfThree();
    const signals = services.get(TypingSignals);
    for (const member of [ann, bob, ann]) signals.forward(signal(member), performance.now());
    expect(await heard()).toEqual([[[bob.id]], [[ann.id]], [[ann.id, bob.id]]]);
    signals.forward(signal(cid), performance.now());
    expect((await heard())[0]).toEqual([[bob.id], [cid.id]]);
  });

  it('drops a signal whose turn comes late, and keeps one of the same turn that is in time', async () => {
    const { ann, bob, signal, heard } = await groupOfThree();
    const signals = services.get(TypingSignals);
    signals.forward(signal(ann), performance.now() - 60_000);
    signals.forward(signal(bob), performance.now());
    expect(await heard()).toEqual([[[bob.id]], [], [[bob.id]]]);
  });

  it('drops all signals while messages are late', async () => {
    const { gid, opened, heard } = await groupOfThree();
    const lag = jest.spyOn(services.get(Outbox), 'liveLag').mockReturnValue(60_000);
    expect(await opened[0].ask('writing_group', { gid })).toEqual({ ok: true });
    expect(await heard()).toEqual([[], [], []]);
    lag.mockRestore();
    expect(await opened[0].ask('writing_group', { gid })).toEqual({ ok: true });
    await until(() => opened[1].received.length > 0);
  });
});
