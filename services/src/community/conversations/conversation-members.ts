import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { FormerMemberRepository } from '../memberships/former-member.repository.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { foldText } from '@paddock/contract/core/folding';
import { termsOf, wordsOf } from '../search/words.js';
import { looksOf } from './title-looks.js';
import { ConversationStateRepository } from './conversation-state.repository.js';
import { ConversationRepository } from './conversation.repository.js';
import { emptyConversation, type ConversationRow } from './conversation.schema.js';
import { Conversations } from './conversations.js';

export type NewGroup = Pick<ConversationRow, 'title' | 'color'> &
  Partial<
    Pick<
      ConversationRow,
      '_id' | 'description' | 'icon' | 'image' | 'invisible' | 'hidden' | 'autojoin' | 'joiners_read_only' | 'client_id'
    >
  >;

/** The stored fields of a group's title. */
export const titleFields = (title: string) => ({
  title,
  title_key: foldText(title),
  title_looks: looksOf(title),
  title_terms: termsOf(wordsOf(title), 1),
});

/** Creates groups, and adds members to conversations. */
@Injectable()
export class ConversationMembers {
  constructor(
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly states: ConversationStateRepository,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly mongo: Mongo,
  ) {}

  /**
   * Adds a group with its first owner. `within` completes it in the same transaction.
   *
   * @throws GROUP_NAME_NOT_AVAILABLE, ignoring case.
   */
  async createGroup(
    tenant: Tenant,
    group: NewGroup,
    owner: string,
    within?: (head: ConversationRow, session: ClientSession) => Promise<void>,
  ): Promise<ConversationRow> {
    const head = {
      ...emptyConversation(tenant, newId(), 'group'),
      ...group,
      ...titleFields(group.title),
      created_by: owner,
    };
    try {
      return await this.mongo.transaction(async (session) => {
        await this.memberships.add(tenant, head._id, owner, 'owner', { session });
        const row = await this.heads.create(tenant, head, { session });
        await within?.(row, session);
        return row;
      });
    } catch (error) {
      throw isDuplicateKey(error) ? new PaddockError('GROUP_NAME_NOT_AVAILABLE') : error;
    }
  }

  /** For a new member: earlier shouts to everybody do not count as unread. */
  async joinEverybody(tenant: Tenant, user: string): Promise<void> {
    const everybody = await this.conversations.ensureEverybody(tenant);
    await this.states.markRead(tenant, user, everybody._id, everybody.seq);
  }

  /** Adds a member to a group; earlier shouts do not count as unread. */
  async join(
    tenant: Tenant,
    group: ConversationRow,
    user: string,
    role: 'owner' | 'member' = 'member',
    options: InSession = {},
  ): Promise<void> {
    const read_only = role === 'member' && group.joiners_read_only === true;
    await this.memberships.add(tenant, group._id, user, role, { ...options, read_only });
    await this.states.markRead(tenant, user, group._id, group.seq, options);
  }

  /**
   * Like {@link join}, for several ordinary members at once. Those who left read-only are read-only again.
   *
   * @returns those who were not in the group
   */
  async joinAll(
    tenant: Tenant,
    group: ConversationRow,
    users: readonly string[],
    options: Required<InSession>,
  ): Promise<string[]> {
    const present = new Set(
      (await this.memberships.inGroup(tenant, group._id, users, options)).map(({ user }) => user),
    );
    const added = users.filter((user) => !present.has(user));
    if (added.length === 0) return [];
    const former = await this.former.inGroup(tenant, group._id, added, options);
    const readOnly = new Set(
      group.joiners_read_only ? added : former.flatMap((row) => (row.read_only ? row.user : [])),
    );
    await this.memberships.addAll(tenant, group._id, added, { ...options, readOnly });
    if (former.length > 0) await this.former.forget(tenant, group._id, added, options);
    const marks = added.map((user) => ({ user, conversation: group._id, seq: group.seq }));
    this.states.markAllRead(tenant, marks, options);
    return added;
  }
}
