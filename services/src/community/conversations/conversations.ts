import { Injectable } from '@nestjs/common';
import { everybodyGroupId, type GroupCard } from '@paddock/contract/calls/groups';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FileLinks } from '../../infrastructure/file-links/file-links.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { UserVisibility } from '../memberships/user-visibility.js';
import type { Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { directId, entryIdOf, everybodyId, sortedSet } from './conversation-ids.js';
import { ConversationRepository } from './conversation.repository.js';
import { ConversationRights } from './conversation-rights.js';
import { emptyConversation, type ConversationRow } from './conversation.schema.js';
import { everybodyRights, type ConversationAccess } from './conversation-access.js';
import { Workplaces } from '../workplaces/workplaces.js';

/** How current the counters of the head must be; for rights alone the cached head suffices. A snapshot's are current. */
type Counters = Snapshot | 'current' | 'may_be_old';

/**
 * Conversations, which contain shouts (ADR 0005). {@link findReadable} alone decides who may read and write where; every service
 * that uses a conversation calls it first.
 */
@Injectable()
export class Conversations {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly rights: ConversationRights,
    private readonly visibility: UserVisibility,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly communities: Communities,
    private readonly files: FileLinks,
  ) {}

  /**
   * A member's access to the conversation of a chat entry: `'0'`, a group's id, or another member's id for the direct chat, which
   * may not be stored yet (`seq` 0).
   *
   * @throws GROUP_NOT_FOUND also for an invisible group or member, so that neither is revealed; USER_NOT_FOUND for oneself;
   * FORBIDDEN for a group that is closed to non-members.
   */
  async findReadable(
    tenant: Tenant,
    user: UserRow,
    entryId: string,
    counters: Counters = 'current',
  ): Promise<ConversationAccess> {
    return readable(await this.findVisible(tenant, user, entryId, counters));
  }

  /** As {@link findReadable}, and also a visible group that the member sees from outside: then `reads` is false. */
  async findVisible(
    tenant: Tenant,
    user: UserRow,
    entryId: string,
    counters: Counters = 'current',
  ): Promise<ConversationAccess> {
    if (entryId === everybodyGroupId) return this.accessToEverybody(tenant, user, counters);
    const conversation = await this.headWithMembership(tenant, user, entryId, counters);
    // The comments of a record are no chat.
    if (conversation?.kind === 'subject') throw new PaddockError('GROUP_NOT_FOUND');
    if (conversation) return this.access(tenant, user, conversation);
    const other = await this.users.byId(tenant, entryId);
    if (!other) return this.accessToLeft(tenant, user, entryId);
    return this.findDirect(tenant, user, [entryId], counters).catch((error: unknown) => {
      const isHidden = entryId !== user._id && error instanceof PaddockError && error.code === 'USER_NOT_FOUND';
      throw isHidden ? new PaddockError('GROUP_NOT_FOUND') : error;
    });
  }

  /** The conversation that a stored record names by its own id (a shout's `conversation`). Throws as {@link findReadable}. */
  async findById(
    tenant: Tenant,
    user: UserRow,
    conversationId: string,
    counters: Counters = 'current',
  ): Promise<ConversationAccess> {
    return readable(await this.findVisibleById(tenant, user, conversationId, counters));
  }

  /** {@link findById} with the reach of {@link findVisible}. */
  async findVisibleById(
    tenant: Tenant,
    user: UserRow,
    conversationId: string,
    counters: Counters = 'current',
  ): Promise<ConversationAccess> {
    if (conversationId === everybodyId(tenant)) return this.accessToEverybody(tenant, user, counters);
    const conversation = await this.headWithMembership(tenant, user, conversationId, counters);
    if (!conversation) throw new PaddockError('GROUP_NOT_FOUND');
    return this.access(tenant, user, conversation);
  }

  /** As {@link findById}, but returns undefined where that refuses. */
  async findIfReadable(...args: Parameters<Conversations['findById']>): Promise<ConversationAccess | undefined> {
    const access = await this.findIfVisible(...args);
    return access?.reads ? access : undefined;
  }

  /** As {@link findVisibleById}, but returns undefined where that refuses. */
  findIfVisible(...args: Parameters<Conversations['findById']>): Promise<ConversationAccess | undefined> {
    return this.findVisibleById(...args).catch((error: unknown) => {
      if (error instanceof PaddockError && error.status < 500) return undefined;
      throw error;
    });
  }

  /** Whether {@link findById} lets a member read a conversation. */
  async canRead(tenant: Tenant, user: UserRow, conversationId: string): Promise<boolean> {
    return (await this.findIfReadable(tenant, user, conversationId)) !== undefined;
  }

  /**
   * The direct chat with some members, stored or not.
   *
   * @throws USER_NOT_FOUND for oneself alone, and if one is missing, pending, or, while the chat is not stored, not of the workplace,
   * not verified or not visible to the member ({@link UserVisibility}).
   */
  async findDirect(
    tenant: Tenant,
    user: UserRow,
    recipients: readonly string[],
    counters: Counters = 'current',
  ): Promise<ConversationAccess> {
    const participants = sortedSet([user._id, ...recipients]);
    if (participants.length < 2) throw new PaddockError('USER_NOT_FOUND');
    const id = directId(tenant, participants);
    // A cache that misses the chat decides nothing: another process may have just created it.
    const cached = await this.headOf(tenant, id, counters);
    const stored = cached ?? (counters === 'may_be_old' ? await this.headOf(tenant, id, 'current') : null);
    const access = await this.access(
      tenant,
      user,
      stored ?? { ...this.directHead(tenant, participants), created_by: user._id },
    );
    if (!stored) for (const other of access.others) await this.checkVisible(tenant, user, other);
    return access;
  }

  /** A stored direct chat with a member who has left stays readable. */
  private async accessToLeft(tenant: Tenant, user: UserRow, left: string): Promise<ConversationAccess> {
    const stored = await this.conversations.byId(tenant, directId(tenant, sortedSet([user._id, left])));
    if (!stored) throw new PaddockError('GROUP_NOT_FOUND');
    return this.access(tenant, user, stored);
  }

  private async checkVisible(tenant: Tenant, user: UserRow, other: UserRow): Promise<void> {
    const isMember = other.email_verified && this.workplaces.includes(tenant, other);
    if (!isMember || !(await this.visibility.includes({ tenant, user, flags: this.rights.flags(tenant) }, other._id)))
      throw new PaddockError('USER_NOT_FOUND');
  }

  /** Stores a head that {@link findReadable} returned without one; call it before the first shout's transaction. */
  ensure(tenant: Tenant, conversation: ConversationRow): Promise<ConversationRow> {
    return this.conversations.ensure(tenant, conversation);
  }

  ensureEverybody(tenant: Tenant): Promise<ConversationRow> {
    return this.conversations.ensure(tenant, this.everybodyHead(tenant));
  }

  /** Ids of a member's conversations with a room: everybody's and their groups'. */
  async roomsOf(tenant: Tenant, user: string): Promise<string[]> {
    const rows = await this.memberships.ofUser(tenant, user);
    return [everybodyId(tenant), ...rows.map((row) => row.group)];
  }

  groupCard(tenant: Tenant, viewer: string, conversation: ConversationRow): GroupCard {
    return {
      id: entryIdOf(conversation, viewer),
      title: conversation.title,
      color: conversation.color,
      icon: conversation.icon,
      image_url: conversation.image && this.files.fileAddress(tenant, viewer, conversation.image, 'thumb'),
      invisible: conversation.invisible,
    };
  }

  /** A head; and, side by side with it, what {@link access} reads next where it is a group's, so that its cache has it. */
  private async headWithMembership(
    tenant: Tenant,
    user: UserRow,
    id: string,
    counters: Counters,
  ): Promise<ConversationRow | null> {
    const [head] = await Promise.all([this.headOf(tenant, id, counters), this.memberships.of(tenant, id, user._id)]);
    return head;
  }

  private headOf(tenant: Tenant, id: string, counters: Counters): Promise<ConversationRow | null> {
    if (counters === 'current') return this.conversations.byId(tenant, id);
    if (counters === 'may_be_old') return this.conversations.headById(tenant, id);
    return this.conversations.head(counters, tenant, id);
  }

  private async accessToEverybody(
    tenant: Tenant,
    user: UserRow,
    counters: Counters = 'current',
  ): Promise<ConversationAccess> {
    const conversation = (await this.headOf(tenant, everybodyId(tenant), counters)) ?? this.everybodyHead(tenant);
    const rights = everybodyRights(this.rights.flags(tenant), user, tenant.workplace);
    return { conversation, entry_id: everybodyGroupId, others: [], ...rights };
  }

  private async access(tenant: Tenant, user: UserRow, conversation: ConversationRow): Promise<ConversationAccess> {
    if (conversation.kind === 'everybody') return this.accessToEverybody(tenant, user);
    const entry_id = entryIdOf(conversation, user._id);
    if (conversation.kind === 'direct')
      return { conversation, entry_id, ...(await this.rights.ofDirect(tenant, user, conversation)) };
    if (conversation.kind === 'subject') return this.rights.ofSubject(tenant, user, conversation);
    return { conversation, entry_id, others: [], ...(await this.rights.ofGroup(tenant, user, conversation)) };
  }

  private everybodyHead(tenant: Tenant): ConversationRow {
    const title = this.communities.find(tenant.community)?.title ?? '';
    return { ...emptyConversation(tenant, everybodyId(tenant), 'everybody'), title };
  }

  private directHead(tenant: Tenant, participants: string[]): ConversationRow {
    return { ...emptyConversation(tenant, directId(tenant, participants), 'direct'), participants };
  }
}

/** @throws FORBIDDEN for a group that the member sees from outside */
function readable(access: ConversationAccess): ConversationAccess {
  if (!access.reads) throw new PaddockError('FORBIDDEN');
  return access;
}
