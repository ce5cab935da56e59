import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/call';
import type { postShout, Shout } from '@paddock/contract/shouts';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../platform/calls/caller.js';
import { Conversations } from '../platform/conversations/conversations.js';
import type { Reach } from '../platform/conversations/reach.js';
import { PaddockError } from '../platform/errors/paddock-error.js';
import { FilesService } from '../platform/files/files.service.js';
import { once } from '../platform/idempotency/once.js';
import { newId } from '../platform/mongo/row.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { InTurn } from './in-turn.js';
import { MentionsService } from './mentions.service.js';
import { ShoutReach } from './shout-reach.js';
import { checkText, previewOf, searchWords } from './shout-text.js';
import { placesOf, ShoutViews } from './shout-views.js';
import { ShoutRepository } from './shout.repository.js';
import type { ShoutRow } from './shout.schema.js';
import { checkMayComment, checkMayShout } from './write-rules.js';

type Post = CallArguments<typeof postShout>;
/** Where a new shout goes: into a conversation, or below a shout. */
interface Target {
  reach: Reach;
  in_reply_to?: string;
}

/** Writing shouts and comments. */
@Injectable()
export class PostingService {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly reach: ShoutReach,
    private readonly views: ShoutViews,
    private readonly conversations: Conversations,
    private readonly mentions: MentionsService,
    private readonly files: FilesService,
    private readonly outbox: Outbox,
    private readonly inTurn: InTurn,
  ) {}

  /** A resend of the same `client_id` answers the first reply and does nothing again. */
  async post(caller: SignedInCaller, post: Post): Promise<Shout> {
    const { tenant, user } = caller;
    const { row } = await once(
      () => this.shouts.byClientId(tenant, user._id, post.client_id),
      () => this.create(caller, post),
    );
    const { conversation } = await this.conversations.findById(tenant, user, row.conversation);
    const [shout] = await this.views.withComments(tenant, user._id, [row], placesOf(conversation));
    return shout!;
  }

  private async create(caller: SignedInCaller, post: Post): Promise<ShoutRow> {
    const { tenant, user, flags } = caller;
    const target = await this.targetOf(caller, post);
    const attachments = (post.image_urls?.length ?? 0) + (post.files?.length ?? 0);
    if (attachments > flags.max_files) throw new PaddockError('TOO_MANY_FILES');
    const text = checkText(post.shout, attachments, flags.maxCharCount);
    const mentions = await this.mentions.in(text, caller, target.reach);
    const head = target.reach.conversation;
    // One in which somebody wrote is stored.
    const conversation = head.seq > 0 ? head : await this.conversations.ensure(tenant, head);
    const _id = newId();
    const thread = target.in_reply_to ?? conversation._id;
    return this.inTurn.transaction(thread, async (session) => {
      const created = new Date();
      const last = { id: _id, user: user._id, text: previewOf(text), created };
      const position = await this.takePosition(caller, conversation._id, target.in_reply_to, last, session);
      const attach = (addresses: string[] = []) =>
        this.files.attach(tenant, user._id, addresses, { kind: 'shout', id: _id }, { session });
      const row = await this.shouts.add(
        tenant,
        {
          _id,
          conversation: conversation._id,
          thread,
          position,
          ...(target.in_reply_to && { in_reply_to: target.in_reply_to }),
          author: user._id,
          client_id: post.client_id,
          text,
          words: searchWords(text),
          mentions,
          images: await attach(post.image_urls),
          files: await attach(post.files),
          likes_count: 0,
          first_likes: [],
          comments_made: 0,
          comments_count: 0,
          last_comments: [],
          created,
          deleted: false,
          admin_deleted: false,
        },
        { session },
      );
      const facts = { tenant, conversation: conversation._id, author: user._id };
      await this.outbox.add(
        session,
        row.in_reply_to
          ? { kind: 'CommentPosted', ...facts, shout: row.in_reply_to, comment: _id }
          : { kind: 'ShoutPosted', ...facts, shout: _id },
      );
      return row;
    });
  }

  /** First in the transaction: the counter is the lock that keeps positions without gaps. */
  private async takePosition(
    { tenant }: SignedInCaller,
    conversation: string,
    inReplyTo: string | undefined,
    shout: { id: string; user: string; text: string; created: Date },
    session: ClientSession,
  ): Promise<number> {
    if (inReplyTo === undefined)
      return (await this.conversations.advance(tenant, conversation, shout, { session })).seq;
    const position = await this.shouts.advanceThread(tenant, inReplyTo, shout.id, { session });
    if (position === null) throw new PaddockError('SHOUT_NOT_FOUND');
    return position;
  }

  /** @throws INVALID_INPUT unless exactly one place is named; what `findReadable` and the write rules throw. */
  private async targetOf(caller: SignedInCaller, { group, recipients, in_reply_to }: Post): Promise<Target> {
    const { tenant, user, flags } = caller;
    const named = [group, recipients, in_reply_to].filter((place) => place !== undefined);
    if (named.length !== 1) throw new PaddockError('INVALID_INPUT');
    if (in_reply_to !== undefined) {
      const { row, reach } = await this.reach.findPresent(tenant, user, in_reply_to);
      if (row.in_reply_to) throw new PaddockError('SHOUT_NOT_FOUND');
      checkMayComment(reach, flags);
      return { reach, in_reply_to };
    }
    const reach = recipients
      ? await this.conversations.findDirect(tenant, user, recipients)
      : await this.conversations.findReadable(tenant, user, group!);
    if (group !== undefined && reach.conversation.kind === 'direct') throw new PaddockError('GROUP_NOT_FOUND');
    checkMayShout(reach, flags);
    return { reach };
  }
}
