import { Injectable } from '@nestjs/common';
import type { AttachedFile } from '@paddock/contract/calls/files';
import { type Conversation, type Shout, type ShoutCard, shoutCard } from '@paddock/contract/calls/shouts';
import type { GroupCard } from '@paddock/contract/calls/groups';
import type { UserCard } from '@paddock/contract/calls/users';
import type { z } from 'zod';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { SeenByOthers } from '../../community/conversations/seen-by-others.js';
import { ConversationCache } from '../../community/conversations/conversation-cache.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FilesService } from '../../community/files/files.service.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { pollView } from '../polls/poll.js';
import { type ChoicesOf, VoteRepository } from '../polls/vote.repository.js';
import { LikeRepository } from '../storage/like.repository.js';
import { imagesOf, linkViews } from '../links/link-rows.js';
import { ViewerReactions } from './viewer-reactions.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** The conversations of some shouts, by id. The caller has checked that the viewer may read them. */
export type ConversationsById = ReadonlyMap<string, ConversationRow>;

/** Data shared by all cards: one query each, independent of the number of shouts and viewers. */
interface Related {
  tenant: Tenant;
  conversations: ConversationsById;
  users: Map<string, UserRow>;
  filesFor: (viewer: string) => ReadonlyMap<string, AttachedFile>;
  liked: (row: ShoutRow, viewer: string) => boolean;
  choices: ChoicesOf;
}

/** The shared data as one viewer sees it. */
interface ViewerData {
  viewer: string;
  files: ReadonlyMap<string, AttachedFile>;
  cardOf: (id: string) => UserCard;
  groupOf: (conversation: ConversationRow) => GroupCard;
}

/** The fields of a card that depend only on its row. */
export const rowFields = shoutCard.omit({
  user: true,
  group: true,
  recipients: true,
  image_urls: true,
  images: true,
  files: true,
  links: true,
  liked: true,
  first_likes: true,
  poll: true,
});

export function conversationsById(...conversations: ConversationRow[]): ConversationsById {
  return new Map(conversations.map((conversation) => [conversation._id, conversation]));
}

/**
 * Builds the contract's view of single shouts, comments and search results. Feeds use the faster {@link FeedRenderer}, which must
 * give the same result; `liked` comes from {@link ViewerReactions} in both.
 */
