import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { ItemRepository } from '../item.repository.js';

/** Windows follow the member's plan; the member gets a notification when a renewal fails, and when the plan has ended. */
@Injectable()
export class SubscriptionSubscribers implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly notifications: Notifications,
    private readonly items: ItemRepository,
    private readonly users: UserRepository,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'subscriptions-realtime',
      kinds: ['SubscriptionChanged', 'PlanChanged'],
      handle: ({ tenant, user }) => this.realtime.emitTo(tenant, { user }, 'updating_subscription', {}),
    });
    for (const [name, state] of [
      ['plan_payment_failed', 'grace'],
      ['plan_ended', 'ended'],
    ] as const)
      this.notifications.register<'SubscriptionChanged'>({
        name,
        events: ['SubscriptionChanged'],
        notification: { type: 'always' },
        mail: { type: 'mailing_important', words: name },
        subject: ({ user, id }) => `${user}:${id}`,
        recipients: ({ user, became }) => Promise.resolve(became === state ? [user] : []),
        contentFor: async ({ tenant, plan, until }, { language }) => {
          const row = await this.items.byId(tenantOf(tenant.community), plan);
          if (!row) return undefined;
          const facts: Record<string, string> = { title: row.title };
          if (name === 'plan_payment_failed')
            facts['day'] = until === undefined ? '' : this.dayOf(tenant.community, until, language ?? 'en');
          return { facts, address: '/main/settings/subscription' };
        },
      });
  }

  private dayOf(community: string, until: string, language: string): string {
    const timeZone = this.communities.find(community)?.flags.time_zone ?? 'UTC';
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(until));
  }
}
