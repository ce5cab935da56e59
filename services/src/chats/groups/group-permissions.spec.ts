import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { browseGroups } from '@paddock/contract/calls/group-browsing';
import {
  createGroupLink,
  endGroupLink,
  joinGroupByLink,
  readGroupLink,
  verifyGroupLink,
} from '@paddock/contract/calls/group-links';
import {
  addGroupMembers,
  leaveGroup,
  liftGroupRemoval,
  removeGroupMember,
  setGroupOwner,
  setGroupReadOnly,
} from '@paddock/contract/calls/group-members';
import {
  acceptGroupRequest,
  askToJoinGroup,
  ignoreGroupRequest,
  readGroupRequests,
  verifyGroupRequest,
} from '@paddock/contract/calls/group-requests';
import {
  createGroup,
  deleteGroup,
  readGroup,
  readGroups,
  readGroupTitle,
  updateGroup,
} from '@paddock/contract/calls/groups';
import { searchPeople } from '@paddock/contract/calls/people';
import { randomUUID } from 'node:crypto';
import { codeOf, hq, refusedRows, sameCode, tableCallers, type TableCaller } from '../../../test/permission-tables.js';
import {
  startTestServices,
  tenantOfMember,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';

type Caller = TableCaller | 'outsider' | 'removed' | 'member' | 'readOnlyMember' | 'owner';

let services: TestServices;
let owner: TestMember;
let member: TestMember;
let readOnlyMember: TestMember;
let applicant: TestMember;
let spare: TestMember;
let removed: TestMember;
let callers: Record<Caller, CallOptions>;

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,people', RATE_LIMITS: 'off' });
  for (const community of ['workplace', 'motorsport'])
    await services.configure(community, (file) => {
      Object.assign(file.flags, {
        per_user_read_only: true,
        deep_linking: true,
        can_only_view_users_in_my_groups: false,
      });
    });
  const one = () => services.member(hq);
  [owner, member, readOnlyMember] = [await one(), await one(), await one()];
  [applicant, spare, removed] = [await one(), await one(), await one()];
  callers = {
    ...(await tableCallers(services)),
    outsider: { as: await one() },
    removed: { as: removed },
    member: { as: member },
    readOnlyMember: { as: readOnlyMember },
    owner: { as: owner },
  };
});
afterAll(() => services.close());

/** A group of its own for each case, with a member of each kind, a waiting request and a removed member. */
async function groupFor(invisible: boolean): Promise<string> {
  const tenant = tenantOfMember(owner);
  const group = await services.group(owner, [member, readOnlyMember, spare, removed]);
  await services.call(removeGroupMember, { id: group._id, uid: removed.id }, { as: owner });
  await services.get(MembershipRepository).setReadOnly(tenant, group._id, readOnlyMember.id, true);
  await services.call(askToJoinGroup, { id: group._id }, { as: applicant });
  await services.call(createGroupLink, { id: group._id }, { as: owner });
  // Hidden without the call: the deployment fixes the visibility.
  if (invisible) await services.get(ConversationRepository).update(tenant, group._id, { invisible: true });
  return group._id;
}

type Act = (id: string, options: CallOptions) => Promise<{ status: number; body: { code?: string } }>;
const token = (id: string) => services.get(SignedLinks).sign(tenantOfMember(owner), 'invitation', id, 1);

/** Whether the caller's list of all groups has this one. */
async function browse(id: string, options: CallOptions): ReturnType<Act> {
  let after: string | undefined;
  for (;;) {
    const reply = await services.call(browseGroups, { count: 60, ...(after && { after }) }, options);
    if (reply.status !== 200 || reply.body.groups.some((group) => group.id === id)) return reply;
    if (reply.body.next === null) return { status: 404, body: { code: 'GROUP_NOT_FOUND' } };
    after = reply.body.next;
  }
}

const acts: Record<string, Act> = {
  browse,
  read: (id, options) => services.call(readGroup, { id }, options),
  requests: (id, options) => services.call(readGroupRequests, { id }, options),
  update: (id, options) => services.call(updateGroup, { id, title: `G ${randomUUID()}` }, options),
  delete: (id, options) => services.call(deleteGroup, { id }, options),
  add: (id, options) => services.call(addGroupMembers, { id, uid: [applicant.id] }, options),
  remove: (id, options) => services.call(removeGroupMember, { id, uid: spare.id }, options),
  'lift a removal': (id, options) => services.call(liftGroupRemoval, { id, uid: removed.id }, options),
  'make an owner': (id, options) => services.call(setGroupOwner, { id, uid: spare.id, owner: true }, options),
  mute: (id, options) => services.call(setGroupReadOnly, { id, uid: spare.id, read_only: true }, options),
  leave: (id, options) => services.call(leaveGroup, { id }, options),
  ask: (id, options) => services.call(askToJoinGroup, { id }, options),
  'verify a request': (id, options) => services.call(verifyGroupRequest, { id, user: applicant.id }, options),
  accept: (id, options) => services.call(acceptGroupRequest, { id, user: applicant.id }, options),
  ignore: (id, options) => services.call(ignoreGroupRequest, { id, user: applicant.id }, options),
  'make a link': (id, options) => services.call(createGroupLink, { id }, options),
  'read the link': (id, options) => services.call(readGroupLink, { id }, options),
  'end the link': (id, options) => services.call(endGroupLink, { id }, options),
  'look at a link': (id, options) => services.call(verifyGroupLink, { id, link_token: token(id) }, options),
  'join by link': (id, options) => services.call(joinGroupByLink, { id, link_token: token(id) }, options),
  'search for others': (id, options) => services.call(searchPeople, { query: 'member', exclude_group: id }, options),
};

