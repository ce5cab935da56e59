import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import { showSeen } from '../users/user.schema.js';
import { ConversationStateRepository } from './conversation-state.repository.js';
import type { ConversationRow } from './conversation.schema.js';

/** How far the others have read direct chats. Reciprocal: known only between members whose marks are on. */
@Injectable()
export class SeenByOthers {
  constructor(
    private readonly states: ConversationStateRepository,
    private readonly users: UserRepository,
  ) {}

  /** The position up to which all others have read, by conversation; without those where the viewer must not know. */
  async of(tenant: Tenant, viewer: string, heads: readonly ConversationRow[]): Promise<Map<string, number>> {
    const direct = heads.filter(({ kind }) => kind === 'direct');
    if (direct.length === 0) return new Map();
    const members = [...new Set(direct.flatMap(({ participants }) => participants))];
    const [rows, states] = await Promise.all([
      this.users.byIds(tenant, members),
      this.states.inAll(
        tenant,
        direct.map(({ _id }) => _id),
        members.filter((id) => id !== viewer),
      ),
    ]);
    const users = new Map(rows.map((row) => [row._id, row]));
    const self = users.get(viewer);
    const shows = (other: string) => {
      const row = users.get(other);
      return self !== undefined && row !== undefined && showSeen(self, row);
    };
    const othersOf = ({ participants }: ConversationRow) => participants.filter((id) => id !== viewer);
    const shown = direct.filter((head) => othersOf(head).every(shows));
    const seen = new Map(
      states.map((row) => [`${row.conversation} ${row.user}`, Math.max(row.read_seq, row.seen_seq ?? 0)]),
    );
    return new Map(
      shown.map((head) => [head._id, Math.min(...othersOf(head).map((user) => seen.get(`${head._id} ${user}`) ?? 0))]),
    );
  }
}
