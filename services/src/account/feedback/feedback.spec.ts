import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  markFeedbackRead,
  maxFeedbackCharacters,
  readFeedback,
  removeFeedback,
  sendFeedback,
} from '@paddock/contract/calls/feedback';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { FeedbackService } from './feedback.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const hq = { community: 'workplace', workplace: 'hq' } as const;
const admins = (workplace: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [workplace] }] });
const send = (as: TestMember, msg?: string, client_id: string = randomUUID()) =>
  services.call(sendFeedback, { client_id, ...(msg !== undefined && { msg }) }, { as });
const list = (as: TestMember, input: { before?: string; count?: number } = {}) =>
  services.call(readFeedback, input, { as });
const textsFor = async (as: TestMember) => (await list(as)).body.feedbacks.map(({ msg }) => msg);

describe(FeedbackService, () => {
  it('reaches the admins of the workplace, and no other member', async () => {
    const member = await services.member(hq);
    const admin = await services.member({ ...hq, ...admins('hq') });
    const elsewhere = await services.member({ community: 'workplace', workplace: 'porto', ...admins('porto') });
    const msg = `The map loads slowly ${randomUUID()}`;
    expect((await send(member, `  ${msg} `)).body).toEqual({ ok: true });
    const { feedbacks } = (await list(admin)).body;
    expect(feedbacks[0]).toMatchObject({ msg, user: { id: member.id, username: member.username } });
    expect((await list(member)).body.code).toBe('FORBIDDEN');
    expect(await textsFor(elsewhere)).not.toContain(msg);
  });

  it.each([
    ['nothing', undefined, 'FEEDBACK_MISSING'],
    ['an empty text', '', 'FEEDBACK_MISSING'],
    ['spaces', ' \n ', 'FEEDBACK_MISSING'],
    ['invisible characters', '\u200b\u2060', 'FEEDBACK_MISSING'],
    ['a text over the limit', 'x'.repeat(maxFeedbackCharacters + 1), 'msg_LENGTH_PATTERN'],
  ])('refuses %s at the field, and stores nothing', async (_, msg, code) => {
    const member = await services.member(hq);
    const admin = await services.member({ ...hq, ...admins('hq') });
    const before = await textsFor(admin);
    const { status, body } = await send(member, msg);
    expect([status, body.fields]).toEqual([400, { msg: code }]);
    expect(await textsFor(admin)).toEqual(before);
  });

  it('stores a text at the limit', async () =>
    expect((await send(await services.member(hq), 'x'.repeat(maxFeedbackCharacters))).status).toBe(200));

  it('answers a resend, and stores it once; another member may use the same id', async () => {
    const [ann, bob] = [await services.member(hq), await services.member(hq)];
    const admin = await services.member({ ...hq, ...admins('hq') });
    const [msg, client_id] = [`Twice ${randomUUID()}`, randomUUID()];
    const replies = await Promise.all([
      send(ann, msg, client_id),
      send(ann, msg, client_id),
      send(bob, msg, client_id),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await textsFor(admin)).filter((text) => text === msg)).toHaveLength(2);
  });

  it('lists pages, newest first, and removes what is dealt with', async () => {
    const member = await services.member({ community: 'workplace', workplace: 'porto' });
    const admin = await services.member({ community: 'workplace', workplace: 'porto', ...admins('porto') });
    const other = await services.member({ ...hq, ...admins('hq') });
    for (const msg of ['one', 'two', 'three']) await send(member, msg);
    const { body: first } = await list(admin, { count: 2 });
    expect(first.feedbacks.map(({ msg }) => msg)).toEqual(['three', 'two']);
    const { body: second } = await list(admin, { count: 2, before: first.next! });
    expect([second.feedbacks.map(({ msg }) => msg), second.next]).toEqual([['one'], null]);

    const { id } = first.feedbacks[0]!;
    expect((await services.call(removeFeedback, { id }, { as: member })).body.code).toBe('FORBIDDEN');
    // The admin of another workplace removes nothing here.
    await services.call(removeFeedback, { id }, { as: other });
    expect(await textsFor(admin)).toEqual(['three', 'two', 'one']);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await services.call(removeFeedback, { id }, { as: admin })).status).toBe(200);
    expect(await textsFor(admin)).toEqual(['two', 'one']);
  });

  it('is read for all admins of the workplace up to the one that an admin has seen', async () => {
    const place = { community: 'workplace', workplace: 'porto' } as const;
    const member = await services.member(place);
    const [one, two] = [
      await services.member({ ...place, ...admins('porto') }),
      await services.member({ ...place, ...admins('porto') }),
    ];
    const elsewhere = await services.member({ ...hq, ...admins('hq') });
    const unreadFor = async (as: TestMember) => (await list(as)).body.unread;
    const markRead = (as: TestMember, id: string) => services.call(markFeedbackRead, { id }, { as });
    const before = await unreadFor(one);
    for (const msg of ['first', 'second']) await send(member, msg);
    const [, first] = (await list(one)).body.feedbacks;
    expect([first!.read, await unreadFor(one)]).toEqual([false, before + 2]);

    expect((await markRead(member, first!.id)).body.code).toBe('FORBIDDEN');
    await markRead(elsewhere, first!.id);
    expect(await unreadFor(two)).toBe(before + 2);
    expect((await markRead(one, first!.id)).body).toEqual({ unread: 1 });
    expect((await list(two, { count: 2 })).body.feedbacks.map(({ msg, read }) => [msg, read])).toEqual([
      ['second', false],
      ['first', true],
    ]);
    await send(member, 'third');
    expect(await unreadFor(two)).toBe(2);
  });

  it('is exported, and goes with its member', async () => {
    const member = await services.member(hq);
    const admin = await services.member({ ...hq, ...admins('hq') });
    const msg = `Mine ${randomUUID()}`;
    await send(member, msg);
    const tenant = tenantOf('workplace');
    const extensions = services.get(ExtensionPoints);
    const exported = await extensions.all('export').get('feedback')!(tenant, member.row);
    expect(exported).toMatchObject({ feedback: [{ workplace: 'hq', msg }] });
    await extensions.all('forget').get('feedback')!(tenant, member.row);
    expect(await textsFor(admin)).not.toContain(msg);
  });
});

describe('the limit of feedback', () => {
  it('counts ten an hour', async () => {
    const limited = await startTestServices();
    const member = await limited.member(hq);
    const sent = [];
    for (let turn = 0; turn < 11; turn += 1)
      sent.push(
        (await limited.call(sendFeedback, { client_id: randomUUID(), msg: `No ${turn}` }, { as: member })).status,
      );
    await limited.close();
    expect(sent).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
