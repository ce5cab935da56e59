import { Injectable } from '@nestjs/common';
import { type AttachedFile, attachedFile } from '@paddock/contract/calls/files';
import { type GroupCard, groupCard } from '@paddock/contract/calls/groups';
import { shoutLink } from '@paddock/contract/calls/shout-links';
import { poll } from '@paddock/contract/calls/polls';
import type { Shout, ShoutCard } from '@paddock/contract/calls/shouts';
import { type UserCard, userCard } from '@paddock/contract/calls/users';
import { z } from 'zod';
import { JsonText } from '../../infrastructure/calls/json-text.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { FilesService } from '../../community/files/files.service.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { pollView } from '../polls/poll.js';
import { type ChoicesOf, VoteRepository } from '../polls/vote.repository.js';
import { LikeRepository } from '../storage/like.repository.js';
import { imagesOf, linkViews } from '../links/link-rows.js';
import { ViewerReactions } from './viewer-reactions.js';
import { type ConversationsById, deletedMember, idsOfPolls, rowFields, rowFieldsOf } from './shout-views.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import type { Thread } from './threads.js';

type RowFields = z.output<typeof rowFields>;
type Attached = Pick<ShoutCard, 'image_urls' | 'images' | 'files' | 'links'>;

/** The parts of a thread that are the same for every viewer, built and checked once. */
interface SharedParts {
  /** Of the shout, then of its comments. */
  texts: readonly JsonText<RowFields>[];
  /** The same with empty attachments; undefined for shouts with attachments. */
  plain: readonly (JsonText<RowFields & Attached> | undefined)[];
  /** Users with cards in the thread. */
  users: readonly string[];
  files: readonly string[];
  reactions: ViewerReactions;
}

/** The parts that depend on the viewer. */
interface ViewerParts {
  /** The conversation of a shout, with the group's card unless it is direct. */
  placeOf: (row: ShoutRow) => { conversation: ConversationRow; group: JsonText<GroupCard> | undefined };
  cardOf: (id: string) => JsonText<UserCard>;
  files: ReadonlyMap<string, AttachedFile>;
  liked: (row: ShoutRow, shared: SharedParts) => boolean;
  choices: ChoicesOf;
  viewer: string;
}

const yes = JsonText.checked(z.boolean(), true);
const no = JsonText.checked(z.boolean(), false);
const strings = z.array(z.string());
const attached = z.array(attachedFile);
const noFiles = JsonText.checked(attached, []);
const linksSchema = z.array(shoutLink);
const nothingAttached = {
  image_urls: JsonText.checked(strings, []),
  images: noFiles,
  files: noFiles,
  links: JsonText.checked(linksSchema, []),
};
const noLikes = JsonText.list<UserCard>([]);

/**
 * Renders feeds as JSON text from cached parts (ADR 0023), with the same result as {@link ShoutViews} gives for a single shout.
 */
@Injectable()
export class FeedRenderer {
  /** Entries live as long as the thread, which {@link Threads} caches. */
  private readonly sharedParts = new WeakMap<Thread, SharedParts>();

  constructor(
    private readonly likes: LikeRepository,
    private readonly votes: VoteRepository,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly conversations: Conversations,
  ) {}

