import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { SignedInCaller } from '../calls/caller.js';
import { checkFeature } from '../calls/permission-check.js';
import { ExtensionPoints, type CommentSubject, type SubjectAccess } from '../extension-points/extension-points.js';
import type { UserRow } from '../users/user.schema.js';
import type { ConversationAccess } from './conversation-access.js';
import { subjectConversationId } from './conversation-ids.js';
import { ConversationRepository } from './conversation.repository.js';
import { emptyConversation, type ConversationRow } from './conversation.schema.js';

type Subject = NonNullable<ConversationRow['subject']>;

/** The records of other services that carry comments (ADR 0038). The service of the record decides who reads and comments. */
@Injectable()
export class CommentSubjects {
  constructor(
    private readonly heads: ConversationRepository,
    private readonly extensions: ExtensionPoints,
    private readonly communities: Communities,
  ) {}

  /** The comments of a record, stored or not. @throws SHOUT_NOT_FOUND for a missing and an invisible record alike */
  async find(tenant: Tenant, user: UserRow, kind: string, id: string): Promise<ConversationAccess> {
    const _id = subjectConversationId(tenant, kind, id);
    const stored = await this.heads.byId(tenant, _id);
    const head = stored ?? { ...emptyConversation(tenant, _id, 'subject'), subject: { kind, id } };
    return this.conversationAccess(tenant, user, head);
  }

  /** @throws SHOUT_NOT_FOUND */
  async conversationAccess(tenant: Tenant, user: UserRow, row: ConversationRow): Promise<ConversationAccess> {
    const found = (await this.access(tenant, [user], row.subject!)).get(user._id);
    if (!found) throw new PaddockError('SHOUT_NOT_FOUND');
    const { title, manages, can_comment, reason } = found;
    return {
      conversation: { ...row, title },
      entry_id: row._id,
      comments_address: this.of(tenant, row.subject!.kind).address(row.subject!.id),
      others: [],
      member: true,
      reads: true,
      manages,
      can_post: false,
      can_comment: can_comment && this.communities.find(tenant.community)?.flags.disable_comments !== true,
      ...(reason && { reason }),
    };
  }

  /** By user id, for those of these members who may read the record. @throws FEATURE_DISABLED, SHOUT_NOT_FOUND for an unknown kind */
  async access(
    tenant: Tenant,
    users: readonly UserRow[],
    { kind, id }: Subject,
  ): Promise<ReadonlyMap<string, SubjectAccess>> {
    return this.of(tenant, kind).access(tenant, users, id);
  }

  knownReaders(caller: SignedInCaller, { kind, id }: Subject): Promise<readonly string[] | undefined> {
    return this.of(caller.tenant, kind).knownReaders(caller, id);
  }

  /** @throws SHOUT_NOT_FOUND when the record was deleted meanwhile */
  async count(tenant: Tenant, { kind, id }: Subject, added: number, session: ClientSession): Promise<void> {
    if (!(await this.of(tenant, kind).count(tenant, id, added, session))) throw new PaddockError('SHOUT_NOT_FOUND');
  }

  private of({ community }: Tenant, kind: string): CommentSubject {
    const subject = this.extensions.all('comment_subject').get(kind);
    const config = this.communities.find(community);
    if (!subject || !config) throw new PaddockError('SHOUT_NOT_FOUND');
    checkFeature(subject.permission, config);
    return subject;
  }
}
