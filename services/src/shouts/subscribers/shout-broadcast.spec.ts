import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { deleteShout, editShout, likeShout, postShout } from '@paddock/contract/calls/shouts';
import { serverEvents, type ServerEvent } from '@paddock/contract/calls/realtime';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { TestWindows, until, type TestWindow } from '../../../test/test-windows.js';
import { type Packet, WindowWrites } from '../../infrastructure/realtime/window-writes.js';
import { ShoutBroadcast } from './shout-broadcast.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const post = async (as: TestMember, input: object) =>
  (await services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as })).body;

/** Listeners: two members of an invisible group, an admin, an outsider and a member of another community. */
async function world() {
  const [ann, bob, outsider] = await Promise.all([1, 2, 3].map(() => services.member()));
  const admin = await services.member({ admin: true });
  const elsewhere = await services.member({ community: 'workplace', workplace: 'hq' });
  const group = (await services.group(ann!, [bob!], { invisible: true }))._id;
  const others = await Promise.all(
    [admin, outsider!, elsewhere].map(async (who) => [who, await windows.open(who)] as const),
  );
  return { ann: ann!, bob: bob!, group, others, forAnn: await windows.open(ann!), forBob: await windows.open(bob!) };
}

async function next<E extends ServerEvent>(window: TestWindow, event: E) {
  await until(() => window.received.some((one) => one.event === event));
  return serverEvents[event].parse(window.received.find((one) => one.event === event)!.payload);
}

async function expectSilence(others: readonly (readonly [TestMember, TestWindow])[]) {
  await windows.settled(...others.map(([who, window]): [TestMember, TestWindow] => [who, window]));
  expect(others.flatMap(([, { received }]) => received)).toEqual([]);
}