const managing = [
  'requests',
  'update',
  'delete',
  'add',
  'remove',
  'lift a removal',
  'make an owner',
  'mute',
  'verify a request',
  'accept',
  'ignore',
  'end the link',
];
const linking = ['make a link', 'read the link'];
const byToken = ['look at a link', 'join by link'];
const all = (code: string) => sameCode(Object.keys(acts), code);
const insider = { ...all('ok'), ...sameCode(managing, 'FORBIDDEN') };
const manager = all('ok');
const outside = { ...all('FORBIDDEN'), ...sameCode(['browse', 'read', 'leave', 'ask', ...byToken], 'ok') };
const elsewhere = { ...all('GROUP_NOT_FOUND'), ...sameCode(byToken, 'LINK_INVALID') };

const expected: Record<Caller, Record<string, string>> = {
  ...refusedRows(Object.keys(acts)),
  outsider: outside,
  // Only an owner lets them in again.
  removed: { ...outside, 'join by link': 'FORBIDDEN' },
  member: insider,
  readOnlyMember: insider,
  // The others remain without an owner.
  owner: { ...manager, leave: 'FORBIDDEN' },
  admin: manager,
  superAdmin: manager,
  adminOfAnotherWorkplace: outside,
  // They belong to the group's workplace too, so that the link offers to switch.
  adminInTheirOwnWorkplace: { ...elsewhere, 'look at a link': 'ok' },
  memberOfAnotherCommunity: elsewhere,
};
const people = Object.keys(expected) as Caller[];

/** The acts that change nothing. */
const reading = [
  'browse',
  'read',
  'requests',
  'verify a request',
  'read the link',
  'look at a link',
  'search for others',
];

/** The code of each act. Acts that are refused or read change nothing, so that they share a group. */
async function codesOf(caller: Caller, invisible: boolean, codes: Record<string, string>) {
  const shared = await groupFor(invisible);
  const found: Record<string, string | undefined> = {};
  for (const [act, run] of Object.entries(acts)) {
    const isChange = codes[act] === 'ok' && !reading.includes(act);
    found[act] = codeOf(await run(isChange ? await groupFor(invisible) : shared, callers[caller]));
  }
  return found;
}

describe('a visible group', () => {
  it.each(people)('%s', async (caller) => {
    expect(await codesOf(caller, false, expected[caller])).toEqual(expected[caller]);
  });
});

describe('an invisible group', () => {
  const secret = { ...all('GROUP_NOT_FOUND'), ...sameCode(byToken, 'ok') };
  it.each(people)('%s', async (caller) => {
    const closed = sameCode(linking, 'FORBIDDEN');
    const isOutside = ['outsider', 'removed', 'adminOfAnotherWorkplace'].includes(caller);
    const isOrdinary = caller === 'member' || caller === 'readOnlyMember';
    const own: Record<string, string> = caller === 'removed' ? { 'join by link': 'FORBIDDEN' } : {};
    const codes = isOutside ? { ...secret, ...own } : { ...expected[caller], ...(isOrdinary && closed) };
    expect(await codesOf(caller, true, codes)).toEqual(codes);
  });
});

describe('calls about no group in particular', () => {
  it.each<[Caller, string]>([
    ['signedOut', 'INVALID_TOKEN'],
    ['pending', 'PENDING_APPROVAL'],
    ['banned', 'ACCESS_FORBIDDEN'],
    ['outsider', 'FORBIDDEN'],
    ['owner', 'FORBIDDEN'],
    ['admin', 'ok'],
    ['superAdmin', 'ok'],
    ['adminOfAnotherWorkplace', 'FORBIDDEN'],
    ['adminInTheirOwnWorkplace', 'ok'],
    ['tokenOfAnotherCommunity', 'INVALID_TOKEN'],
  ])('%s may create a group: %s', async (caller, code) => {
    const title = `G ${randomUUID()}`;
    const options = callers[caller];
    expect(codeOf(await services.call(createGroup, { title }, options))).toBe(code);
    const isMember = code === 'ok' || code === 'FORBIDDEN';
    const look = codeOf(await services.call(readGroupTitle, { title }, options));
    expect(look).toBe(code === 'ok' ? 'ok' : isMember ? 'NOT_FOUND' : code);
    expect(codeOf(await services.call(readGroups, { ids: '' }, options))).toBe(isMember ? 'ok' : code);
  });
});
