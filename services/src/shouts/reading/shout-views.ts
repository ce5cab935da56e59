import { Injectable } from '@nestjs/common';
import type { AttachedFile } from '@paddock/contract/calls/files';
import type { Shout, ShoutCard } from '@paddock/contract/calls/shouts';
import type { GroupCard } from '@paddock/contract/calls/groups';
import type { UserCard } from '@paddock/contract/calls/users';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { FilesService } from '../../community/files/files.service.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { deletedMemberCard, UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { isBlockBetween, type UserRow } from '../../community/users/user.schema.js';
import { pollView } from '../storage/poll.js';
import { type ChoicesOf, VoteRepository } from '../storage/vote.repository.js';
import { imagesOf, linkViews } from '../storage/link-rows.js';
import { hidesComments } from './hides-comments.js';
import { ViewerLikes } from './viewer-likes.js';
import { ViewerReactions } from './viewer-reactions.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import type { Thread } from './threads.js';

/** The conversations of some shouts, by id. The caller has checked that the viewer may read them. */
export type ConversationsById = ReadonlyMap<string, ConversationRow>;

/** Data shared by all cards: one query each, independent of the number of shouts and viewers. */
interface Related {
  tenant: Tenant;
  conversations: ConversationsById;
  hidesComments: boolean;
  users: Map<string, UserRow>;
  /** Whether a viewer may see a liker. */
  sees: (viewer: string, liker: string) => boolean;
  filesFor: (viewer: string) => ReadonlyMap<string, AttachedFile>;
  liked: (row: ShoutRow, viewer: string) => boolean;
  choices: ChoicesOf;
}

/** The shared data as one viewer sees it. */
interface ViewerData {
  viewer: string;
  files: ReadonlyMap<string, AttachedFile>;
  cardOf: (id: string) => UserCard;
  /** Those of some likers whom the viewer may see, as the list of likers shows them. */
  likersOf: (ids: readonly string[]) => UserCard[];
  groupOf: (conversation: ConversationRow) => GroupCard;
}

export function conversationsById(...conversations: ConversationRow[]): ConversationsById {
  return new Map(conversations.map((conversation) => [conversation._id, conversation]));
}

