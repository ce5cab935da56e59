import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { WorkplaceWindows } from '../../community/realtime/workplace-windows.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueOwing } from './due-owing.js';
import { DueRepository } from './due.repository.js';

/** Notifies the windows of those who see a due that it or their payment of it changed, and those of admins of every payment. */
@Injectable()
export class DueBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly windows: WorkplaceWindows,
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
    const { workplace } = tenant;
    const mayGet = (user: UserRow) => isWorkplaceAdmin(user, workplace) || sees(user);
    await this.windows.sendTo(tenant, 'updating_dues', mayGet, { workplace, due });
  }
}
