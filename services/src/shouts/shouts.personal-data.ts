import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { KeyedMutex } from './writing/keyed-mutex.js';
import { LikeRepository } from './storage/like.repository.js';
import type { LikeRow } from './storage/like.schema.js';
import { isDeleted } from './reading/shout-access.js';
import { ShoutRepository } from './storage/shout.repository.js';

/** What a member wrote and liked. When they go (ADR 0018), what was written stays, without their name; likes and mentions go. */
@Injectable()
export class ShoutsPersonalData implements OnModuleInit {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly places: ConversationRepository,
    private readonly inTurn: KeyedMutex,
    private readonly outbox: Outbox,
    private readonly answers: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.answers.provide('export', 'shouts', async (tenant, { _id }) => ({
      shouts: this.written(tenant, _id),
      likes: this.liked(tenant, _id),
    }));
    this.answers.provide('forget', 'shouts', async (tenant, { _id, username_key }) => {
      await this.shouts.forgetMentions(tenant, username_key);
      for await (const [place, like] of this.likes.ofUser(tenant, _id)) await this.takeBack(place, like);
    });
  }

  private async *written(tenant: Tenant, author: string) {
    for await (const [place, row] of this.shouts.ofAuthor(tenant, author)) {
      const { _id, text, in_reply_to, images, files, created, updated, likes_count, comments_count } = row;
      const head = await this.places.headById(place, row.conversation);
      const where = {
        workplace: place.workplace,
        conversation: row.conversation,
        kind: head?.kind,
        title: head?.title,
      };
      const counts = { likes: likes_count, comments: comments_count };
      yield {
        id: _id,
        ...where,
        in_reply_to,
        text,
        images,
        files,
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

  /** As its owner would, also of what they can no longer reach. */
  private async takeBack(place: Tenant, { shout, user }: LikeRow): Promise<void> {
    const row = await this.shouts.byId(place, shout);
    await this.inTurn.transaction(row?.in_reply_to ?? shout, async (session) => {
      if ((await this.likes.takeBack(place, shout, [user], { session })) === 0 || !row) return;
      const first = await this.likes.first(place, shout, 3, { session });
      await this.shouts.countLikes(place, shout, -1, first, { session });
      const facts = { conversation: row.conversation, shout, actor: user };
      await this.outbox.add(session, { kind: 'ShoutUpdated', tenant: place, ...facts });
    });
  }
}