/** Builds the contract's view of shouts and comments for their viewers. */
@Injectable()
export class ShoutViews {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: ViewerLikes,
    private readonly votes: VoteRepository,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly conversations: Conversations,
    private readonly communities: Communities,
  ) {}

  /** Adds the newest three comments of each shout. */
  async withComments(
    tenant: Tenant,
    viewer: string,
    rows: readonly ShoutRow[],
    conversations: ConversationsById,
  ): Promise<Shout[]> {
    const found = await this.shouts.byIds(
      tenant,
      rows.flatMap((row) => row.last_comments),
    );
    const byId = new Map(found.map((row) => [row._id, row]));
    const threads = rows.map((root) => ({ root, comments: root.last_comments.flatMap((id) => byId.get(id) ?? []) }));
    return this.ofThreads(tenant, viewer, threads, conversations);
  }

  /** The shouts of threads, each with the thread's comments; without them under disable_comments. */
  async ofThreads(
    tenant: Tenant,
    viewer: string,
    threads: readonly (Pick<Thread, 'root' | 'comments'> & Partial<Thread>)[],
    conversations: ConversationsById,
  ): Promise<Shout[]> {
    const shown = hidesComments(this.communities, tenant)
      ? threads.map((thread) => ({ ...thread, comments: [] }))
      : threads;
    const rows = shown.flatMap(({ root, comments }) => [root, ...comments]);
    const likers = new Map(threads.flatMap((thread) => [...(thread.likers ?? [])]));
    const cardOf = await this.cardsFor(tenant, [viewer], rows, conversations, likers);
    return shown.map(({ root, comments }) => ({
      ...cardOf(root, viewer),
      comments: comments.map((comment) => cardOf(comment, viewer)),
    }));
  }

  /** Without comments: for comments and search results. */
  async plain(
    tenant: Tenant,
    viewer: string,
    rows: readonly ShoutRow[],
    conversations: ConversationsById,
    likers?: Thread['likers'],
  ): Promise<ShoutCard[]> {
    const cardOf = await this.cardsFor(tenant, [viewer], rows, conversations, likers);
    return rows.map((row) => cardOf(row, viewer));
  }

  /**
   * Loads what the cards of these shouts need for these viewers, and returns a function that builds a card. `likers` are those of
   * cached threads.
   */
  async cardsFor(
    tenant: Tenant,
    viewers: readonly string[],
    rows: readonly ShoutRow[],
    conversations: ConversationsById,
    likers?: Thread['likers'],
  ): Promise<(row: ShoutRow, viewer: string) => ShoutCard> {
    // One pass, since a page has about a hundred rows, each with few members and seldom files.
    const used = new Set<string>();
    const named = new Set<string>();
    const files: string[] = [];
    for (const row of rows) {
      used.add(row.conversation);
      named.add(row.author);
      for (const id of row.first_likes) named.add(id);
      if (hasFiles(row)) files.push(...row.images, ...row.files, ...imagesOf(row.links));
    }
    // A block hides a liker.
    if (rows.some(({ first_likes }) => first_likes.length > 0)) for (const viewer of viewers) named.add(viewer);
    for (const id of used) for (const participant of conversations.get(id)!.participants) named.add(participant);
    const reactions = new ViewerReactions(rows, likers);
    const [users, filesFor, likedBy, choices] = await Promise.all([
      this.users.byIds(tenant, [...named]),
      this.files.describeForAny(tenant, files),
      this.likes.likedBy(tenant, viewers, reactions.likedByMore),
      this.votes.choices(tenant, viewers, idsOfPolls(rows)),
    ]);
    const byId = new Map(users.map((user) => [user._id, user]));
    const present = viewers.flatMap((viewer) => byId.get(viewer) ?? []);
    const related: Related = {
      tenant,
      conversations,
      hidesComments: hidesComments(this.communities, tenant),
      users: byId,
      sees: await this.likes.visible(tenant, present, rows),
      filesFor,
      liked: (row, viewer) => reactions.liked(row, viewer, likedBy),
      choices,
    };
    const dataByViewer = new Map(viewers.map((viewer) => [viewer, this.viewerData(viewer, related)]));
    return (row, viewer) => this.card(row, dataByViewer.get(viewer) ?? this.viewerData(viewer, related), related);
  }

  /** Memoizes the cards of users and groups for one viewer. */
  private viewerData(viewer: string, { tenant, users, sees, filesFor }: Related): ViewerData {
    const cards = new Map<string, UserCard>();
    const groups = new Map<string, GroupCard>();
    const cardOf = (id: string): UserCard => {
      const user = users.get(id);
      return user ? this.cards.card(tenant, viewer, user) : deletedMemberCard(id);
    };
    const memoizedCard = (id: string) => memoized(cards, id, () => cardOf(id));
    const own = users.get(viewer);
    return {
      viewer,
      files: filesFor(viewer),
      cardOf: memoizedCard,
      likersOf: (ids) => ids.filter((id) => sees(viewer, id) && isShownLiker(users.get(id), own)).map(memoizedCard),
      groupOf: (conversation) =>
        memoized(groups, conversation._id, () => this.conversations.groupCard(tenant, viewer, conversation)),
    };
  }

  // All fields in one literal, without spreads: objects of one shape are built and rendered several times faster.
  private card(row: ShoutRow, { viewer, files, cardOf, likersOf, groupOf }: ViewerData, related: Related): ShoutCard {
    const conversation = related.conversations.get(row.conversation)!;
    const { kind, participants } = conversation;
    const describe = (ids: readonly string[]) => (ids.length > 0 ? ids.flatMap((id) => files.get(id) ?? []) : []);
    const images = describe(row.images);
    const comments_count = related.hidesComments ? 0 : row.comments_count;
    return {
      id: row._id,
      user: cardOf(row.author),
      shout: row.text,
      group: kind === 'group' || kind === 'everybody' ? groupOf(conversation) : undefined,
      recipients: kind === 'direct' ? participants.filter((id) => id !== row.author).map(cardOf) : undefined,
      in_reply_to: row.in_reply_to ?? undefined,
      seq: row.in_reply_to ? undefined : row.position,
      client_id: row.client_id,
      created: row.created.toISOString(),
      updated: row.updated?.toISOString(),
      deleted: row.deleted,
      admin_deleted: row.admin_deleted,
      mentions: row.mentions,
      image_urls: images.map(({ path }) => path),
      images,
      files: describe(row.files),
      links: linkViews(row.links, (image) => files.get(image)?.thumb_path),
      meta: row.meta,
      liked: related.liked(row, viewer),
      likes_count: row.likes_count,
      first_likes: likersOf(row.first_likes),
      is_commented: comments_count > 0,
      comments_count,
      workplace: row.workplace,
      poll: row.poll && pollView(row.poll, related.choices(row._id, viewer)),
    };
  }
}

/** Banned likers are shown to super admins alone (ADR 0007), and none with a block between them and the viewer. */
export function isShownLiker(liker: UserRow | undefined, viewer: UserRow | undefined): boolean {
  if (!liker) return false;
  return (!liker.banned || viewer?.admin === true) && !(viewer && isBlockBetween(viewer, liker));
}

const hasFiles = ({ images, files, links }: ShoutRow) => images.length + files.length + (links?.length ?? 0) > 0;

/** The shouts whose viewers' votes are needed. */
const idsOfPolls = (rows: readonly ShoutRow[]): string[] => rows.flatMap(({ _id, poll }) => (poll ? [_id] : []));

function memoized<V>(cache: Map<string, V>, key: string, make: () => V): V {
  let value = cache.get(key);
  if (value === undefined) cache.set(key, (value = make()));
  return value;
}
