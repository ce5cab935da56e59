import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { everybodyId } from '../../community/conversations/conversation-ids.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueOwing } from './due-owing.js';
import { DueRepository } from './due.repository.js';

/** Notifies the windows of those who see a due that it or their payment of it changed, and those of admins of every payment. */
@Injectable()
export class DueBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly users: UserRepository,
    private readonly dues: DueRepository,
    private readonly owing: DueOwing,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'dues-realtime',
      kinds: ['DuesChanged'],
      handle: async ({ tenant, due, former }) => {
        const row = await this.dues.byId(tenant, due);
        const named = [row, former].flatMap((one) => (one ? [{ users: [...one.users], groups: [...one.groups] }] : []));
        await this.send(tenant, due, async (user) => named.some(await this.owing.ofMember(tenant, user)));
      },
    });
    this.outbox.subscribe({
      name: 'due-payments-realtime',
      kinds: ['DuePaymentChanged'],
      handle: ({ tenant, due, user: payer }) => this.send(tenant, due, async (user) => user._id === payer),
    });
  }

  private async send(tenant: Tenant, due: string, sees: (user: UserRow) => Promise<boolean>): Promise<void> {
    const everybody = { conversation: everybodyId(tenant) };
    const viewers = await this.users.byIds(tenant, this.realtime.viewers(tenant, everybody));
    const seeing = await Promise.all(
      viewers.map(async (user) => isWorkplaceAdmin(user, tenant.workplace) || (await sees(user))),
    );
    const allowed = new Set(viewers.filter((_, at) => seeing[at]).map(({ _id }) => _id));
    this.realtime.emitToEach(tenant, everybody, 'updating_dues', (viewer) =>
      allowed.has(viewer) ? { workplace: tenant.workplace, due } : undefined,
    );
  }
}
