import { Injectable } from '@nestjs/common';
import { type NewLink, LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

type QueuedMail = Parameters<Mailer['queue']>[1];

/** Mails with a personal link, for subscribers of the outbox. */
@Injectable()
export class LinkMails {
  constructor(
    private readonly links: LinkTokens,
    private readonly mailer: Mailer,
    private readonly mongo: Mongo,
  ) {}

  /** Stores link and mail in one transaction, so that a redelivered event creates neither again. */
  async queue(tenant: Tenant, link: NewLink, mailOf: (token: string) => QueuedMail): Promise<void> {
    try {
      await this.mongo.transaction(async (session) => {
        const token = await this.links.make(tenant, link, { session });
        await this.mailer.queue(tenant, mailOf(token), session);
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
