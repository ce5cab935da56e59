import { Injectable } from '@nestjs/common';
import { type GroupCard, groupCard } from '@paddock/contract/calls/groups';
import { type AttachedFile, attachedFile, type Shout, type ShoutCard } from '@paddock/contract/calls/shouts';
import { type UserCard, userCard } from '@paddock/contract/calls/users';
import { z } from 'zod';
import { JsonText } from '../../infrastructure/calls/json-text.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { FilesService } from '../../community/files/files.service.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ViewerReactions } from './viewer-reactions.js';
import { goneMember, rowPart, rowPartOf } from './shout-views.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import type { Thread } from './threads.js';

type RowPart = z.output<typeof rowPart>;
type Attached = Pick<ShoutCard, 'image_urls' | 'files'>;

/** What of a thread is the same for every viewer, made and checked once. */
interface Kept {
  /** Of the shout, then of its comments. */
  texts: readonly JsonText<RowPart>[];
  /** The same, of those to which nothing is attached. */
  plain: readonly (JsonText<RowPart & Attached> | undefined)[];
  /** Whose cards are in it. */
  people: readonly string[];
  files: readonly string[];
  marks: ViewerReactions;
}

/** What one viewer sees around the shouts. */
interface About {
  place: ConversationRow;
  group: JsonText<GroupCard> | undefined;
  cardOf: (id: string) => JsonText<UserCard>;
  files: ReadonlyMap<string, AttachedFile>;
  liked: (row: ShoutRow, kept: Kept) => boolean;
}

const yes = JsonText.checked(z.boolean(), true);
const no = JsonText.checked(z.boolean(), false);
const strings = z.array(z.string());
const attached = z.array(attachedFile);
const nothingAttached = { image_urls: JsonText.checked(strings, []), files: JsonText.checked(attached, []) };
const noLikes = JsonText.list<UserCard>([]);

/** Threads as {@link ShoutViews} shows them, put together of texts: what no viewer changes is kept with the thread (ADR 0023). */
@Injectable()
export class ShoutTexts {
  /** Goes with the thread, which {@link Threads} keeps. */
  private readonly kept = new WeakMap<Thread, Kept>();

  constructor(
    private readonly likes: LikeRepository,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly conversations: Conversations,
  ) {}

  /** Of one conversation that the viewer may read. */
  async ofThreads(
    tenant: Tenant,
    viewer: string,
    threads: readonly Thread[],
    place: ConversationRow,
  ): Promise<JsonText<Shout[]>> {
    const kept = threads.map((thread) => this.keptOf(thread));
    const all = (name: 'people' | 'files') => kept.flatMap((one) => one[name]);
    const asked = kept.flatMap(({ marks }) => marks.likedByMore);
    const [users, files, likedBy] = await Promise.all([
      this.users.byIds(tenant, [...all('people'), ...place.participants]),
      this.files.describe(tenant, viewer, all('files')),
      this.likes.likedBy(tenant, [viewer], asked),
    ]);
    const cards = new Map(users.map((user) => [user._id, this.cards.text(tenant, viewer, user)]));
    const group = () => JsonText.checked(groupCard, this.conversations.groupCard(tenant, viewer, place));
    const about: About = {
      place,
      group: place.kind === 'direct' ? undefined : group(),
      cardOf: (id) => cards.get(id) ?? JsonText.checked(userCard, goneMember(id)),
      files,
      liked: (row, { marks }) => marks.liked(row, viewer, likedBy),
    };
    return JsonText.list(threads.map((thread, index) => textOf(thread, kept[index]!, about)));
  }

  private keptOf(thread: Thread): Kept {
    let kept = this.kept.get(thread);
    if (!kept) this.kept.set(thread, (kept = keep(thread)));
    return kept;
  }
}

function keep({ root, comments, likers }: Thread): Kept {
  const rows = [root, ...comments];
  const texts = rows.map((row) => JsonText.checked(rowPart, rowPartOf(row)));
  const isPlain = ({ images, files }: ShoutRow) => images.length + files.length === 0;
  return {
    texts,
    plain: rows.map((row, index) => (isPlain(row) ? JsonText.extended(texts[index]!, nothingAttached) : undefined)),
    people: [...new Set(rows.flatMap((row) => [row.author, ...row.first_likes]))],
    files: rows.flatMap((row) => [...row.images, ...row.files]),
    marks: new ViewerReactions(rows, likers),
  };
}

function textOf({ root, comments }: Thread, kept: Kept, about: About): JsonText<Shout> {
  const ownOf = (row: ShoutRow, index: number) =>
    kept.plain[index] ?? JsonText.extended(kept.texts[index]!, attachedTo(row, about));
  const below = comments.map((row, index) => JsonText.extended(ownOf(row, index + 1), restOf(row, kept, about)));
  return JsonText.extended(ownOf(root, 0), { ...restOf(root, kept, about), comments: JsonText.list(below) });
}

function attachedTo({ images, files }: ShoutRow, about: About) {
  const described = (id: string) => about.files.get(id) ?? [];
  return {
    image_urls: JsonText.checked(
      strings,
      images.flatMap(described).map(({ path }) => path),
    ),
    files: JsonText.checked(attached, files.flatMap(described)),
  };
}

/** What neither the row nor its files say. */
function restOf(row: ShoutRow, kept: Kept, { place, group, cardOf, liked }: About) {
  const { author } = row;
  const recipients = () => JsonText.list(place.participants.filter((id) => id !== author).map(cardOf));
  return {
    user: cardOf(author),
    group,
    recipients: group ? undefined : recipients(),
    liked: liked(row, kept) ? yes : no,
    first_likes: row.first_likes.length > 0 ? JsonText.list(row.first_likes.map(cardOf)) : noLikes,
  };
}
