import { Injectable } from '@nestjs/common';
import { clientEvents } from '@paddock/contract/calls/realtime';
import type { Permission } from '@paddock/contract/core/permissions';
import { checkFeature, checkRole } from '../calls/permission-check.js';
import { Conversations } from '../conversations/conversations.js';
import { entryIdOf } from '../conversations/conversation-ids.js';
import type { ConversationAccess } from '../conversations/conversation-access.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { isPreviewing } from '../sessions/session-preview.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserCards } from '../users/user-cards.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import type { SocketOf } from '../../infrastructure/realtime/realtime.js';
import { conversationRoom, userRoom } from '../../infrastructure/realtime/rooms.js';
import { TypingSignals } from './typing-signals.js';

const posting: Permission = 'shouts.post';

/** Typing signals: checked like the message being typed; the sender is the socket's user. */
@Injectable()
export class Typing {
  constructor(
    private readonly communities: Communities,
    private readonly conversations: Conversations,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly cards: UserCards,
    private readonly signals: TypingSignals,
  ) {}

  /** @param arrived when this process received the message, by `performance.now()` */
  async inGroup(socket: SocketOf, message: unknown, arrived: number): Promise<void> {
    const { gid, workplace } = parseForm(clientEvents.writing_group, message);
    const { user, access } = await this.access(socket, workplace, gid);
    if (access.conversation.kind === 'direct') throw new PaddockError('GROUP_NOT_FOUND');
    if (!access.can_post && !access.can_comment) throw new PaddockError('FORBIDDEN');
    this.signals.forward(
      {
        event: 'writing_group',
        tenant: socket.tenant,
        rooms: [conversationRoom(socket.tenant, access.conversation._id)],
        payload: { workplace: socket.tenant.workplace, gid: access.entry_id },
        user: this.card(socket, user),
      },
      arrived,
    );
  }

  /** @param arrived when this process received the message, by `performance.now()` */
  async toRecipient(socket: SocketOf, message: unknown, arrived: number): Promise<void> {
    const { recipient, workplace } = parseForm(clientEvents.writing_recipient, message);
    const { user, access } = await this.access(socket, workplace, recipient);
    if (access.conversation.kind !== 'direct') throw new PaddockError('USER_NOT_FOUND');
    if (access.reason === 'blocked') throw new PaddockError('BLOCKED');
    if (access.reason === 'direct_messages_off') throw new PaddockError('FEATURE_DISABLED');
    for (const { _id: other } of access.others)
      this.signals.forward(
        {
          event: 'writing_recipient',
          tenant: socket.tenant,
          rooms: [userRoom(socket.tenant, other)],
          payload: { workplace: socket.tenant.workplace, conversation: entryIdOf(access.conversation, other) },
          user: this.card(socket, user),
        },
        arrived,
      );
  }

  private async access(
    { tenant, user: id, session: sessionId }: SocketOf,
    workplace: string | undefined,
    entryId: string,
  ): Promise<{ user: UserRow; access: ConversationAccess }> {
    const config = this.communities.find(tenant.community);
    if (!config) throw new PaddockError('UNKNOWN_COMMUNITY');
    checkFeature(posting, config);
    // A window belongs to one workplace; other workplaces' conversations need their own socket.
    if (workplace !== undefined && workplace !== tenant.workplace) throw new PaddockError('FORBIDDEN');
    const [session, user] = await Promise.all([this.sessions.byId(tenant, sessionId), this.users.byId(tenant, id)]);
    // A window may still be connected for a moment after its preview has begun.
    if (session && isPreviewing(session, new Date())) throw new PaddockError('PREVIEW_READ_ONLY');
    checkRole(posting, tenant, user ?? undefined, config);
    return { user: user!, access: await this.conversations.findReadable(tenant, user!, entryId) };
  }

  /** Without the picture: its address would be signed for one member, but there are many receivers. */
  private card({ tenant }: SocketOf, user: UserRow) {
    const { profile_image: _, ...card } = this.cards.card(tenant, user._id, user);
    return { ...card, online: true };
  }
}
