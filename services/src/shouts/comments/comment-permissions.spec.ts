import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSubjectComments, suggestSubjectMentions } from '@paddock/contract/calls/comments';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readComments,
  readShout,
  readShouts,
} from '@paddock/contract/calls/shouts';
import { hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { storedEvent } from '../../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';

/** All callers, in the workplace `hq`. */
const people = [
  'signedOut',
  'pending',
  'unverified',
  'member',
  'readOnlyMember',
  'groupOwner',
  'creator',
  'organizer',
  'invited',
  'admin',
  'superAdmin',
  'outsider',
  'adminOfAnotherWorkplace',
  'adminInTheirOwnWorkplace',
  'memberOfAnotherCommunity',
  'tokenOfAnotherCommunity',
] as const;
type Caller = (typeof people)[number];
const acts = ['list', 'mentions', 'comment', 'like', 'edit', 'delete'] as const;
type Act = (typeof acts)[number];
type Codes = Record<Act, string>;
type Kind = 'open' | 'group' | 'invitation' | 'past';
const all = (code: string) => Object.fromEntries(acts.map((act) => [act, code])) as Codes;

let services: TestServices;
let author: TestMember;
let creator: TestMember;
let organizer: TestMember;
let invited: TestMember;
let group: string;
const callers = {} as Record<Caller, CallOptions>;
const events = {} as Record<Kind, string>;

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'events,shouts', RATE_LIMITS: 'off' });
  await services.configure('workplace', (file) => {
    file.flags = { ...file.flags, disable_likes: false, per_user_read_only: true };
  });
  const hq = { community: 'workplace', workplace: 'hq' };
  const adminOf = (id: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
  const members = await Promise.all(Array.from({ length: 7 }, () => services.member(hq)));
  [author, creator, organizer, invited] = members as [TestMember, TestMember, TestMember, TestMember];
  const [, , , , member, readOnlyMember, groupOwner] = members;
  const twoPlaces = await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') });
  const inside = [author, creator, organizer, member!, readOnlyMember!];
  group = (await services.group(groupOwner!, inside))._id;
  await services.get(MembershipRepository).setReadOnly(tenantOfMember(creator), group, readOnlyMember!.id, true);
  const stranger = await services.member();
  Object.assign(callers, {
    signedOut: { host: 'workplace.localhost', workplace: 'hq' },
    pending: { as: await services.member({ ...hq, pending: true }) },
    unverified: { as: await services.member({ ...hq, email_verified: false }) },
    member: { as: member },
    readOnlyMember: { as: readOnlyMember },
    groupOwner: { as: groupOwner },
    creator: { as: creator },
    organizer: { as: organizer },
    invited: { as: invited },
    admin: { as: await services.member({ ...hq, ...adminOf('hq') }) },
    superAdmin: { as: await services.member({ ...hq, admin: true }) },
    outsider: { as: await services.member(hq) },
    adminOfAnotherWorkplace: { as: twoPlaces },
    adminInTheirOwnWorkplace: { as: twoPlaces, workplace: 'porto' },
    memberOfAnotherCommunity: { as: stranger },
    tokenOfAnotherCommunity: { as: stranger, host: 'workplace.localhost' },
  } satisfies Record<Caller, CallOptions>);
  const own = { user: creator.id, organizer: organizer.id, when: new Date(Date.now() + hourMs) };
  events.open = await storedEvent(services, creator, own);
  events.group = await storedEvent(services, creator, { ...own, group });
  const byInvitation = { invitation_only: true, invited: [invited.id, author.id] };
  events.invitation = await storedEvent(services, creator, { ...own, ...byInvitation });
  events.past = await storedEvent(services, creator, { ...own, when: new Date(Date.now() - 100 * hourMs) });
});
afterAll(() => services.close());

const comment = (event: string, options: CallOptions, shout = 'Box this lap') =>
  services.call(postShout, { subject: { kind: 'event', id: event }, client_id: randomUUID(), shout }, options);

async function attempt(act: Act, event: string, id: string, options: CallOptions): Promise<string> {
  const on = { kind: 'event', id: event };
  const calls = {
    list: () => services.call(readSubjectComments, on, options),
    mentions: () => services.call(suggestSubjectMentions, { ...on, query: 'm' }, options),
    comment: () => comment(event, options),
    like: () => services.call(likeShout, { id }, options),
    edit: () => services.call(editShout, { id, shout: 'Stay out' }, options),
    delete: () => services.call(deleteShout, { id }, options),
  };
  const { status, body } = await calls[act]();
  return status === 200 ? 'ok' : body.code;
}

const reader: Codes = { ...all('ok'), edit: 'FORBIDDEN', delete: 'FORBIDDEN' };
const manager: Codes = { ...all('ok'), edit: 'FORBIDDEN' };
const unseen = all('SHOUT_NOT_FOUND');
const base = {
  signedOut: all('INVALID_TOKEN'),
  pending: all('PENDING_APPROVAL'),
  unverified: all('EMAIL_NOT_VERIFIED'),
  creator: manager,
  organizer: manager,
  admin: manager,
  superAdmin: manager,
  adminInTheirOwnWorkplace: unseen,
  memberOfAnotherCommunity: unseen,
  tokenOfAnotherCommunity: all('INVALID_TOKEN'),
};
const everyReader = {
  member: reader,
  readOnlyMember: reader,
  groupOwner: reader,
  invited: reader,
  outsider: reader,
  adminOfAnotherWorkplace: reader,
};
const tables: Record<Kind, Record<Caller, Codes>> = {
  open: { ...base, ...everyReader },
  past: { ...base, ...everyReader },
  group: {
    ...base,
    member: reader,
    readOnlyMember: { ...reader, comment: 'READ_ONLY' },
    groupOwner: manager,
    invited: unseen,
    outsider: unseen,
    adminOfAnotherWorkplace: unseen,
  },
  invitation: {
    ...base,
    invited: reader,
    member: unseen,
    readOnlyMember: unseen,
    groupOwner: unseen,
    outsider: unseen,
    adminOfAnotherWorkplace: unseen,
  },
};

