import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import type { markAllChatsRead, readUnread } from '@paddock/contract/calls/chats';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationStateRepository } from '../community/conversations/conversation-state.repository.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { Conversations } from '../community/conversations/conversations.js';
import { unreadOf } from '../community/conversations/read-mark.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { CommitLog } from '../infrastructure/outbox/commit-log.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';

/** Direct chats that the badge counts, most recent first. */
const maxDirectChats = 1000;

/** The chats that the tab's badge counts. */
@Injectable()
export class UnreadChats implements OnModuleInit {
  constructor(
    private readonly heads: ConversationRepository,
    private readonly conversations: Conversations,
    private readonly states: ConversationStateRepository,
    private readonly extensions: ExtensionPoints,
    private readonly communities: Communities,
    private readonly commitLog: CommitLog,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.extensions.provide('badge', 'chats', async (tenant, user) => {
      const { groups, people } = await this.sums(tenant, user._id);
      return groups + people;
    });
  }

  /** Unread shouts in all listed chats that are not muted; their sum is the tab's badge. */
  async sums(tenant: Tenant, user: string, arrived?: number): Promise<CallReply<typeof readUnread>> {
    const { counted, states } = await this.counted(tenant, user, arrived);
    const sum = (prop: 'groups' | 'people') =>
      counted
        .filter((row) => (prop === 'people') === (row.kind === 'direct'))
        .reduce((total, row) => total + unreadOf(row, states.get(row._id)), 0);
    return { groups: sum('groups'), people: sum('people') };
  }

  /** Marks every chat that the badge counts as read, up to its newest shout. */
  async markAllRead({ tenant, user: { _id: user } }: SignedInCaller): Promise<CallReply<typeof markAllChatsRead>> {
    const { counted, states } = await this.counted(tenant, user);
    const unread = counted.filter((row) => unreadOf(row, states.get(row._id)) > 0);
    if (unread.length === 0) return { ok: true };
    const marks = unread.map(({ _id: conversation, seq }) => ({ user, conversation, seq }));
    await this.mongo.transaction(async (session) => {
      this.states.markAllRead(tenant, marks, { session });
      const events = marks.map(({ conversation }) => ({ kind: 'ChatMarked' as const, tenant, conversation, user }));
      await this.outbox.add(session, ...events);
    });
    return { ok: true };
  }

  /** The chats that the badge counts, with the member's states. */
  async counted(tenant: Tenant, user: string, arrived?: number) {
    const [[snapshot, shared, states], direct] = await Promise.all([
      // The read marks are not older than the heads, so that an own shout never counts as unread.
      this.commitLog.sync(arrived).then(async (snapshot) => {
        const [shared, states] = await Promise.all([
          this.heads.heads(snapshot, tenant, await this.conversations.roomsOf(tenant, user)),
          this.states.ofUser(tenant, user),
        ]);
        return [snapshot, shared, states] as const;
      }),
      this.heads.pageOfDirect(tenant, user, maxDirectChats),
      this.conversations.roomsOf(tenant, user),
    ]);
    const archives = this.communities.find(tenant.community)?.flags.disable_archive !== true;
    const counted = [...shared, ...direct].filter((row) => {
      const state = states.get(row._id);
      return !row.hidden && !state?.muted && (!state?.archived || !archives);
    });
    return { snapshot, counted, states };
  }
}
