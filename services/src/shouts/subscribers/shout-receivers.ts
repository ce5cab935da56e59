import { Injectable } from '@nestjs/common';
import { CommentSubjects } from '../../community/conversations/comment-subjects.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Realtime, type Audience } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ShoutAccess } from '../reading/shout-access.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** The conversation with its receivers. */
export interface Receivers {
  conversation: ConversationRow;
  audiences: readonly Audience[];
  viewers: readonly string[];
}
/** Finds the windows that receive a change of a shout. */
@Injectable()
export class ShoutReceivers {
  constructor(
    private readonly realtime: Realtime,
    private readonly shouts: ShoutRepository,
    private readonly subjects: CommentSubjects,
    private readonly users: UserRepository,
    private readonly access: ShoutAccess,
  ) {}

  async of(
    tenant: Tenant,
    { conversation, viewers }: Pick<Receivers, 'conversation' | 'viewers'>,
    row: ShoutRow,
    root?: ShoutRow,
  ): Promise<Receivers> {
    const outside = await this.authorOutside(tenant, { conversation, viewers }, row, root);
    return {
      conversation,
      audiences: [...audiencesOf(conversation), ...outside.map((user) => ({ user }))],
      viewers: [...viewers, ...outside],
    };
  }

  /** The author of a shout that was posted into a group from outside: reads it with its comments, but is not in the group's room. */
  private async authorOutside(
    tenant: Tenant,
    { conversation, viewers }: Pick<Receivers, 'conversation' | 'viewers'>,
    row: ShoutRow,
    root?: ShoutRow,
  ): Promise<string[]> {
    if (conversation.kind !== 'group' || conversation.invisible) return [];
    const above = root ?? (row.in_reply_to === undefined ? null : await this.shouts.byId(tenant, row.in_reply_to));
    const { author } = above ?? row;
    if (viewers.includes(author) || this.realtime.viewers(tenant, { user: author }).length === 0) return [];
    const user = await this.users.byId(tenant, author);
    return user && (await this.access.accessTo(tenant, user, row)) ? [author] : [];
  }

  /** The members in a conversation's rooms who may read it. */
  async viewers(tenant: Tenant, conversation: ConversationRow): Promise<string[]> {
    const inRoom = audiencesOf(conversation).flatMap((audience) => this.realtime.viewers(tenant, audience));
    if (!conversation.subject || inRoom.length === 0) return inRoom;
    try {
      const access = await this.subjects.access(tenant, await this.users.byIds(tenant, inRoom), conversation.subject);
      return [...access.keys()];
    } catch (error) {
      if (error instanceof PaddockError && error.status < 500) return [];
      throw error;
    }
  }
}

/**
 * A direct chat has no room: its events go to all windows of each participant, the author's included. Those of a record's comments
 * go to its readers among the windows of the workplace.
 */
function audiencesOf(conversation: ConversationRow): Audience[] {
  if (conversation.kind === 'direct') return conversation.participants.map((user) => ({ user }));
  return [conversation.kind === 'subject' ? 'workplace' : { conversation: conversation._id }];
}