describe.each(Object.keys(tables) as Kind[])('comments on an event of the kind %s', (kind) => {
  let existing: string;
  beforeAll(async () => {
    existing = (await comment(events[kind], { as: author })).body.id;
  });

  it.each(people.flatMap((one) => acts.map((act) => [one, act, tables[kind][one][act]] as const)))(
    '%s may %s: %s',
    async (one, act, code) => {
      const id = act === 'delete' ? (await comment(events[kind], { as: author })).body.id : existing;
      expect(await attempt(act, events[kind], id, callers[one])).toBe(code);
    },
  );

  it('says the same to the client', async () => {
    for (const one of people.filter((caller) => tables[kind][caller].list === 'ok')) {
      const { body } = await services.call(readSubjectComments, { kind: 'event', id: events[kind] }, callers[one]);
      const codes = tables[kind][one];
      expect([one, body.can_comment, body.manages, body.reason]).toEqual([
        one,
        codes.comment === 'ok',
        codes.delete === 'ok',
        codes.comment === 'READ_ONLY' ? 'read_only' : undefined,
      ]);
    }
  });
});

describe('switches', () => {
  const mayComment = async (event: string, one: Caller) => attempt('comment', event, '', callers[one]);

  it('users_cannot_comment leaves comments to admins, and to all the deletion of their own', async () => {
    const { id } = (await comment(events.open, { as: author })).body;
    await underFlags(services, 'workplace', { events_tab: { users_cannot_comment: true } }, async () => {
      const tried = ['member', 'creator', 'organizer', 'admin', 'superAdmin'] as const;
      expect(await Promise.all(tried.map((one) => mayComment(events.open, one)))).toEqual([
        ...Array<string>(3).fill('FORBIDDEN'),
        'ok',
        'ok',
      ]);
      const { can_comment } = (
        await services.call(readSubjectComments, { kind: 'event', id: events.open }, { as: author })
      ).body;
      const edit = await services.call(editShout, { id, shout: 'Changed' }, { as: author });
      expect([can_comment, edit.body.code]).toEqual([false, 'FORBIDDEN']);
      expect((await services.call(deleteShout, { id }, { as: author })).status).toBe(200);
    });
    expect(await mayComment(events.open, 'member')).toBe('ok');
  });

  it('disable_comments, a missing events tab and unknown kinds refuse every call', async () => {
    await underFlags(services, 'workplace', { disable_comments: true }, async () => {
      for (const act of ['list', 'mentions', 'comment'] as const)
        expect([act, await attempt(act, events.open, '', callers.admin)]).toEqual([act, 'FEATURE_DISABLED']);
    });
    const { id } = (await comment(events.open, { as: author })).body;
    let before: unknown[] = [];
    await services.configure('workplace', (file) => {
      before = file.tabs;
      file.tabs = file.tabs.filter((tab) => (tab as { id?: string }).id !== 'events');
    });
    for (const act of ['list', 'mentions', 'comment'] as const)
      expect([act, await attempt(act, events.open, id, callers.admin)]).toEqual([act, 'FEATURE_DISABLED']);
    for (const act of ['like', 'delete'] as const)
      expect([act, await attempt(act, events.open, id, callers.admin)]).toEqual([act, 'SHOUT_NOT_FOUND']);
    await services.configure('workplace', (file) => {
      file.tabs = before;
    });
    const unknown = await services.call(readSubjectComments, { kind: 'room', id: events.open }, callers.admin);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'SHOUT_NOT_FOUND']);
  });

  it('a thread is no conversation: by its id nothing is read or posted', async () => {
    const { thread, comments } = (
      await services.call(readSubjectComments, { kind: 'event', id: events.open }, callers.admin)
    ).body;
    const post = (target: object) =>
      services.call(postShout, { client_id: randomUUID(), shout: 'Hi', ...target }, callers.admin);
    const replies = [
      await services.call(readShouts, { filter: thread }, callers.admin),
      await services.call(readComments, { id: thread }, callers.admin),
      await services.call(readShout, { id: comments[0]!.id }, callers.admin),
      await post({ group: thread }),
      await post({ in_reply_to: thread }),
      await post({ in_reply_to: comments[0]!.id }),
      await post({ recipients: [thread] }),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'GROUP_NOT_FOUND'],
      [404, 'SHOUT_NOT_FOUND'],
      [404, 'SHOUT_NOT_FOUND'],
      [404, 'GROUP_NOT_FOUND'],
      [404, 'SHOUT_NOT_FOUND'],
      [404, 'SHOUT_NOT_FOUND'],
      [404, 'USER_NOT_FOUND'],
    ]);
  });
});
