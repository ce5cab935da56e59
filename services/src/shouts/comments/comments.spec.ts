import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { readSubjectComments, suggestSubjectMentions } from '@paddock/contract/calls/comments';
import { deleteEvent, readEvent, updateEvent } from '@paddock/contract/calls/events';
import { deleteShout, editShout, likeShout, postShout } from '@paddock/contract/calls/shouts';
import type { CallInput } from '@paddock/contract/core/call';
import { hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { eventOf, fromNow } from '../../../test/events-scenario.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until, type TestWindow } from '../../../test/test-windows.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { subjectConversationId } from '../../community/conversations/conversation-ids.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { CommentsService } from './comments.service.js';

let services: TestServices;
let windows: TestWindows;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,events,shouts', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
  admin = await services.member({ admin: true });
});
afterEach(() => windows.closeAll());
afterAll(() => services.close());

type Input = Partial<CallInput<typeof postShout>>;
const send = (as: TestMember, id: string, input: Input = {}) =>
  services.call(
    postShout,
    { subject: { kind: 'event', id }, client_id: randomUUID(), shout: 'Copy', ...input },
    { as },
  );
async function commented(as: TestMember, id: string, input: Input = {}): Promise<string> {
  const { status, body } = await send(as, id, input);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.id;
}
const list = async (as: TestMember, id: string, input: { count?: number; before?: string } = {}) =>
  (await services.call(readSubjectComments, { kind: 'event', id, ...input }, { as })).body;
const countOf = async (as: TestMember, id: string) =>
  (await services.call(readEvent, { id }, { as })).body.event.comments;
const texts = async (as: TestMember, id: string) => (await list(as, id)).comments.map(({ shout }) => shout);
const rows = (collection: string, filter: object) =>
  services.get(Mongo).connection.collection(collection).find(filter).toArray();
const members = (count: number) => Promise.all(Array.from({ length: count }, () => services.member()));
const byInvitation = (...invited: TestMember[]) => ({ invitation_only: true, invited: invited.map(({ id }) => id) });