describe(ShoutBroadcast, () => {
  it("sends a shout once to the group's members only", async () => {
    const { ann, group, others, forAnn, forBob } = await world();
    const client_id = randomUUID();
    const shout = await post(ann, { client_id, group });
    await post(ann, { client_id, group });
    const marker = await post(ann, { group, shout: 'marker' });
    await until(() => forBob.received.length >= 2);
    const ids = forBob.received.map(({ payload }) => (payload as { shout: { id: string } }).shout.id);
    expect(ids).toEqual([shout.id, marker.id]);
    expect(await next(forAnn, 'posting_topic')).toMatchObject({
      workplace: '',
      conversation: group,
      shout: { client_id },
    });
    await expectSilence(others);
  });

  it('under disable_comments sends no card of a comment, and no count of comments', async () => {
    const { ann, bob, group, forBob } = await world();
    const { id } = await post(ann, { group });
    const comment = await post(ann, { group: undefined, in_reply_to: id });
    await next(forBob, 'posting_comment');
    await underFlags(services, 'motorsport', { disable_comments: true }, async () => {
      await services.call(likeShout, { id: comment.id }, { as: bob });
      await services.call(likeShout, { id }, { as: bob });
      expect(await next(forBob, 'updating_shout')).toMatchObject({ shout: { id, comments_count: 0 } });
      const { body } = await services.call(deleteShout, { id }, { as: ann });
      expect(body.comments_count).toBe(0);
      expect(await next(forBob, 'deleting_shout')).toMatchObject({ id, comments_count: 0, deleted: true });
    });
  });

  it('sends a private shout to both participants under the id of the other, and to no admin', async () => {
    const { ann, bob, others, forAnn, forBob } = await world();
    const shout = await post(ann, { recipients: [bob.id] });
    expect(await next(forBob, 'posting_recipient')).toMatchObject({ conversation: ann.id, shout: { id: shout.id } });
    expect(await next(forAnn, 'posting_recipient')).toMatchObject({ conversation: bob.id, shout: { id: shout.id } });
    await expectSilence(others);
  });

  it('sends an outsider the comments on what they posted into a visible group, and nothing else of it', async () => {
    const [ann, guest] = await Promise.all([services.member(), services.member()]);
    const group = (await services.group(ann))._id;
    const forGuest = await windows.open(guest);
    await post(ann, { group, shout: 'For members' });
    const own = await post(guest, { group, shout: 'May I ask' });
    const other = await post(ann, { group, shout: 'For members too' });
    await post(ann, { in_reply_to: other.id });
    const comment = await post(ann, { in_reply_to: own.id });
    expect(await next(forGuest, 'posting_comment')).toMatchObject({ comment: { id: comment.id }, comments_count: 1 });
    const forAnn = await windows.open(ann);
    await underFlags(services, 'motorsport', { users_can_only_shout_in_their_groups: true }, async () => {
      await post(ann, { in_reply_to: own.id, shout: 'No longer yours' });
      await next(forAnn, 'posting_comment');
      await windows.settled([guest, forGuest]);
    });
    const events = forGuest.received.map(({ event }) => event).filter((event) => event.startsWith('posting'));
    // The author is notified of the comment, too.
    expect(events.toSorted()).toEqual(['posting_comment', 'posting_notification', 'posting_topic']);
  });

  it('sends a shout to everybody to all members of the workplace', async () => {
    const { ann, others } = await world();
    await post(ann, { group: '0' });
    const [admin, outsider, elsewhere] = others;
    for (const [, window] of [admin!, outsider!])
      expect(await next(window, 'posting_topic')).toMatchObject({ conversation: '0' });
    await expectSilence([elsewhere!]);
  });

  it('sends comments with their count, also of private shouts', async () => {
    const { ann, bob, others, forAnn } = await world();
    const shout = await post(ann, { recipients: [bob.id] });
    const comment = await post(bob, { in_reply_to: shout.id, shout: 'Copy' });
    expect(await next(forAnn, 'posting_comment')).toMatchObject({
      conversation: bob.id,
      comment: { id: comment.id, in_reply_to: shout.id, shout: 'Copy' },
      comments_count: 1,
    });
    await expectSilence(others);
  });

  it('sends a like as liked to its member only', async () => {
    const { ann, bob, group, others, forAnn, forBob } = await world();
    const { id } = await post(ann, { group });
    await services.call(likeShout, { id }, { as: bob });
    expect(await next(forBob, 'updating_shout')).toMatchObject({ shout: { id, liked: true, likes_count: 1 } });
    expect(await next(forAnn, 'updating_shout')).toMatchObject({ shout: { id, liked: false, likes_count: 1 } });
    await expectSilence(others);
  });

  it('encodes a shout once for all who see the same, and apart for those with addresses or likes of their own', async () => {
    const { ann, bob, group, forAnn, forBob } = await world();
    const again = await windows.open(bob);
    const add = jest.spyOn(WindowWrites.prototype, 'add');
    const eventOf = ({ text }: Packet) => /^2\["(\w+)"/.exec(text)?.[1];
    const packets = () => new Set(add.mock.calls.map(([, packet]) => packet));
    const sent = () => [...packets()].map(eventOf).filter((event) => event !== 'updating_chat');
    try {
      const shout = await post(ann, { group });
      await Promise.all([forAnn, forBob, again].map((window) => next(window, 'posting_topic')));
      expect(sent()).toEqual(['posting_topic']);
      await services.call(likeShout, { id: shout.id }, { as: bob });
      await Promise.all([forAnn, forBob, again].map((window) => next(window, 'updating_shout')));
      expect(sent()).toEqual(['posting_topic', 'updating_shout', 'updating_shout']);
      expect(await next(forAnn, 'updating_shout')).toMatchObject({ shout: { liked: false } });
      expect(await next(again, 'updating_shout')).toMatchObject({ shout: { liked: true } });
    } finally {
      add.mockRestore();
    }
  });

  it('sends an edit', async () => {
    const { ann, group, forBob } = await world();
    const { id } = await post(ann, { group });
    await services.call(editShout, { id, shout: 'Stay out' }, { as: ann });
    expect(await next(forBob, 'updating_shout')).toMatchObject({ shout: { id, shout: 'Stay out' } });
  });

  it('sends a deletion without the text', async () => {
    const { ann, bob, others, forBob } = await world();
    const { id } = await post(ann, { recipients: [bob.id], shout: 'secret setup' });
    await next(forBob, 'posting_recipient');
    forBob.received.length = 0;
    await services.call(deleteShout, { id }, { as: ann });
    const received = await next(forBob, 'deleting_shout');
    const marks = { comments_count: 0, deleted: true, admin_deleted: false };
    expect(received).toEqual({ workplace: '', conversation: ann.id, id, ...marks });
    await expectSilence(others);
  });
});
