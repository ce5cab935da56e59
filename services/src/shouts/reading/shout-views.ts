import { Injectable } from '@nestjs/common';
import {
  type AttachedFile,
  type Conversation,
  type Shout,
  type ShoutCard,
  shoutCard,
} from '@paddock/contract/calls/shouts';
import type { GroupCard } from '@paddock/contract/calls/groups';
import type { UserCard } from '@paddock/contract/calls/users';
import type { z } from 'zod';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { ConversationCache } from '../../community/conversations/conversation-cache.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { FilesService } from '../../community/files/files.service.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ViewerReactions } from './viewer-reactions.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** The conversations that some shouts stand in, by their own id. The caller has checked that the viewer may read them. */
export type Places = ReadonlyMap<string, ConversationRow>;

/** What shouts show besides their rows: one query each, however many shouts and viewers there are. */
interface Around {
  tenant: Tenant;
  places: Places;
  users: Map<string, UserRow>;
  filesFor: (viewer: string) => ReadonlyMap<string, AttachedFile>;
  liked: (row: ShoutRow, viewer: string) => boolean;
}

/** What one viewer sees around the shouts. */
interface About {
  viewer: string;
  files: ReadonlyMap<string, AttachedFile>;
  cardOf: (id: string) => UserCard;
  groupOf: (place: ConversationRow) => GroupCard;
}

/** What {@link rowPartOf} answers. */
export const rowPart = shoutCard.omit({
  user: true,
  group: true,
  recipients: true,
  image_urls: true,
  files: true,
  liked: true,
  first_likes: true,
});

export function placesOf(...conversations: ConversationRow[]): Places {
  return new Map(conversations.map((conversation) => [conversation._id, conversation]));
}

/** Shouts as the contract shows them to one viewer. */
@Injectable()
export class ShoutViews {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly conversations: Conversations,
    private readonly kept: ConversationCache,
  ) {}

  /** With the last three comments of each. */
  async withComments(tenant: Tenant, viewer: string, rows: readonly ShoutRow[], places: Places): Promise<Shout[]> {
    const comments = await this.shouts.byIds(
      tenant,
      rows.flatMap((row) => row.last_comments),
    );
    const cardOf = await this.cardsFor(tenant, [viewer], [...rows, ...comments], places);
    const byId = new Map(comments.map((row) => [row._id, row]));
    return rows.map((row) => ({
      ...cardOf(row, viewer),
      comments: row.last_comments.flatMap((id) => byId.get(id) ?? []).map((comment) => cardOf(comment, viewer)),
    }));
  }

  /** Without comments: comments themselves, and what search finds. */
  async plain(tenant: Tenant, viewer: string, rows: readonly ShoutRow[], places: Places): Promise<ShoutCard[]> {
    const cardOf = await this.cardsFor(tenant, [viewer], rows, places);
    return rows.map((row) => cardOf(row, viewer));
  }

  /** Looks up what these shouts show to these viewers, and answers what makes each card. */
  async cardsFor(
    tenant: Tenant,
    viewers: readonly string[],
    rows: readonly ShoutRow[],
    places: Places,
  ): Promise<(row: ShoutRow, viewer: string) => ShoutCard> {
    const named = rows.flatMap((row) => [row.author, ...row.first_likes]);
    const participants = [...places.values()].flatMap((place) => place.participants);
    const marks = new ViewerReactions(rows);
    const [users, filesFor, likedBy] = await Promise.all([
      this.users.byIds(tenant, [...named, ...participants]),
      this.files.describeForAny(
        tenant,
        rows.flatMap((row) => [...row.images, ...row.files]),
      ),
      this.likes.likedBy(tenant, viewers, marks.likedByMore),
    ]);
    const around: Around = {
      tenant,
      places,
      users: new Map(users.map((user) => [user._id, user])),
      filesFor,
      liked: (row, viewer) => marks.liked(row, viewer, likedBy),
    };
    const about = new Map(viewers.map((viewer) => [viewer, this.aboutOf(viewer, around)]));
    return (row, viewer) => this.card(row, about.get(viewer) ?? this.aboutOf(viewer, around), around);
  }

  /** The head of a conversation page, for who has awaited {@link CommitLog.sync}. */
  async conversation(tenant: Tenant, viewer: string, reach: ConversationAccess): Promise<Conversation> {
    const { conversation, others, reason } = reach;
    const state = await this.kept.state(tenant, viewer, conversation._id);
    return {
      id: reach.entry_id,
      kind: conversation.kind,
      title: conversation.kind === 'direct' ? others.map((user) => user.fullname).join(', ') : conversation.title,
      ...(conversation.kind !== 'direct' && { group: this.conversations.groupCard(tenant, viewer, conversation) }),
      users: others.map((user) => this.cards.card(tenant, viewer, user)),
      member: reach.member,
      can_post: reach.can_post,
      can_comment: reach.can_comment,
      ...(reason && { reason }),
      seq: conversation.seq,
      read_seq: state?.read_seq ?? 0,
    };
  }

  /** What one viewer sees of people and places: made once, however many shouts name them. */
  private aboutOf(viewer: string, { tenant, users, filesFor }: Around): About {
    const cards = new Map<string, UserCard>();
    const groups = new Map<string, GroupCard>();
    const cardOf = (id: string): UserCard => {
      const user = users.get(id);
      return user ? this.cards.card(tenant, viewer, user) : goneMember(id);
    };
    return {
      viewer,
      files: filesFor(viewer),
      cardOf: (id) => madeOnce(cards, id, () => cardOf(id)),
      groupOf: (place) => madeOnce(groups, place._id, () => this.conversations.groupCard(tenant, viewer, place)),
    };
  }

  private card(row: ShoutRow, { viewer, files, cardOf, groupOf }: About, around: Around): ShoutCard {
    const place = around.places.get(row.conversation)!;
    return {
      ...rowPartOf(row),
      user: cardOf(row.author),
      ...(place.kind === 'direct'
        ? { recipients: place.participants.filter((id) => id !== row.author).map(cardOf) }
        : { group: groupOf(place) }),
      image_urls: row.images.flatMap((id) => files.get(id)?.path ?? []),
      files: row.files.flatMap((id) => files.get(id) ?? []),
      liked: around.liked(row, viewer),
      first_likes: row.first_likes.map(cardOf),
    };
  }
}

/** What of a shout's card its row alone says. */
export function rowPartOf(row: ShoutRow): z.output<typeof rowPart> {
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
    likes_count: row.likes_count,
    is_commented: row.comments_count > 0,
    comments_count: row.comments_count,
    workplace: row.workplace,
  };
}

function madeOnce<V>(made: Map<string, V>, key: string, make: () => V): V {
  let value = made.get(key);
  if (value === undefined) made.set(key, (value = make()));
  return value;
}

/** What stands for a member whose account has ended. */
export function goneMember(id: string): UserCard {
  return { id, username: '', fullname: '', online: false };
}
