import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { readSubjectComments } from '@paddock/contract/calls/comments';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { CommentSubjects } from '../../community/conversations/comment-subjects.js';
import { subjectConversationId } from '../../community/conversations/conversation-ids.js';
import { unreadAfter } from '../../community/conversations/read-mark.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';

/** The newest comments whose authors hear of another one. */
const maxNotifiedComments = 200;

/** Reads the comments on other services' records. */
@Injectable()
export class CommentsService implements OnModuleInit {
  constructor(
    private readonly subjects: CommentSubjects,
    private readonly shouts: ShoutRepository,
    private readonly views: ShoutViews,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('commenters', 'shouts', async (tenant, kind, id) => {
      const rows = await this.shouts.presentOfThread(
        tenant,
        subjectConversationId(tenant, kind, id),
        maxNotifiedComments,
      );
      return [...new Set(rows.map(({ author }) => author))];
    });
  }

  async list(
    { tenant, user }: SignedInCaller,
    { kind, id, count, before }: CallArguments<typeof readSubjectComments>,
  ): Promise<CallReply<typeof readSubjectComments>> {
    const { conversation, can_comment, manages, reason } = await this.subjects.find(tenant, user, kind, id);
    const thread = conversation._id;
    const cursor = before === undefined ? undefined : await this.shouts.byId(tenant, before);
    if (before !== undefined && cursor?.thread !== thread) throw new PaddockError('SHOUT_NOT_FOUND');
    const found = await this.shouts.presentOfThread(tenant, thread, count + 1, cursor?.position);
    const oldestFirst = found.slice(0, count).reverse();
    return {
      comments: await this.views.plain(tenant, user._id, oldestFirst, conversationsById(conversation)),
      more: found.length > count,
      total: unreadAfter(conversation, 0),
      thread,
      can_comment,
      ...(reason === 'read_only' && { reason }),
      manages,
    };
  }
}
