import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Conversations } from '../../community/conversations/conversations.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { MentionableMembers } from '../reading/mentionable-members.js';
import { mentionedNames } from '../storage/shout-text.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

/** Resolves the mentions of a text. */
@Injectable()
export class MentionsService {
  constructor(
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly conversations: Conversations,
    private readonly members: MentionableMembers,
  ) {}

  /**
   * Lower-case usernames of the mentioned members who can read the conversation, and whom the author knows as such; others must not be
   * notified. `thread` is the shout that the text belongs to, or the record whose comments it is among.
   */
  async in(text: string, caller: SignedInCaller, access: ConversationAccess, thread?: string): Promise<string[]> {
    const { tenant, flags } = caller;
    const mentions = flags.disable_mentions ? [] : mentionedNames(text);
    if (mentions.length === 0) return [];
    const rows = await this.users.byUsernames(tenant, [...new Set(mentions.flat())]);
    const named = new Map(rows.map((user) => [user.username_key, user]));
    // The longest name that exists is meant.
    const meant = [
      ...new Set(mentions.flatMap((names) => named.get(names.find((name) => named.has(name)) ?? '') ?? [])),
    ];
    const users = await this.members.known(caller, access, thread, meant);
    const readers = await Promise.all(users.map((user) => this.canRead(tenant, user, access.conversation._id)));
    return users.filter((_, index) => readers[index]).map((user) => user.username_key);
  }

  private async canRead(tenant: Tenant, user: UserRow, conversation: string): Promise<boolean> {
    if (user.pending || user.banned || !user.email_verified || !this.workplaces.includes(tenant, user)) return false;
    return this.conversations.canRead(tenant, user, conversation);
  }
}
