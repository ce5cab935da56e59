import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { VoteRepository } from './storage/vote.repository.js';
import { VoteWriter } from './polls/vote-writer.js';
import { ViewRepository } from './storage/view.repository.js';
import { LikeRepository } from './storage/like.repository.js';
import { LikeWriter } from './writing/like-writer.js';
import { isDeleted } from './reading/shout-access.js';
import { ShoutRepository } from './storage/shout.repository.js';

/**
 * Exports a member's shouts, likes, votes and views. Account erasure (ADR 0018) deletes likes, votes, views and mentions; shouts
 * stay without a name.
 */
@Injectable()
export class ShoutsPersonalData implements OnModuleInit {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly likeWriter: LikeWriter,
    private readonly votes: VoteRepository,
    private readonly voteWriter: VoteWriter,
    private readonly views: ViewRepository,
    private readonly conversations: ConversationRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'shouts', async (tenant, { _id }) => ({
      shouts: this.written(tenant, _id),
      likes: this.liked(tenant, _id),
      votes: this.voted(tenant, _id),
      views: this.viewed(tenant, _id),
    }));
    this.extensions.provide('forget', 'shouts', async (tenant, { _id, username_key }) => {
      await this.shouts.forgetMentions(tenant, username_key);
      for await (const [workplace, like] of this.likes.ofUser(tenant, _id))
        await this.likeWriter.forget(workplace, like);
      for await (const [workplace, vote] of this.votes.ofUser(tenant, _id))
        await this.voteWriter.forget(workplace, vote);
      await this.views.forget(tenant, _id);
    });
  }

  private async *written(tenant: Tenant, author: string) {
    for await (const [tenantOfRow, row] of this.shouts.ofAuthor(tenant, author)) {
      const {
        _id,
        text,
        in_reply_to,
        images,
        files,
        links,
        meta,
        poll,
        created,
        updated,
        likes_count,
        comments_count,
      } = row;
      const head = await this.conversations.headById(tenantOfRow, row.conversation);
      const location = {
        workplace: tenantOfRow.workplace,
        conversation: row.conversation,
        kind: head?.kind,
        title: head?.title,
        ...(head?.subject && { subject: head.subject }),
      };
      const counts = { likes: likes_count, comments: comments_count };
      yield {
        id: _id,
        ...location,
        in_reply_to,
        text,
        images,
        files,
        links,
        meta,
        poll,
        created,
        updated,
        deleted: isDeleted(row),
        ...counts,
      };
    }
  }

  private async *liked(tenant: Tenant, user: string) {
    for await (const [{ workplace }, { shout }] of this.likes.ofUser(tenant, user)) yield { workplace, shout };
  }

  private async *voted(tenant: Tenant, user: string) {
    for await (const [workplace, { shout, options }] of this.votes.ofUser(tenant, user)) {
      const row = await this.shouts.byId(workplace, shout);
      const chosen = row?.poll?.options.filter(({ id }) => options.includes(id)).map(({ text }) => text);
      yield { workplace: workplace.workplace, shout, options: chosen ?? [] };
    }
  }

  private async *viewed(tenant: Tenant, user: string) {
    for await (const [{ workplace }, { shout }] of this.views.ofUser(tenant, user)) yield { workplace, shout };
  }
}
