import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { markRead } from '@paddock/contract/calls/chats';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import { type Conversation, postShout, readShouts } from '@paddock/contract/calls/shouts';
import { passTime } from '../../../test/pass-time.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { SeenMarks } from './seen-marks.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,shouts', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const setMarks = (as: TestMember, seen_marks: boolean) =>
  services.call(updatePreferences, { id: as.id, seen_marks }, { as });
const head = async (as: TestMember, filter: string): Promise<Conversation> =>
  (await services.call(readShouts, { filter }, { as })).body.conversation;

/** Ann has written two messages to Bob, and has a window open. */
async function chat() {
  const [ann, bob] = [await services.member(), await services.member()];
  for (const shout of ['Box', 'Now']) await services.call(postShout, { recipients: [bob.id], shout }, { as: ann });
  const window = await windows.open(ann);
  const read = (seq: number) => services.call(markRead, { id: ann.id, seq }, { as: bob });
  const events = () => window.received.filter(({ event }) => event === 'reading_recipient');
  return { ann, bob, read, events, window };
}

describe(SeenMarks, () => {
  it('tells the author how far the other member has read, at once and on the next reading', async () => {
    const { ann, bob, read, events } = await chat();
    expect((await head(ann, bob.id)).seen_seq).toBe(0);
    await read(1);
    await until(() => events().length > 0);
    expect(events()[0]!.payload).toEqual({ workplace: '', conversation: bob.id, seq: 1 });
    expect((await head(ann, bob.id)).seen_seq).toBe(1);
    // Ann has read up to her own shout, and Bob sees that.
    expect((await head(bob, ann.id)).seen_seq).toBe(2);
  });

  it.each(['reader', 'author'] as const)('reveals nothing to either side while the %s has them off', async (side) => {
    const { ann, bob, read, events, window } = await chat();
    await setMarks(side === 'reader' ? bob : ann, false);
    await read(2);
    await windows.settled([ann, window]);
    expect(events()).toEqual([]);
    expect(await head(ann, bob.id)).not.toHaveProperty('seen_seq');
    expect(await head(bob, ann.id)).not.toHaveProperty('seen_seq');
    await setMarks(side === 'reader' ? bob : ann, true);
    expect((await head(ann, bob.id)).seen_seq).toBe(2);
  });

  it('reveals nothing between members of whom one has blocked the other', async () => {
    const { ann, bob, read, events, window } = await chat();
    const { connection } = services.get(Mongo);
    await connection.collection('users').updateOne({ username: bob.username }, { $set: { blocked_users: [ann.id] } });
    // Past the repositories, without an event: it is seen within a minute.
    passTime(61_000);
    await read(2);
    await windows.settled([ann, window]);
    expect(events()).toEqual([]);
    expect(await head(ann, bob.id)).not.toHaveProperty('seen_seq');
  });

  it('shows none in groups', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    const window = await windows.open(ann);
    await services.call(postShout, { group, shout: 'Box' }, { as: ann });
    await services.call(markRead, { id: group, seq: 1 }, { as: bob });
    await windows.settled([ann, window]);
    expect(window.received.map(({ event }) => event)).not.toContain('reading_recipient');
    for (const filter of [group, '0']) expect(await head(ann, filter)).not.toHaveProperty('seen_seq');
  });
});