  /** The caller has checked that the viewer may read these conversations, which are those of the threads. */
  async render(
    tenant: Tenant,
    viewer: string,
    threads: readonly Thread[],
    conversations: ConversationsById,
  ): Promise<JsonText<Shout[]>> {
    const shared = threads.map((thread) => this.sharedPartsOf(thread));
    const all = (name: 'users' | 'files') => shared.flatMap((parts) => parts[name]);
    const used = [...new Set(threads.map(({ root }) => root.conversation))].map((id) => conversations.get(id)!);
    const participants = used.flatMap((conversation) => conversation.participants);
    const queried = shared.flatMap(({ reactions }) => reactions.likedByMore);
    const polls = idsOfPolls(threads.map(({ root }) => root));
    const [users, files, likedBy, choices] = await Promise.all([
      this.users.byIds(tenant, [...all('users'), ...participants]),
      this.files.describe(tenant, viewer, all('files')),
      this.likes.likedBy(tenant, [viewer], queried),
      this.votes.choices(tenant, [viewer], polls),
    ]);
    const cards = new Map(users.map((user) => [user._id, this.cards.text(tenant, viewer, user)]));
    const groupOf = (conversation: ConversationRow) =>
      JsonText.checked(groupCard, this.conversations.groupCard(tenant, viewer, conversation));
    const places = new Map(
      used.map((conversation) => [
        conversation._id,
        { conversation, group: conversation.kind === 'direct' ? undefined : groupOf(conversation) },
      ]),
    );
    const viewerParts: ViewerParts = {
      placeOf: (row) => places.get(row.conversation)!,
      cardOf: (id) => cards.get(id) ?? JsonText.checked(userCard, deletedMember(id)),
      files,
      liked: (row, { reactions }) => reactions.liked(row, viewer, likedBy),
      choices,
      viewer,
    };
    return JsonText.list(threads.map((thread, index) => textOf(thread, shared[index]!, viewerParts)));
  }

  private sharedPartsOf(thread: Thread): SharedParts {
    let parts = this.sharedParts.get(thread);
    if (!parts) this.sharedParts.set(thread, (parts = buildSharedParts(thread)));
    return parts;
  }
}

function buildSharedParts({ root, comments, likers }: Thread): SharedParts {
  const rows = [root, ...comments];
  const texts = rows.map((row) => JsonText.checked(rowFields, rowFieldsOf(row)));
  const isPlain = ({ images, files, links = [] }: ShoutRow) => images.length + files.length + links.length === 0;
  return {
    texts,
    plain: rows.map((row, index) => (isPlain(row) ? JsonText.extended(texts[index]!, nothingAttached) : undefined)),
    users: [...new Set(rows.flatMap((row) => [row.author, ...row.first_likes]))],
    files: rows.flatMap((row) => [...row.images, ...row.files, ...imagesOf(row.links)]),
    reactions: new ViewerReactions(rows, likers),
  };
}

function textOf({ root, comments }: Thread, shared: SharedParts, viewer: ViewerParts): JsonText<Shout> {
  const baseOf = (row: ShoutRow, index: number) =>
    shared.plain[index] ?? JsonText.extended(shared.texts[index]!, attachedTo(row, viewer));
  const rendered = comments.map((row, index) =>
    JsonText.extended(baseOf(row, index + 1), viewerFieldsOf(row, shared, viewer)),
  );
  return JsonText.extended(baseOf(root, 0), {
    ...viewerFieldsOf(root, shared, viewer),
    comments: JsonText.list(rendered),
  });
}

function attachedTo({ images, files, links }: ShoutRow, viewer: ViewerParts) {
  const descriptionsOf = (id: string) => viewer.files.get(id) ?? [];
  const pictures = images.flatMap(descriptionsOf);
  return {
    image_urls: JsonText.checked(
      strings,
      pictures.map(({ path }) => path),
    ),
    images: JsonText.checked(attached, pictures),
    files: JsonText.checked(attached, files.flatMap(descriptionsOf)),
    links: JsonText.checked(
      linksSchema,
      linkViews(links, (image) => viewer.files.get(image)?.thumb_path),
    ),
  };
}

/** The fields that depend on the viewer, except attachments. */
function viewerFieldsOf(row: ShoutRow, shared: SharedParts, viewerParts: ViewerParts) {
  const { placeOf, cardOf, liked, choices, viewer } = viewerParts;
  const { author } = row;
  const { conversation, group } = placeOf(row);
  const recipients = () => JsonText.list(conversation.participants.filter((id) => id !== author).map(cardOf));
  return {
    user: cardOf(author),
    group,
    recipients: group ? undefined : recipients(),
    liked: liked(row, shared) ? yes : no,
    first_likes: row.first_likes.length > 0 ? JsonText.list(row.first_likes.map(cardOf)) : noLikes,
    poll: row.poll && JsonText.checked(poll, pollView(row.poll, choices(row._id, viewer))),
  };
}
