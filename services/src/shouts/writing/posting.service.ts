import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { pollLimits } from '@paddock/contract/calls/polls';
import type { postShout, Shout } from '@paddock/contract/calls/shouts';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { CommentSubjects } from '../../community/conversations/comment-subjects.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { linksOf } from '../storage/link-rows.js';
import { newPoll } from '../storage/poll.js';
import { MentionsService } from './mentions.service.js';
import { ShoutAccess } from '../reading/shout-access.js';
import { checkText, searchTerms } from '../storage/shout-text.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import { type NewShout, ShoutWriter } from './shout-writer.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { checkMayComment, checkMayShout } from './write-rules.js';

type Post = CallArguments<typeof postShout>;
/** Where a new shout goes: to a conversation, or below `in_reply_to`, a shout or the thread of another record. */
interface Target {
  access: ConversationAccess;
  in_reply_to?: string;
  /** The commented shout. */
  root?: ShoutRow;
}

/** Posts shouts and comments. */
@Injectable()
export class PostingService {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly access: ShoutAccess,
    private readonly views: ShoutViews,
    private readonly conversations: Conversations,
    private readonly mentions: MentionsService,
    private readonly writer: ShoutWriter,
    private readonly subjects: CommentSubjects,
  ) {}

  /**
   * Idempotent: a resend of the same `client_id` returns the first shout.
   *
   * @throws SHOUT_NOT_FOUND for a resend if the author may no longer read the first shout
   */
  async post(caller: SignedInCaller, post: Post): Promise<Shout> {
    const { tenant, user } = caller;
    const { row, conversation } = await this.create(caller, post).catch(async (error: unknown) => {
      // Resends are rare, so look for one only after a failure. The rules of writing are not checked again; the right to read is.
      const first =
        isDuplicateKey(error) || error instanceof PaddockError
          ? await this.shouts.byClientId(tenant, user._id, post.client_id)
          : null;
      if (!first) throw error;
      const { row, access } = await this.access.find(tenant, user, first._id);
      return { row, conversation: access.conversation };
    });
    const [shout] = await this.views.withComments(tenant, user._id, [row], conversationsById(conversation));
    return shout!;
  }

  private async create(caller: SignedInCaller, post: Post): Promise<{ row: ShoutRow; conversation: ConversationRow }> {
    const { tenant, user, flags } = caller;
    const { access, in_reply_to, root } = await this.targetOf(caller, post);
    if (post.meta && !isWorkplaceAdmin(user, tenant.workplace)) throw new PaddockError('FORBIDDEN');
    const attachments = (post.image_urls?.length ?? 0) + (post.files?.length ?? 0);
    if (attachments > flags.max_files) throw new PaddockError('TOO_MANY_FILES');
    const poll = newPoll(post);
    // Pictures do not replace the question of a poll.
    const text = poll
      ? checkText(post.shout, 0, Math.min(pollLimits.question, flags.maxCharCount))
      : checkText(post.shout, attachments, flags.maxCharCount);
    const head = access.conversation;
    // A group is stored, as is a conversation with shouts; a deleted group must not come back.
    const conversation = head.seq > 0 || head.kind === 'group' ? head : await this.conversations.ensure(tenant, head);
    // Mentions need the stored conversation: members are looked up as its readers.
    const mentions = await this.mentions.in(text, caller, access, in_reply_to);
    const shout: NewShout = {
      row: {
        _id: newId(),
        conversation: conversation._id,
        thread: in_reply_to ?? conversation._id,
        ...(in_reply_to && { in_reply_to }),
        author: user._id,
        client_id: post.client_id,
        text,
        terms: searchTerms(text),
        mentions,
        images: [],
        files: [],
        links: linksOf(text),
        ...(post.meta && { meta: post.meta }),
        likes_count: 0,
        first_likes: [],
        ...(poll && { poll }),
        comments_made: 0,
        comments_count: 0,
        last_comments: [],
        created: new Date(),
        deleted: false,
        admin_deleted: false,
      },
      root,
      images: post.image_urls ?? [],
      files: post.files ?? [],
    };
    return { row: await this.writer.write(tenant, conversation, shout), conversation };
  }

  /** @throws INVALID_INPUT unless the post has exactly one target, and the errors of `findReadable` and the write rules */
  private async targetOf(caller: SignedInCaller, { group, recipients, in_reply_to, subject }: Post): Promise<Target> {
    const { tenant, user } = caller;
    const targets = [group, recipients, in_reply_to, subject].filter((target) => target !== undefined);
    if (targets.length !== 1) throw new PaddockError('INVALID_INPUT');
    if (in_reply_to !== undefined) {
      const { row, access } = await this.access.findForChange(tenant, user, in_reply_to);
      if (row.in_reply_to) throw new PaddockError('SHOUT_NOT_FOUND');
      checkMayComment(access, caller);
      return { access, in_reply_to, root: row };
    }
    if (subject !== undefined) {
      const access = await this.subjects.find(tenant, user, subject.kind, subject.id);
      checkMayComment(access, caller);
      return { access, in_reply_to: access.conversation._id };
    }
    const access = recipients
      ? await this.conversations.findDirect(tenant, user, recipients, 'may_be_old')
      : await this.conversations.findVisible(tenant, user, group!, 'may_be_old');
    if (group !== undefined && access.conversation.kind === 'direct') throw new PaddockError('GROUP_NOT_FOUND');
    checkMayShout(access, caller);
    return { access };
  }
}
