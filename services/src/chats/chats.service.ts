import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type {
  archiveChat,
  archiveDirectChat,
  ChatEntry,
  markRead,
  markUnread,
  muteChat,
  muteDirectChat,
} from '@paddock/contract/calls/chats';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationStateRepository } from '../community/conversations/conversation-state.repository.js';
import { ConversationPositions } from '../community/conversations/conversation-positions.js';
import { Conversations } from '../community/conversations/conversations.js';
import type { ConversationAccess } from '../community/conversations/conversation-access.js';
import type { ConversationRow } from '../community/conversations/conversation.schema.js';
import { readUpTo, unreadAfter, unreadOf } from '../community/conversations/read-mark.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { InSession } from '../infrastructure/mongo/tenant-repository.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { ChatEntries } from './chat-entries.js';

type Done = CallReply<typeof muteChat>;

/** One chat, and a member's state in it. */
@Injectable()
export class ChatsService {
  constructor(
    private readonly mongo: Mongo,
    private readonly conversations: Conversations,
    private readonly positions: ConversationPositions,
    private readonly states: ConversationStateRepository,
    private readonly entries: ChatEntries,
    private readonly outbox: Outbox,
  ) {}

  async read(caller: SignedInCaller, id: string): Promise<ChatEntry> {
    const { conversation } = await this.findChat(caller, id);
    const [entry] = await this.entries.of(caller.tenant, caller.user._id, [conversation]);
    return entry!;
  }

  /** Marks a chat as read up to `seq`, or all of it. Without a change it sends nothing to other windows. */
  async markRead(
    caller: SignedInCaller,
    { id, seq = Infinity }: CallArguments<typeof markRead>,
  ): Promise<CallReply<typeof markRead>> {
    const { tenant, user } = caller;
    const { conversation } = await this.findChat(caller, id);
    const state = await this.states.of(tenant, user._id, conversation._id);
    const unread = unreadOf(conversation, state);
    const upTo = Math.min(seq, conversation.seq);
    const left = unreadAfter(conversation, upTo, state?.own_seqs);
    if (left >= unread) return { badge_number: unread };
    const about = { user: user._id, conversation: conversation._id };
    await this.mongo.transaction(async (session) => {
      this.states.markAllRead(tenant, [{ ...about, seq: upTo }], { session });
      await this.outbox.addKept(session, { kind: 'ChatMarked', tenant, ...about });
    });
    return { badge_number: left };
  }

  /** Without a change it sends nothing to other windows. */
  async markUnread(
    caller: SignedInCaller,
    { id, seq }: CallArguments<typeof markUnread>,
  ): Promise<CallReply<typeof markUnread>> {
    const { tenant, user } = caller;
    const { conversation } = await this.findChat(caller, id);
    const state = await this.states.of(tenant, user._id, conversation._id);
    if (state && readUpTo(conversation, state) >= seq)
      await this.mark(caller, conversation._id, (options) =>
        this.states.markUnread(tenant, user._id, conversation._id, seq, options),
      );
    return { badge_number: await this.positions.unread(tenant, user._id, conversation) };
  }

  async mute(caller: SignedInCaller, { id, mute }: CallArguments<typeof muteChat>): Promise<Done> {
    const { conversation } = await this.findChat(caller, id);
    return this.set(caller, conversation, { muted: mute });
  }

  /** @throws USER_NOT_FOUND for everything but a member with whom the caller may have a direct chat. */
  async muteDirect(caller: SignedInCaller, { id, mute }: CallArguments<typeof muteDirectChat>): Promise<Done> {
    const { conversation } = await this.conversations.findDirect(caller.tenant, caller.user, [id]);
    return this.set(caller, conversation, { muted: mute });
  }

  /** @throws FORBIDDEN for the everybody group. */
  async archive(caller: SignedInCaller, { id, archive }: CallArguments<typeof archiveChat>): Promise<Done> {
    const { conversation } = await this.findChat(caller, id);
    if (conversation.kind === 'everybody') throw new PaddockError('FORBIDDEN');
    return this.set(caller, conversation, { archived: archive });
  }

  /** @throws USER_NOT_FOUND as {@link muteDirect}. */
  async archiveDirect(caller: SignedInCaller, { id, archive }: CallArguments<typeof archiveDirectChat>): Promise<Done> {
    const { conversation } = await this.conversations.findDirect(caller.tenant, caller.user, [id]);
    return this.set(caller, conversation, { archived: archive });
  }

  private async set(
    caller: SignedInCaller,
    { _id }: ConversationRow,
    mark: { muted: boolean } | { archived: boolean },
  ): Promise<Done> {
    await this.mark(caller, _id, (options) => this.states.set(caller.tenant, caller.user._id, _id, mark, options));
    return { ok: true };
  }

  /** @throws GROUP_NOT_FOUND also for a group that the caller sees but may not read, since it is not one of their chats. */
  private async findChat({ tenant, user }: SignedInCaller, id: string): Promise<ConversationAccess> {
    try {
      return await this.conversations.findReadable(tenant, user, id);
    } catch (error) {
      const isClosed = error instanceof PaddockError && error.code === 'FORBIDDEN';
      throw isClosed ? new PaddockError('GROUP_NOT_FOUND') : error;
    }
  }

  private async mark(
    { tenant, user }: SignedInCaller,
    conversation: string,
    write: (options: Required<InSession>) => Promise<void>,
  ): Promise<void> {
    await this.mongo.transaction(async (session) => {
      await write({ session });
      await this.outbox.add(session, { kind: 'ChatMarked', tenant, conversation, user: user._id });
    });
  }
}
