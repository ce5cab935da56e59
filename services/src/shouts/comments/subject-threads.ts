import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { CommentSubjects } from '../../community/conversations/comment-subjects.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { unreadAfter } from '../../community/conversations/read-mark.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** Positions and numbers of the comments on other services' records, in the transaction of the write (ADR 0038). */
@Injectable()
export class SubjectThreads {
  constructor(
    private readonly heads: ConversationRepository,
    private readonly subjects: CommentSubjects,
  ) {}

  /** Counts new comments and returns the last one's position; null without a head. @throws SHOUT_NOT_FOUND for a deleted record */
  async advance(
    tenant: Tenant,
    { _id, subject }: ConversationRow,
    added: number,
    session: ClientSession,
  ): Promise<number | null> {
    const position = await this.heads.advanceSubject(tenant, _id, added, { session });
    await this.subjects.count(tenant, subject!, added, session);
    return position;
  }

  /** How many comments a thread has. */
  async total(tenant: Tenant, thread: string): Promise<number> {
    const head = await this.heads.byId(tenant, thread);
    return head ? unreadAfter(head, 0) : 0;
  }

  /** Takes a deleted comment out of the numbers. */
  async withdraw(
    tenant: Tenant,
    { _id, subject }: ConversationRow,
    comment: Pick<ShoutRow, '_id' | 'position'>,
    session: ClientSession,
  ): Promise<void> {
    const withdrawn = { id: comment._id, position: comment.position };
    // A thread of comments has no preview to replace.
    await this.heads.withdraw(tenant, _id, withdrawn, () => Promise.resolve(undefined), { session });
    await this.subjects.count(tenant, subject!, -1, session);
  }
}
