import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { FilesService } from '../../community/files/files.service.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow, LastShout } from '../../community/conversations/conversation.schema.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SubjectThreads } from '../comments/subject-threads.js';
import { imagesOf } from '../storage/link-rows.js';
import { previewOf } from '../storage/shout-text.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { VoteRepository } from '../storage/vote.repository.js';

/** Deletes shouts and comments with all that follows from it: counters, the conversation's newest shout, votes and files. */
@Injectable()
export class ShoutWithdrawal {
  constructor(
    private readonly mutex: KeyedMutex,
    private readonly shouts: ShoutRepository,
    private readonly votes: VoteRepository,
    private readonly conversations: ConversationRepository,
    private readonly subjectThreads: SubjectThreads,
    private readonly files: FilesService,
    private readonly outbox: Outbox,
  ) {}

  /** Deletes a shout or comment of a conversation without a check of rights. Idempotent: a repeated one waits for the end of the first. */
  async withdraw(
    tenant: Tenant,
    { actor, admin_of }: { actor: string; admin_of?: string | undefined },
    row: ShoutRow,
    head: ConversationRow,
  ): Promise<void> {
    const { _id: id, conversation, in_reply_to } = row;
    const by = row.author === actor ? 'deleted' : 'admin_deleted';
    const files = await this.mutex.transaction(in_reply_to ?? id, async (session) => {
      const before = await this.shouts.byId(tenant, id, { session });
      const deleted = await this.shouts.markDeleted(tenant, id, by, { session });
      if (!before || !deleted) return [];
      if (head.subject) await this.subjectThreads.withdraw(tenant, head, row, session);
      else if (in_reply_to) await this.shouts.withdrawComment(tenant, in_reply_to, { session });
      else
        await this.conversations.withdraw(
          tenant,
          conversation,
          { id, position: row.position },
          () => this.newestPresent(tenant, conversation, session),
          { session },
        );
      const facts = {
        conversation,
        shout: id,
        actor,
        ...(in_reply_to && { in_reply_to }),
        ...(admin_of && { admin_of }),
      };
      await this.outbox.add(session, { kind: 'ShoutDeleted', tenant, ...facts });
      return [...before.images, ...before.files, ...imagesOf(before.links)];
    });
    if (row.poll) await this.votes.removeOf(tenant, [id]);
    await Promise.all(files.map((file) => this.files.delete(tenant, file)));
  }

  private async newestPresent(tenant: Tenant, thread: string, session: ClientSession): Promise<LastShout | undefined> {
    const row = await this.shouts.newestPresent(tenant, thread, { session });
    if (!row) return undefined;
    const { _id: id, author: user, text, created, updated } = row;
    return { id, user, text: previewOf(text), created, ...(updated && { updated }), deleted: false };
  }
}
