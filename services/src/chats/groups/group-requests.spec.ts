import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { banMember } from '@paddock/contract/calls/account-data';
import { acceptGroupRequest, ignoreGroupRequest, readGroupRequests } from '@paddock/contract/calls/group-requests';
import { removeGroupMember } from '@paddock/contract/calls/group-members';
import { readGroup } from '@paddock/contract/calls/groups';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { groupRequests } from '../../../test/group-request-scenario.js';
import { mailsTo, mailTo } from '../../../test/mails.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { MemberBans } from '../../community/users/member-bans.js';
import { UserRepository } from '../../community/users/user.repository.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

type Decide = typeof acceptGroupRequest;
const { hq, ask, byLink, requested } = groupRequests(() => services);
const decide = (call: Decide, as: TestMember, id: string, user: string) => services.call(call, { id, user }, { as });
const isMember = async (as: TestMember, id: string) => (await services.call(readGroup, { id }, { as })).body.member;

describe('asking to join', () => {
  it('with autojoin adds at once, and a second time changes nothing', async () => {
    const [owner, ann] = [await services.member(), await services.member()];
    const id = (await services.group(owner, [], { autojoin: true }))._id;
    const window = await windows.open(ann);
    expect((await ask(ann, id)).body).toEqual({ state: 'added' });
    await until(() => window.received.some(({ event }) => event === 'joining_group'));
    expect((await ask(ann, id)).body).toEqual({ state: 'added' });
    expect((await services.call(readGroup, { id }, { as: ann })).body).toMatchObject({
      member: true,
      owner: false,
      totalUsers: 2,
    });
    expect((await ask(ann, '0')).body).toEqual({ state: 'added' });
  });

  it('else waits, is idempotent, and reaches the owners in the app and by mail once', async () => {
    const { owner, ann, id } = await requested();
    await Promise.all([ask(ann, id), ask(ann, id), ask(ann, id)]);
    await notified(services, { group_requested: ['GroupRequested'] });
    const notifications = (await services.call(readNotifications, {}, { as: owner })).body.notifications;
    const { title } = (await services.call(readGroup, { id }, { as: ann })).body.group;
    expect(notifications).toMatchObject([
      {
        kind: 'group_requested',
        facts: { who: ann.row.fullname, where: title },
        address: `/main/group/${id}?workplace=hq`,
      },
    ]);
    expect((await mailsTo(services, owner.row.email)).filter(({ text }) => text.includes(ann.id))).toHaveLength(1);
    expect((await services.call(readGroup, { id }, { as: ann })).body).toMatchObject({
      member: false,
      pending: true,
      can_read: false,
    });
    expect((await services.call(readGroup, { id }, { as: owner })).body).toMatchObject({ requests: 1 });
    const { body } = await services.call(readGroupRequests, { id }, { as: owner });
    expect(body).toMatchObject({ requests: [{ user: { id: ann.id } }], total: 1 });
  });

  it.each([
    ['accepted', acceptGroupRequest],
    ['ignored', ignoreGroupRequest],
  ])('leaves the owners’ notifications once it is %s, and returns with the next one', async (_, decide) => {
    const { owner, ann, id } = await requested();
    const about = async () => {
      await notified(services, { group_requested: ['GroupRequested'] });
      const { notifications } = (await services.call(readNotifications, {}, { as: owner })).body;
      return notifications.filter(({ kind }) => kind === 'group_requested').length;
    };
    expect(await about()).toBe(1);
    expect((await services.call(decide, { id, user: ann.id }, { as: owner })).status).toBe(200);
    for (const end = Date.now() + 20_000; (await about()) > 0;) expect(Date.now()).toBeLessThan(end);
    if (decide === acceptGroupRequest) return;
    await ask(ann, id);
    expect(await about()).toBe(1);
  });

  it('reaches the workplace’s admins where no owner can act, and an owner as soon as one can', async () => {
    const [owner, ann, ben] = [await hq(), await hq(), await hq()];
    const admin = await hq({ acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const id = (await services.group(owner))._id;
    const chief = await services.member({ community: 'workplace', admin: true });
    const ban = async (banned: boolean) =>
      expect((await services.call(banMember, { id: owner.id, banned }, { as: chief })).status).toBe(200);
    const asked = async (who: TestMember, member: TestMember) =>
      (await mailsTo(services, who.row.email)).some(({ text }) => text.includes(`/${id}/${member.id}/`));
    await ban(true);
    await ask(ann, id);
    await mailTo(services, admin.row.email, new RegExp(`/accept_group_request/${id}/${ann.id}/`));
    expect(await asked(owner, ann)).toBe(false);
    await ban(false);
    await ask(ben, id);
    await mailTo(services, owner.row.email, new RegExp(`/accept_group_request/${id}/${ben.id}/`));
    expect(await asked(admin, ben)).toBe(false);
  });

  it.each(['owner', 'applicant'] as const)('reaches the admins where the %s has blocked the other', async (blocker) => {
    const [owner, ann] = [await hq(), await hq()];
    const admin = await hq({ acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const id = (await services.group(owner))._id;
    const [by, of] = blocker === 'owner' ? [owner, ann] : [ann, owner];
    await services.get(UserRepository).setBlocked(tenantOfMember(by), by.id, of.id, true);
    await ask(ann, id);
    await mailTo(services, admin.row.email, new RegExp(`/accept_group_request/${id}/${ann.id}/`));
    await notified(services, { group_requested: ['GroupRequested'] });
    const { notifications } = (await services.call(readNotifications, {}, { as: admin })).body;
    expect(notifications.map(({ address }) => address)).toContain(`/main/group/${id}?workplace=hq`);
    expect((await mailsTo(services, owner.row.email)).filter(({ text }) => text.includes(ann.id))).toEqual([]);
  });

  it('pages the requests, oldest first, and refuses an unreadable cursor', async () => {
    const { owner, ann, id } = await requested();
    const eve = await hq();
    await ask(eve, id);
    const read = async (after?: string) =>
      (await services.call(readGroupRequests, { id, count: 1, ...(after && { after }) }, { as: owner })).body;
    const first = await read();
    const pages = [first, await read(first.next), await read(first.next!.replace('_', '-'))];
    expect(pages.map(({ requests }) => requests.map(({ user }) => user.id))).toEqual([[ann.id], [eve.id], [eve.id]]);
    expect(await read('x')).toMatchObject({ code: 'INVALID_INPUT', fields: { after: 'after_INVALID_PATTERN' } });
  });

  it('counts and lists only applicants who have access', async () => {
    const { owner, ann, id } = await requested();
    const [eve, chief] = [await hq(), await services.member({ community: 'workplace', admin: true })];
    await ask(eve, id);
    const counts = async () => {
      const { body } = await services.call(readGroupRequests, { id }, { as: owner });
      const { requests } = (await services.call(readGroup, { id }, { as: owner })).body;
      return [body.requests.map(({ user }) => user.id), body.total, requests];
    };
    const ban = (banned: boolean) =>
      services.get(MemberBans).set(tenantOfMember(eve), eve.id, banned, { by: chief.id });
    await ban(true);
    expect(await counts()).toEqual([[ann.id], 1, 1]);
    await ban(false);
    expect(await counts()).toEqual([[ann.id, eve.id], 2, 2]);
  });

  it('is refused for an invisible, unknown or foreign group like for an unknown one', async () => {
    const [owner, ann] = [await hq(), await hq()];
    const porto = await services.member({ community: 'workplace', workplace: 'porto' });
    const ids = [
      (await services.group(owner, [], { invisible: true }))._id,
      (await services.group(porto))._id,
      'fedcba9876543210fedcba98',
      owner.id,
    ];
    for (const id of ids) expect((await ask(ann, id)).body.code).toBe('GROUP_NOT_FOUND');
    expect((await ask(ann, 'nonsense')).status).toBe(404);
  });

  it('adds a workplace admin at once', async () => {
    const admin = await hq({ acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const id = (await services.group(await hq(), [], { invisible: true }))._id;
    expect((await ask(admin, id)).body).toEqual({ state: 'added' });
  });
});

describe('a decision in the app', () => {
  it('accepts once, live, with a notification, and later ones change nothing', async () => {
    const { owner, ann, id } = await requested();
    const window = await windows.open(ann);
    const replies = await Promise.all([1, 2, 3].map(() => decide(acceptGroupRequest, owner, id, ann.id)));
    expect(replies.map(({ body }) => body.state).sort()).toEqual(['already_granted', 'already_granted', 'granted']);
    await until(() => window.received.some(({ event }) => event === 'joining_group'));
    expect((await decide(ignoreGroupRequest, owner, id, ann.id)).body.state).toBe('already_granted');
    expect(await isMember(ann, id)).toBe(true);
    await notified(services, { group_joined: ['GroupJoined'] });
    expect((await services.call(readNotifications, {}, { as: ann })).body.notifications).toMatchObject([
      { kind: 'group_joined' },
    ]);
  });

  it('ignores once; the member may ask again', async () => {
    const { owner, ann, id } = await requested();
    const window = await windows.open(ann);
    expect((await decide(ignoreGroupRequest, owner, id, ann.id)).body.state).toBe('denied');
    await until(() => window.received.some(({ event }) => event === 'updating_group'));
    expect((await decide(acceptGroupRequest, owner, id, ann.id)).body.state).toBe('already_denied');
    expect(await isMember(ann, id)).toBe(false);
    expect((await ask(ann, id)).body.state).toBe('pending');
    expect((await decide(acceptGroupRequest, owner, id, ann.id)).body.state).toBe('granted');
    await services.call(removeGroupMember, { id, uid: ann.id }, { as: owner });
    expect((await decide(acceptGroupRequest, owner, id, ann.id)).body.state).toBe('already_granted');
    expect(await isMember(ann, id)).toBe(false);
    expect((await ask(ann, id)).body.state).toBe('pending');
  });

  it('ends in one of many concurrent accepts and ignores', async () => {
    const { owner, ann, id, token } = await requested();
    const states = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const call = index % 2 ? acceptGroupRequest : ignoreGroupRequest;
        return index % 3 ? (await decide(call, owner, id, ann.id)).body.state : byLink(call, id, ann.id, token);
      }),
    );
    const [first, ...rest] = states.filter((state) => state === 'granted' || state === 'denied');
    expect([rest, new Set(states).size]).toEqual([[], 2]);
    expect(await isMember(ann, id)).toBe(first === 'granted');
  });
});
