import { randomUUID } from 'node:crypto';
import { directId, everybodyId, sortedSet } from '../community/conversations/conversation-ids.js';
import {
  emptyConversation,
  type ConversationRow,
  type ConversationStateRow,
} from '../community/conversations/conversation.schema.js';
import type { GroupRequestRow } from '../chats/groups/group-request.schema.js';
import type { MembershipRow } from '../community/memberships/membership.schema.js';
import { dayMs, minuteMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { titleFields } from '../community/conversations/conversation-members.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { LikeRow } from '../shouts/storage/like.schema.js';
import { mentionedNames, searchTerms } from '../shouts/storage/shout-text.js';
import type { ShoutRow } from '../shouts/storage/shout.schema.js';
import type { DemoContent, DemoConversation, DemoPost } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';
import { type MembersOf, signIns } from './people.js';
import { pick } from './pick.js';

const groupAge = 90 * dayMs;
const requestAge = 35 * minuteMs;

type Users = ReadonlyMap<string, NewRow<UserRow>>;

/** All conversations of one workplace as rows, with consistent positions, counters, previews and read marks. */
export interface Talk {
  conversations: NewRow<ConversationRow>[];
  memberships: NewRow<MembershipRow>[];
  requests: NewRow<GroupRequestRow>[];
  states: NewRow<ConversationStateRow>[];
  shouts: NewRow<ShoutRow>[];
  likes: NewRow<LikeRow>[];
  pictures: DemoPicture[];
  /** Group key → conversation. */
  groups: ReadonlyMap<string, string>;
}

/** A conversation and its readers. */
interface ReadableConversation {
  head: NewRow<ConversationRow>;
  readers: NewRow<UserRow>[];
}

export function demoTalk(
  tenant: Tenant,
  title: string,
  content: DemoContent,
  { users, membersOf, now }: { users: Users; membersOf: MembersOf; now: Date },
): Talk {
  const here = membersOf(tenant.workplace);
  const everybody: ReadableConversation = {
    head: { ...emptyConversation(tenant, everybodyId(tenant), 'everybody', new Date(now.getTime() - groupAge)), title },
    readers: here,
  };
  const groups = new Map<string, ReadableConversation>();
  const memberships: NewRow<MembershipRow>[] = [];
  const requests: NewRow<GroupRequestRow>[] = [];
  for (const group of content.groups.filter(({ workplace }) => workplace === tenant.workplace)) {
    const { title, description, color, icon, invisible, autojoin } = group;
    const fields = {
      ...titleFields(title),
      description,
      color,
      icon,
      invisible,
      autojoin,
      joiners_read_only: !Array.isArray(group.read_only),
    };
    const readers = group.members === 'everyone' ? here : group.members.map((name) => known(users, name));
    const place = {
      head: { ...emptyConversation(tenant, newId(), 'group', new Date(now.getTime() - groupAge)), ...fields },
      readers,
    };
    groups.set(group.key, place);
    for (const { _id: user, username, fields: own } of readers) {
      const role = group.owners.includes(username) ? 'owner' : 'member';
      const joined = place.head.created;
      const read_only = Array.isArray(group.read_only)
        ? group.read_only.includes(username)
        : role !== 'owner' && own['user_type'] !== group.read_only.all_but;
      memberships.push({ _id: newId(), group: place.head._id, user, role, read_only, joined });
    }
    const created = new Date(now.getTime() - requestAge);
    for (const name of group.requests)
      requests.push({ _id: newId(), group: place.head._id, user: known(users, name)._id, state: 'waiting', created });
  }
  const talk: Talk = {
    conversations: [],
    memberships,
    requests,
    states: [],
    shouts: [],
    likes: [],
    pictures: [],
    groups: new Map([...groups].map(([key, { head }]) => [key, head._id])),
  };
  const conversations = content.conversations.filter(({ workplace }) => workplace === tenant.workplace);
  const places = conversations.map((conversation) => {
    const place = readable(tenant, conversation, { everybody, groups, users }, now);
    addShouts(talk, place, conversation, users, now);
    return place;
  });
  for (const place of new Set([everybody, ...groups.values(), ...places])) {
    talk.conversations.push(place.head);
    talk.states.push(...readMarks(place, talk.shouts));
  }
  return talk;
}

function readable(
  tenant: Tenant,
  conversation: DemoConversation,
  {
    everybody,
    groups,
    users,
  }: { everybody: ReadableConversation; groups: ReadonlyMap<string, ReadableConversation>; users: Users },
  now: Date,
): ReadableConversation {
  if ('group' in conversation) {
    const place = conversation.group === '0' ? everybody : groups.get(conversation.group);
    if (!place) throw new Error(`demo content: no group '${conversation.group}' in workplace '${tenant.workplace}'`);
    return place;
  }
  const readers = conversation.between.map((name) => known(users, name));
  const participants = sortedSet(readers.map(({ _id }) => _id));
  return {
    head: {
      ...emptyConversation(tenant, directId(tenant, participants), 'direct', new Date(now.getTime() - groupAge)),
      participants,
    },
    readers,
  };
}

/** Adds shouts oldest first, so that ids sort by time like those of real shouts. */
function addShouts(
  talk: Talk,
  { head, readers }: ReadableConversation,
  { shouts }: DemoConversation,
  users: Users,
  now: Date,
): void {
  for (const shout of [...shouts].sort((a, b) => b.minutes_ago - a.minutes_ago)) {
    const row = post(shout, users, readers, now, { conversation: head._id, thread: head._id, position: ++head.seq });
    talk.shouts.push(row);
    talk.likes.push(...likesOf(row, shout, readers));
    const { _id: id, author: owner, images } = row;
    for (const file of shout.images)
      talk.pictures.push({ file, owner, of: { kind: 'shout', id }, images, address: '' });
    for (const comment of [...shout.comments].sort((a, b) => b.minutes_ago - a.minutes_ago)) {
      const position = ++row.comments_made;
      const place = { conversation: head._id, thread: row._id, in_reply_to: row._id, position };
      const reply = post(comment, users, readers, now, place);
      talk.shouts.push(reply);
      talk.likes.push(...likesOf(reply, comment, readers));
      row.comments_count++;
      row.last_comments = [...row.last_comments, reply._id].slice(-3);
    }
    const { text, created } = row;
    head.last_shout = { id, user: owner, text, created, deleted: false };
    head.last_activity = created;
  }
}

function post(
  { by, minutes_ago, text }: DemoPost,
  users: Users,
  readers: readonly NewRow<UserRow>[],
  now: Date,
  place: Pick<ShoutRow, 'conversation' | 'thread' | 'position' | 'in_reply_to'>,
): NewRow<ShoutRow> {
  const named = new Set(mentionedNames(text).flat());
  return {
    _id: newId(),
    ...place,
    author: known(users, by)._id,
    client_id: randomUUID(),
    text,
    terms: searchTerms(text),
    mentions: readers.filter(({ username_key }) => named.has(username_key)).map(({ username }) => username),
    images: [],
    files: [],
    likes_count: 0,
    first_likes: [],
    comments_made: 0,
    comments_count: 0,
    last_comments: [],
    // Different seconds give two posts of one minute a stable order.
    created: new Date(now.getTime() - minutes_ago * minuteMs + pick(text, 50) * 1000),
    deleted: false,
    admin_deleted: false,
  };
}

/** Makes likes by readers other than the author and counts them in the shout. */
function likesOf(row: NewRow<ShoutRow>, { likes }: DemoPost, readers: readonly NewRow<UserRow>[]): NewRow<LikeRow>[] {
  const others = readers.filter(({ _id }) => _id !== row.author);
  const first = pick(row.text, Math.max(1, others.length));
  const fans = [...others.slice(first), ...others.slice(0, first)].slice(0, likes).map(({ _id }) => _id);
  row.likes_count = fans.length;
  row.first_likes = fans.slice(0, 3);
  return fans.map((user) => ({ _id: newId(), shout: row._id, user }));
}

/** Marks everything as read, except for some shouts of the sign-in accounts after their own last shout. */
function readMarks(
  { head, readers }: ReadableConversation,
  shouts: readonly NewRow<ShoutRow>[],
): NewRow<ConversationStateRow>[] {
  const thread = shouts.filter((shout) => shout.thread === head._id);
  return readers.map(({ _id: user, username }) => {
    const own = thread.filter(({ author }) => author === user).at(-1)?.position ?? 0;
    const left = signIns.has(username) ? (head.kind === 'direct' ? 2 : pick(username + head.title, 5)) : 0;
    const read_seq = Math.max(own, head.seq - left);
    return { _id: newId(), conversation: head._id, user, read_seq, muted: false, archived: false };
  });
}

function known(users: Users, username: string): NewRow<UserRow> {
  const user = users.get(username);
  if (!user) throw new Error(`demo content: no member '${username}'`);
  return user;
}
