import { Injectable, type OnModuleInit } from '@nestjs/common';
import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ClassifiedAccess } from './classified-access.js';
import { ClassifiedRenewal } from './classified-renewal.js';
import { ClassifiedRepository } from './classified.repository.js';
import { isExpired } from './classified-term.js';

const notification = { type: 'pn_classified' } as const;

/** Registers the notifications of new ads, and the reminder of an ad that ends soon. */
@Injectable()
export class ClassifiedNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly ads: ClassifiedRepository,
    private readonly access: ClassifiedAccess,
    private readonly renewal: ClassifiedRenewal,
    private readonly users: UserRepository,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.notifications.register<'ClassifiedPosted'>({
      name: 'classified_new',
      events: ['ClassifiedPosted'],
      notification,
      subject: ({ classified }) => classified,
      by: ({ actor }) => actor,
      recipients: ({ tenant }) => this.users.idsOf(tenant),
      contentFor: async ({ tenant, classified }, recipient) => {
        const row = await this.ads.byId(tenant, classified);
        const owner = row && (await this.users.byId(tenant, row.owner));
        if (!owner || !(await this.access.canRead({ tenant, user: recipient }, row))) return undefined;
        return { facts: { who: owner.fullname, title: row.title }, address: `/main/classifieds/${classified}` };
      },
    });
    this.notifications.register<'ClassifiedEnding'>({
      name: 'classified_ending',
      events: ['ClassifiedEnding'],
      notification,
      mail: { type: 'mailing_classified_reminder', words: 'classified_ending' },
      subject: termOf,
      recipients: ({ owner }) => Promise.resolve([owner]),
      contentFor: async ({ tenant, classified, expires }, { language }) => {
        const row = await this.ads.byId(tenant, classified);
        // Renewed or over meanwhile.
        if (!row || row.expires.toISOString() !== expires || isExpired(row)) return undefined;
        return {
          facts: { title: row.title, day: this.dayOf(tenant, row.expires, language) },
          address: `/main/classifieds/${classified}`,
          mailAddress: this.renewal.path(tenant, row),
        };
      },
    });
    this.outbox.subscribe({
      name: 'classified-notices-withdrawn',
      kinds: ['ClassifiedDeleted'],
      durable: true,
      handle: async (event) => {
        await this.notifications.withdraw(event.tenant, ['classified_new'], event.classified);
        await this.notifications.withdraw(event.tenant, ['classified_ending'], termOf(event));
      },
    });
  }

  private dayOf({ community, workplace }: Tenant, day: Date, preferred: string | undefined): string {
    const config = this.communities.find(community);
    if (!config) return day.toISOString().slice(0, 10);
    const timeZone = zoneOfWorkplace(config, workplace);
    const language = languageOf(config, preferred).replace('_', '-');
    return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone }).format(day);
  }
}

/** One term of an ad: each has its own reminder. */
const termOf = ({ classified, expires }: { classified: string; expires: string }) => `${classified}:${expires}`;
