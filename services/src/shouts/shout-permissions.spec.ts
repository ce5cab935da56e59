import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readAudience,
  readComments,
  readShout,
  readShouts,
  suggestMentions,
  unlikeShout,
} from '@paddock/contract/calls/shouts';
import { readVoters, votePoll } from '@paddock/contract/calls/polls';
import { readLikers, readMemberShouts, readViews, shareShout } from '@paddock/contract/calls/shout-readers';
import { readChats } from '@paddock/contract/calls/chats';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { directId } from '../community/conversations/conversation-ids.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';

/** All callers. The tests run in the workplace `hq`, where only a group's members may shout and comment. */
const people = [
  'signedOut',
  'pending',
  'unverified',
  'member',
  'readOnlyMember',
  'owner',
  'admin',
  'superAdmin',
  'outsider',
  'adminOfAnotherWorkplace',
  'adminInTheirOwnWorkplace',
  'memberOfAnotherCommunity',
  'tokenOfAnotherCommunity',
] as const;
type Caller = (typeof people)[number];
type Act =
  | 'list'
  | 'mentions'
  | 'audience'
  | 'read'
  | 'comments'
  | 'likers'
  | 'views'
  | 'share'
  | 'like'
  | 'unlike'
  | 'vote'
  | 'voters'
  | 'comment'
  | 'post'
  | 'edit'
  | 'delete';
const acts: Act[] = [
  'list',
  'mentions',
  'audience',
  'read',
  'comments',
  'likers',
  'views',
  'share',
  'like',
  'unlike',
  'vote',
  'voters',
  'comment',
  'post',
  'edit',
  'delete',
];
type Codes = Record<Act, string>;

const all = (code: string) => Object.fromEntries(acts.map((act) => [act, code])) as Codes;
const elsewhere: Codes = {
  ...all('SHOUT_NOT_FOUND'),
  list: 'GROUP_NOT_FOUND',
  mentions: 'GROUP_NOT_FOUND',
  audience: 'GROUP_NOT_FOUND',
  post: 'GROUP_NOT_FOUND',
};
const closed: Codes = {
  ...all('SHOUT_NOT_FOUND'),
  list: 'FORBIDDEN',
  mentions: 'FORBIDDEN',
  audience: 'FORBIDDEN',
  post: 'FORBIDDEN',
};
const manager: Codes = { ...all('ok'), edit: 'FORBIDDEN' };

let services: TestServices;
let author: TestMember;
let recipient: TestMember;
let group: string;
const callers = {} as Record<Caller, CallOptions>;

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts' });
  await services.configure('workplace', (file) => {
    file.flags['disable_likes'] = false;
    file.flags['per_user_read_only'] = true;
  });
  const hq = { community: 'workplace', workplace: 'hq' };
  const adminOf = (id: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
  author = await services.member(hq);
  recipient = await services.member(hq);
  const [owner, member, readOnlyMember, twoPlaces] = await Promise.all([
    services.member(hq),
    services.member(hq),
    services.member(hq),
    services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') }),
  ]);
  const row = await services.group(owner, [author, recipient, member, readOnlyMember]);
  group = row._id;
  await services.get(MembershipRepository).setReadOnly(tenantOfMember(owner), group, readOnlyMember.id, true);
  const stranger = await services.member();
  Object.assign(callers, {
    signedOut: { host: 'workplace.localhost', workplace: 'hq' },
    pending: { as: await services.member({ ...hq, pending: true }) },
    unverified: { as: await services.member({ ...hq, email_verified: false }) },
    member: { as: member },
    readOnlyMember: { as: readOnlyMember },
    owner: { as: owner },
    admin: { as: await services.member({ ...hq, ...adminOf('hq') }) },
    superAdmin: { as: await services.member({ ...hq, admin: true }) },
    outsider: { as: await services.member(hq) },
    adminOfAnotherWorkplace: { as: twoPlaces },
    adminInTheirOwnWorkplace: { as: twoPlaces, workplace: 'porto' },
    memberOfAnotherCommunity: { as: stranger },
    tokenOfAnotherCommunity: { as: stranger, host: 'workplace.localhost' },
  } satisfies Record<Caller, CallOptions>);
});
afterAll(() => services.close());