describe(CommentsService, () => {
  it('pages from the end backwards, without deleted comments', async () => {
    const [ann] = (await members(1)) as [TestMember];
    const { id } = await eventOf(services, admin);
    expect(await list(ann, id)).toMatchObject({
      comments: [],
      more: false,
      total: 0,
      can_comment: true,
      manages: false,
    });
    const ids: string[] = [];
    for (const shout of ['1', '2', '3', '4', '5']) ids.push(await commented(ann, id, { shout }));
    await services.call(deleteShout, { id: ids[3]! }, { as: ann });
    const last = await list(ann, id, { count: 3 });
    expect([last.comments.map(({ shout }) => shout), last.more, last.total]).toEqual([['2', '3', '5'], true, 4]);
    expect(last.comments.every(({ in_reply_to, group }) => in_reply_to === last.thread && group === undefined)).toBe(
      true,
    );
    const first = await list(ann, id, { count: 3, before: last.comments[0]!.id });
    expect([first.comments.map(({ shout }) => shout), first.more]).toEqual([['1'], false]);
    const foreign = await commented(ann, (await eventOf(services, admin)).id);
    expect((await list(ann, id, { before: foreign })) as object).toMatchObject({ code: 'SHOUT_NOT_FOUND' });
    await expectNoCollectionScan(services, () => list(ann, id, { before: ids[2]! }));
  });

  it('counts exactly while members comment, resend and delete at the same time', async () => {
    const people = await members(10);
    const { id } = await eventOf(services, admin);
    const early = await Promise.all(people.map((one) => commented(one, id)));
    const client_id = randomUUID();
    const resent = await Promise.all([1, 2, 3].map(() => send(people[0]!, id, { client_id })));
    expect(new Set(resent.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    await Promise.all([
      ...people.map((one) => commented(one, id)),
      ...early
        .slice(0, 5)
        .flatMap((comment) =>
          [people[early.indexOf(comment)]!, admin].map((as) => services.call(deleteShout, { id: comment }, { as })),
        ),
    ]);
    const { total, comments } = await list(admin, id);
    expect([total, comments.length, await countOf(admin, id)]).toEqual([16, 16, 16]);
    const thread = subjectConversationId(tenantOfMember(admin), 'event', id);
    const positions = (await rows('shouts', { thread })).map((row) => row['position'] as number);
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  });

  it('edits inside the window, likes, and returns the first comment to a resend after the event is full of others', async () => {
    const [ann, bob] = (await members(2)) as [TestMember, TestMember];
    const { id } = await eventOf(services, admin);
    const client_id = randomUUID();
    const comment = await commented(ann, id, { client_id, shout: 'First' });
    await commented(bob, id, { shout: 'Second' });
    expect((await services.call(editShout, { id: comment, shout: 'Changed' }, { as: ann })).body.shout).toBe('Changed');
    expect((await services.call(likeShout, { id: comment }, { as: bob })).body.likes_count).toBe(1);
    expect((await send(ann, id, { client_id, shout: 'Again' })).body).toMatchObject({ id: comment, shout: 'Changed' });
    expect(await texts(bob, id)).toEqual(['Changed', 'Second']);
  });

  it.each([
    ['only spaces', '  ', 'shout_REQUIRED'],
    ['2001 characters', 'x'.repeat(2001), 'shout_LENGTH_PATTERN'],
  ])('refuses %s', async (_, shout, code) => {
    const { id } = await eventOf(services, admin);
    const { status, body } = await send(admin, id, { shout });
    expect([status, body.fields, await countOf(admin, id)]).toEqual([400, { shout: code }, 0]);
  });

  it('sends comments, likes, edits and deletions to the windows of readers only', async () => {
    const [ann, bob, eve] = (await members(3)) as [TestMember, TestMember, TestMember];
    const { id } = await eventOf(services, admin, byInvitation(ann, bob));
    const [ofBob, ofEve] = [await windows.open(bob), await windows.open(eve)];
    const comment = await commented(ann, id, { shout: 'secret setup' });
    await services.call(editShout, { id: comment, shout: 'secret setup 2' }, { as: ann });
    await services.call(likeShout, { id: comment }, { as: ann });
    await services.call(deleteShout, { id: comment }, { as: admin });
    const sent = (window: TestWindow) => window.received.filter(({ event }) => /shout|comment/.test(event));
    await until(() => sent(ofBob).some(({ event }) => event === 'deleting_shout'));
    const thread = subjectConversationId(tenantOfMember(ann), 'event', id);
    expect(sent(ofBob)[0]).toMatchObject({
      event: 'posting_comment',
      payload: { conversation: thread, comments_count: 1, comment: { id: comment, in_reply_to: thread } },
    });
    expect(sent(ofBob).at(-1)!.payload).toMatchObject({ conversation: thread, id: comment, admin_deleted: true });
    await windows.settled([eve, ofEve]);
    expect(sent(ofEve)).toEqual([]);
  });

  it('shows comments by invitation to others neither in search, chats, files nor export', async () => {
    const [ann, bob, eve] = (await members(3)) as [TestMember, TestMember, TestMember];
    const { id } = await eventOf(services, admin, byInvitation(ann, bob));
    const word = `undercut${randomUUID().slice(0, 8)}`;
    const picture = await uploadPicture(services, ann);
    await commented(ann, id, { shout: word, image_urls: [picture] });
    const [shown] = (await list(bob, id)).comments;
    expect(await statusOfFile(services, shown!.image_urls[0]!)).toBe(200);
    for (const as of [eve, ann, admin]) {
      const found = await services.call(readChats, { verb: 'search', prop: 'all', query: word }, { as });
      const chats = await services.call(readChats, { verb: 'retrieve', prop: 'all' }, { as });
      expect([found.body.shouts, chats.body.filters.length]).toEqual([[], 1]);
    }
    const exported = async (member: TestMember) => {
      const files = await services.get(ExtensionPoints).all('export').get('shouts')!(
        tenantOfMember(member),
        member.row,
      );
      const written: unknown[] = [];
      for await (const one of files['shouts'] as AsyncIterable<unknown>) written.push(one);
      return written;
    };
    expect(await exported(ann)).toMatchObject([{ text: word, subject: { kind: 'event', id } }]);
    expect(await exported(eve)).toEqual([]);
    // A member who is no longer invited can open neither the comments nor their pictures.
    await services.call(updateEvent, { id, invited: [eve.id] }, { as: admin });
    expect(await statusOfFile(services, shown!.image_urls[0]!)).toBe(404);
    expect((await list(eve, id)).comments).toHaveLength(1);
  });

  it('erases the thread of a deleted event, with likes and files, also against comments at the same time', async () => {
    const people = await members(6);
    const { id } = await eventOf(services, admin);
    const picture = await uploadPicture(services, people[0]!);
    const first = await commented(people[0]!, id, { image_urls: [picture] });
    await services.call(likeShout, { id: first }, { as: people[1]! });
    const [shown] = (await list(admin, id)).comments;
    const tried = people.map((one) => send(one, id));
    await services.call(deleteEvent, { id }, { as: admin });
    const codes = (await Promise.all(tried)).map(({ status, body }) => (status === 200 ? 'ok' : body.code));
    expect(codes.filter((code) => code !== 'ok' && code !== 'SHOUT_NOT_FOUND')).toEqual([]);
    expect((await list(admin, id)) as object).toMatchObject({ code: 'SHOUT_NOT_FOUND' });
    const thread = subjectConversationId(tenantOfMember(admin), 'event', id);
    for (const [collection, filter] of [
      ['shouts', { thread }],
      ['likes', { shout: first }],
    ] as const) {
      const end = Date.now() + 20_000;
      while ((await rows(collection, filter)).length > 0 && Date.now() < end)
        await new Promise((go) => setTimeout(go, 50));
      expect([collection, await rows(collection, filter)]).toEqual([collection, []]);
    }
    expect(await statusOfFile(services, shown!.image_urls[0]!)).toBe(404);
  });

  it('suggests and mentions readers only, and tells nobody who is invited but those who invite', async () => {
    const [ann, bob, eve] = (await members(3)) as [TestMember, TestMember, TestMember];
    const { id } = await eventOf(services, admin, byInvitation(ann, bob));
    const suggested = async (as: TestMember, who: TestMember) => {
      const query = who.username;
      const { body } = await services.call(suggestSubjectMentions, { kind: 'event', id, query }, { as });
      return body.users.map((user) => user.id);
    };
    expect([await suggested(admin, bob), await suggested(admin, eve)]).toEqual([[bob.id], []]);
    expect([await suggested(ann, bob), await suggested(ann, admin)]).toEqual([[], [admin.id]]);
    const text = `@${bob.username} @${eve.username}`;
    const mentions = async () => {
      await commented(ann, id, { shout: text });
      return (await list(ann, id)).comments.at(-1)!.mentions;
    };
    expect(await mentions()).toEqual([]);
    await commented(bob, id);
    expect([await suggested(ann, bob), await mentions()]).toEqual([[bob.id], [bob.username]]);
    const open = await eventOf(services, admin, { when: fromNow(hourMs), end: fromNow(2 * hourMs) });
    const { body } = await services.call(
      suggestSubjectMentions,
      { kind: 'event', id: open.id, query: eve.username },
      { as: ann },
    );
    expect(body.users.map((user) => user.id)).toEqual([eve.id]);
  });
});
