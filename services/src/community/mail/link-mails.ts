import { Injectable } from '@nestjs/common';
import { type NewLink, LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import type { LinkTokenRow } from '../../infrastructure/links/link-token.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';

type LinkMail = Omit<Parameters<Mailer['queue']>[1], 'to' | 'language'>;

/**
 * Whether the link was mailed to the member's present address: a former one may be in a stranger's mailbox. A link of an earlier version
 * names no address.
 */
export const isMailedTo = ({ facts: { email } }: LinkTokenRow, { held_email }: UserRow): boolean =>
  email === undefined || email === held_email;

/** Mails with a personal link, for subscribers of the outbox. */
@Injectable()
export class LinkMails {
  constructor(
    private readonly links: LinkTokens,
    private readonly mailer: Mailer,
    private readonly mongo: Mongo,
  ) {}

  /**
   * Stores link and mail in one transaction, so that a redelivered event creates neither again. The link works while its reader has the
   * address, see {@link isMailedTo}.
   */
  async queue(
    tenant: Tenant,
    link: NewLink,
    { email: to, language }: UserRow,
    mailOf: (token: string) => LinkMail,
  ): Promise<void> {
    try {
      await this.mongo.transaction(async (session) => {
        const token = await this.links.make(tenant, { ...link, facts: { ...link.facts, email: to } }, { session });
        await this.mailer.queue(tenant, { ...mailOf(token), to, language }, session);
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