@Injectable()
export class ShoutViews {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly votes: VoteRepository,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly conversations: Conversations,
    private readonly conversationCache: ConversationCache,
    private readonly seenByOthers: SeenByOthers,
  ) {}

  /** With the newest three comments of each shout. */
  async withComments(
    tenant: Tenant,
    viewer: string,
    rows: readonly ShoutRow[],
    conversations: ConversationsById,
  ): Promise<Shout[]> {
    const comments = await this.shouts.byIds(
      tenant,
      rows.flatMap((row) => row.last_comments),
    );
    const cardOf = await this.cardsFor(tenant, [viewer], [...rows, ...comments], conversations);
    const byId = new Map(comments.map((row) => [row._id, row]));
    return rows.map((row) => ({
      ...cardOf(row, viewer),
      comments: row.last_comments.flatMap((id) => byId.get(id) ?? []).map((comment) => cardOf(comment, viewer)),
    }));
  }

  /** Without comments: for comments and search results. */
  async plain(
    tenant: Tenant,
    viewer: string,
    rows: readonly ShoutRow[],
    conversations: ConversationsById,
  ): Promise<ShoutCard[]> {
    const cardOf = await this.cardsFor(tenant, [viewer], rows, conversations);
    return rows.map((row) => cardOf(row, viewer));
  }

  /** Loads what the cards of these shouts need for these viewers, and returns a function that builds a card. */
  async cardsFor(
    tenant: Tenant,
    viewers: readonly string[],
    rows: readonly ShoutRow[],
    conversations: ConversationsById,
  ): Promise<(row: ShoutRow, viewer: string) => ShoutCard> {
    const named = rows.flatMap((row) => [row.author, ...row.first_likes]);
    const participants = [...conversations.values()].flatMap((conversation) => conversation.participants);
    const reactions = new ViewerReactions(rows);
    const [users, filesFor, likedBy, choices] = await Promise.all([
      this.users.byIds(tenant, [...named, ...participants]),
      this.files.describeForAny(
        tenant,
        rows.flatMap((row) => [...row.images, ...row.files, ...imagesOf(row.links)]),
      ),
      this.likes.likedBy(tenant, viewers, reactions.likedByMore),
      this.votes.choices(tenant, viewers, idsOfPolls(rows)),
    ]);
    const related: Related = {
      tenant,
      conversations,
      users: new Map(users.map((user) => [user._id, user])),
      filesFor,
      liked: (row, viewer) => reactions.liked(row, viewer, likedBy),
      choices,
    };
    const dataByViewer = new Map(viewers.map((viewer) => [viewer, this.viewerData(viewer, related)]));
    return (row, viewer) => this.card(row, dataByViewer.get(viewer) ?? this.viewerData(viewer, related), related);
  }

  /** The head of a conversation page. The caller must have awaited {@link CommitLog.sync}. */
  async conversation(tenant: Tenant, user: UserRow, access: ConversationAccess): Promise<Conversation> {
    const { conversation, others, reason } = access;
    // The comments of a record have no page of their own.
    if (conversation.kind === 'subject') throw new PaddockError('SHOUT_NOT_FOUND');
    const viewer = user._id;
    const [state, seen] = await Promise.all([
      this.conversationCache.state(tenant, viewer, conversation._id),
      this.seenByOthers.of(tenant, viewer, [conversation]),
    ]);
    const seen_seq = seen.get(conversation._id);
    return {
      id: access.entry_id,
      kind: conversation.kind,
      title: conversation.kind === 'direct' ? others.map((user) => user.fullname).join(', ') : conversation.title,
      ...(conversation.kind !== 'direct' && { group: this.conversations.groupCard(tenant, viewer, conversation) }),
      users: others.map((user) => this.cards.card(tenant, viewer, user)),
      member: access.member,
      manages: access.manages,
      can_post: access.can_post,
      can_comment: access.can_comment,
      ...(reason && { reason }),
      seq: conversation.seq,
      read_seq: state?.read_seq ?? 0,
      ...(seen_seq !== undefined && { seen_seq }),
    };
  }

  /** Memoizes the cards of users and groups for one viewer. */
  private viewerData(viewer: string, { tenant, users, filesFor }: Related): ViewerData {
    const cards = new Map<string, UserCard>();
    const groups = new Map<string, GroupCard>();
    const cardOf = (id: string): UserCard => {
      const user = users.get(id);
      return user ? this.cards.card(tenant, viewer, user) : deletedMember(id);
    };
    return {
      viewer,
      files: filesFor(viewer),
      cardOf: (id) => memoized(cards, id, () => cardOf(id)),
      groupOf: (conversation) =>
        memoized(groups, conversation._id, () => this.conversations.groupCard(tenant, viewer, conversation)),
    };
  }

  private card(row: ShoutRow, { viewer, files, cardOf, groupOf }: ViewerData, related: Related): ShoutCard {
    const conversation = related.conversations.get(row.conversation)!;
    const images = row.images.flatMap((id) => files.get(id) ?? []);
    return {
      ...rowFieldsOf(row),
      user: cardOf(row.author),
      ...(conversation.kind === 'direct' && {
        recipients: conversation.participants.filter((id) => id !== row.author).map(cardOf),
      }),
      ...((conversation.kind === 'group' || conversation.kind === 'everybody') && { group: groupOf(conversation) }),
      image_urls: images.map(({ path }) => path),
      images,
      files: row.files.flatMap((id) => files.get(id) ?? []),
      links: linkViews(row.links, (image) => files.get(image)?.thumb_path),
      liked: related.liked(row, viewer),
      first_likes: row.first_likes.map(cardOf),
      ...(row.poll && { poll: pollView(row.poll, related.choices(row._id, viewer)) }),
    };
  }
}

export function rowFieldsOf(row: ShoutRow): z.output<typeof rowFields> {
  return {
    id: row._id,
    shout: row.text,
    ...(row.in_reply_to ? { in_reply_to: row.in_reply_to } : { seq: row.position }),
    client_id: row.client_id,
    created: row.created.toISOString(),
    ...(row.updated && { updated: row.updated.toISOString() }),
    deleted: row.deleted,
    admin_deleted: row.admin_deleted,
    mentions: row.mentions,
    ...(row.meta && { meta: row.meta }),
    likes_count: row.likes_count,
    is_commented: row.comments_count > 0,
    comments_count: row.comments_count,
    workplace: row.workplace,
  };
}

/** The shouts whose viewers' votes are needed. */
export const idsOfPolls = (rows: readonly ShoutRow[]): string[] => rows.flatMap(({ _id, poll }) => (poll ? [_id] : []));

function memoized<V>(cache: Map<string, V>, key: string, make: () => V): V {
  let value = cache.get(key);
  if (value === undefined) cache.set(key, (value = make()));
  return value;
}

/** The card of a deleted member. */
export function deletedMember(id: string): UserCard {
  return { id, username: '', fullname: '', online: false };
}
