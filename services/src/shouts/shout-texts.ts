import { Injectable } from '@nestjs/common';
import { type GroupCard, groupCard } from '@paddock/contract/groups';
import { type AttachedFile, attachedFile, type Shout } from '@paddock/contract/shouts';
import { type UserCard, userCard } from '@paddock/contract/users';
import { z } from 'zod';
import { JsonText } from '../platform/calls/json-text.js';
import type { ConversationRow } from '../platform/conversations/conversation.schema.js';
import { Conversations } from '../platform/conversations/conversations.js';
import { FilesService } from '../platform/files/files.service.js';
import type { Tenant } from '../platform/tenancy/tenant.js';
import { UserCards } from '../platform/users/user-cards.js';
import { UserRepository } from '../platform/users/user.repository.js';
import { LikeRepository } from './like.repository.js';
import { OwnMarks } from './own-marks.js';
import { goneMember, rowPart, rowPartOf } from './shout-views.js';
import { ShoutRepository } from './shout.repository.js';
import type { ShoutRow } from './shout.schema.js';
import type { Thread } from './threads.js';

/** What of a thread is the same for every viewer, made and checked once. */
interface Kept {
  /** Of the shout, then of its comments. */
  texts: readonly JsonText<z.output<typeof rowPart>>[];
  /** Whose cards are in it. */
  people: readonly string[];
  files: readonly string[];
  marks: OwnMarks;
}

/** What one viewer sees around the shouts. */
interface About {
  place: ConversationRow;
  group: JsonText<GroupCard> | undefined;
  cardOf: (id: string) => JsonText<UserCard>;
  files: ReadonlyMap<string, AttachedFile>;
  liked: (row: ShoutRow, kept: Kept) => boolean;
  commented: (row: ShoutRow, kept: Kept) => boolean;
}

const yes = JsonText.checked(z.boolean(), true);
const no = JsonText.checked(z.boolean(), false);
const strings = z.array(z.string());
const attached = z.array(attachedFile);
const noStrings = JsonText.checked(strings, []);
const noFiles = JsonText.checked(attached, []);

/** Threads as {@link ShoutViews} shows them, put together of texts: what no viewer changes is kept with the thread (ADR 0023). */
@Injectable()
export class ShoutTexts {
  /** Goes with the thread, which {@link Threads} keeps. */
  private readonly kept = new WeakMap<Thread, Kept>();

  constructor(
    private readonly shouts: ShoutRepository,
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
    const asked = (name: 'likedByMore' | 'commentedByMore') => kept.flatMap(({ marks }) => marks[name]);
    const [users, files, likedBy, commentedBy] = await Promise.all([
      this.users.byIds(tenant, [...all('people'), ...place.participants]),
      this.files.describe(tenant, viewer, all('files')),
      this.likes.likedBy(tenant, [viewer], asked('likedByMore')),
      this.shouts.commentedBy(tenant, [viewer], asked('commentedByMore')),
    ]);
    const cards = new Map(users.map((user) => [user._id, this.cards.text(tenant, viewer, user)]));
    const group = () => JsonText.checked(groupCard, this.conversations.groupCard(tenant, viewer, place));
    const about: About = {
      place,
      group: place.kind === 'direct' ? undefined : group(),
      cardOf: (id) => cards.get(id) ?? JsonText.checked(userCard, goneMember(id)),
      files,
      liked: (row, { marks }) => marks.liked(row, viewer, likedBy),
      commented: (row, { marks }) => marks.commented(row, viewer, commentedBy),
    };
    return JsonText.list(threads.map((thread, index) => textOf(thread, kept[index]!, about)));
  }

  private keptOf(thread: Thread): Kept {
    let kept = this.kept.get(thread);
    if (!kept) this.kept.set(thread, (kept = keep(thread)));
    return kept;
  }
}

function keep({ root, comments, likers, commenters }: Thread): Kept {
  const rows = [root, ...comments];
  return {
    texts: rows.map((row) => JsonText.checked(rowPart, rowPartOf(row))),
    people: [...new Set(rows.flatMap((row) => [row.author, ...row.first_likes]))],
    files: rows.flatMap((row) => [...row.images, ...row.files]),
    marks: new OwnMarks(rows, likers, commenters),
  };
}

function textOf({ root, comments }: Thread, kept: Kept, about: About): JsonText<Shout> {
  const rest = {
    ...restOf(root, kept, about),
    comments: JsonText.list(
      comments.map((row, index) => JsonText.joined(kept.texts[index + 1]!, JsonText.record(restOf(row, kept, about)))),
    ),
  };
  return JsonText.joined(kept.texts[0]!, JsonText.record(rest));
}

/** What the row alone does not say. */
function restOf(row: ShoutRow, kept: Kept, { place, group, cardOf, files, liked, commented }: About) {
  const { author, images, files: attachments } = row;
  const recipients = () => JsonText.list(place.participants.filter((id) => id !== author).map(cardOf));
  const paths = () => images.flatMap((id) => files.get(id)?.path ?? []);
  return {
    user: cardOf(author),
    group,
    recipients: group ? undefined : recipients(),
    image_urls: images.length > 0 ? JsonText.checked(strings, paths()) : noStrings,
    files:
      attachments.length > 0
        ? JsonText.checked(
            attached,
            attachments.flatMap((id) => files.get(id) ?? []),
          )
        : noFiles,
    liked: liked(row, kept) ? yes : no,
    is_commented: commented(row, kept) ? yes : no,
    first_likes: JsonText.list(row.first_likes.map(cardOf)),
  };
}
