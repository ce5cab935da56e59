import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { showSeen, type UserRow } from '../../community/users/user.schema.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Shows the author of a direct message that the others have read it. Reciprocal: only between members whose marks are on. */
@Injectable()
export class SeenMarks implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly heads: ConversationRepository,
    private readonly states: ConversationStateRepository,
    private readonly users: UserRepository,
    private readonly conversations: Conversations,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({ name: 'seen-marks', kinds: ['ChatMarked'], handle: (event) => this.broadcast(event) });
  }

  /** How far all others have read a direct chat; undefined where the viewer must not know. */
  async of(tenant: Tenant, viewer: UserRow, access: ConversationAccess): Promise<number | undefined> {
    const { conversation, others } = access;
    if (conversation.kind !== 'direct') return undefined;
    if (!others.every((other) => showSeen(viewer, other))) return undefined;
    return this.readByAll(
      tenant,
      conversation._id,
      others.map(({ _id }) => _id),
    );
  }

  private async broadcast({ tenant, user: reader, conversation: id }: Delivered<'ChatMarked'>): Promise<void> {
    const head = await this.heads.byId(tenant, id);
    if (head?.kind !== 'direct') return;
    const watching = head.participants.filter(
      (user) => user !== reader && this.realtime.viewers(tenant, { user }).length > 0,
    );
    if (watching.length === 0) return;
    const rows = await this.users.byIds(tenant, head.participants);
    for (const viewer of rows.filter(({ _id }) => watching.includes(_id))) {
      const others = rows.filter(({ _id }) => _id !== viewer._id);
      if (!others.every((other) => showSeen(viewer, other))) continue;
      const seq = await this.readByAll(
        tenant,
        id,
        head.participants.filter((user) => user !== viewer._id),
      );
      this.realtime.emitTo(tenant, { user: viewer._id }, 'reading_recipient', {
        workplace: tenant.workplace,
        conversation: this.conversations.entryId(head, viewer._id),
        seq,
      });
    }
  }

  private async readByAll(tenant: Tenant, conversation: string, users: readonly string[]): Promise<number> {
    const states = await Promise.all(users.map((user) => this.states.of(tenant, user, conversation)));
    return Math.min(...states.map((state) => state?.read_seq ?? 0));
  }
}