/** A poll beside each shout of {@link posted}, in the same conversation, and one of its options. */
const polls = new Map<string, { id: string; option: string }>();
const fresh = () => ({ client_id: randomUUID(), shout: 'Box this lap' });
async function posted(target: { group: string } | { recipients: string[] }): Promise<string> {
  const { status, body } = await services.call(postShout, { ...fresh(), ...target }, { as: author });
  expect([status, body]).toEqual([200, expect.objectContaining({ shout: 'Box this lap' })]);
  const poll = await services.call(postShout, { ...fresh(), ...target, poll_options: ['a', 'b'] }, { as: author });
  polls.set(body.id, { id: poll.body.id, option: poll.body.poll!.options[0]!.id });
  return body.id;
}
async function attempt(act: Act, id: string, filter: string, options: CallOptions): Promise<string> {
  const poll = polls.get(id)!;
  const calls = {
    list: () => services.call(readShouts, { filter }, options),
    mentions: () => services.call(suggestMentions, { id: filter, query: 'm' }, options),
    audience: () => services.call(readAudience, { id: filter }, options),
    read: () => services.call(readShout, { id }, options),
    comments: () => services.call(readComments, { id }, options),
    likers: () => services.call(readLikers, { id }, options),
    views: () => services.call(readViews, { id }, options),
    share: () => services.call(shareShout, { id }, options),
    like: () => services.call(likeShout, { id }, options),
    unlike: () => services.call(unlikeShout, { id }, options),
    vote: () => services.call(votePoll, { id: poll.id, poll_option_ids: [poll.option] }, options),
    voters: () => services.call(readVoters, poll, options),
    comment: () => services.call(postShout, { ...fresh(), in_reply_to: id }, options),
    post: () => services.call(postShout, { ...fresh(), group: filter }, options),
    edit: () => services.call(editShout, { id, shout: 'Stay out' }, options),
    delete: () => services.call(deleteShout, { id }, options),
  };
  const { status, body } = await calls[act]();
  return status === 200 ? 'ok' : body.code;
}

const inTheGroup: Record<Caller, Codes> = {
  signedOut: all('INVALID_TOKEN'),
  pending: all('PENDING_APPROVAL'),
  unverified: all('EMAIL_NOT_VERIFIED'),
  member: { ...all('ok'), edit: 'FORBIDDEN', delete: 'FORBIDDEN' },
  readOnlyMember: { ...all('ok'), comment: 'READ_ONLY', post: 'READ_ONLY', edit: 'FORBIDDEN', delete: 'FORBIDDEN' },
  owner: manager,
  admin: manager,
  superAdmin: manager,
  outsider: closed,
  adminOfAnotherWorkplace: closed,
  adminInTheirOwnWorkplace: elsewhere,
  memberOfAnotherCommunity: elsewhere,
  tokenOfAnotherCommunity: all('INVALID_TOKEN'),
};

describe("a group's shout", () => {
  let existing: string;
  beforeAll(async () => {
    existing = await posted({ group });
  });

  it.each(people.flatMap((one) => acts.map((act) => [one, act, inTheGroup[one][act]] as const)))(
    '%s may %s: %s',
    async (one, act, code) => {
      const id = act === 'delete' ? await posted({ group }) : existing;
      expect(await attempt(act, id, group, callers[one])).toBe(code);
    },
  );
});

describe('a private shout', () => {
  const signedIn = people.filter(
    (one) => inTheGroup[one].read !== inTheGroup[one].post || inTheGroup[one].read === 'ok',
  );
  let id: string;
  let conversation: string;
  beforeAll(async () => {
    id = await posted({ recipients: [recipient.id] });
    conversation = directId(tenantOfMember(author), [author.id, recipient.id]);
  });

  it.each(signedIn.flatMap((one) => acts.map((act) => [one, act] as const)))('%s may not %s it', async (one, act) =>
    expect(await attempt(act, id, conversation, callers[one])).toBe(
      ['list', 'mentions', 'audience', 'post'].includes(act) ? 'GROUP_NOT_FOUND' : 'SHOUT_NOT_FOUND',
    ),
  );

  it.each([
    ['list', 'ok'],
    ['mentions', 'ok'],
    ['audience', 'ok'],
    ['read', 'ok'],
    ['comments', 'ok'],
    ['likers', 'ok'],
    ['views', 'ok'],
    ['share', 'ok'],
    ['comment', 'ok'],
    ['like', 'ok'],
    ['vote', 'ok'],
    ['voters', 'ok'],
    ['edit', 'FORBIDDEN'],
    ['delete', 'FORBIDDEN'],
  ] as const)('its recipient may %s it: %s', async (act, code) =>
    expect(await attempt(act, id, author.id, { as: recipient })).toBe(code),
  );

  it.each(signedIn)('%s does not find it among the shouts of its author', async (one) => {
    const { body } = await services.call(readMemberShouts, { id: author.id, count: 50 }, callers[one]);
    expect((body.shouts ?? []).filter(({ recipients }) => recipients)).toEqual([]);
    const own = await services.call(readMemberShouts, { id: author.id, count: 50 }, { as: recipient });
    expect(own.body.shouts.map((shout) => shout.id)).toContain(id);
  });

  it.each(signedIn)('%s does not find it in chats or by search', async (one) => {
    const word = `undercut${randomUUID().slice(0, 8)}`;
    const shout = { client_id: randomUUID(), recipients: [recipient.id], shout: word };
    await services.call(postShout, shout, { as: author });
    const found = await services.call(readChats, { verb: 'search', prop: 'all', query: word }, callers[one]);
    const chats = await services.call(readChats, { verb: 'retrieve', prop: 'people' }, callers[one]);
    expect([found.body.shouts, chats.body.filters]).toEqual([[], []]);
    const own = await services.call(readChats, { verb: 'search', prop: 'all', query: word }, { as: recipient });
    expect(own.body.shouts).toHaveLength(1);
  });
});
