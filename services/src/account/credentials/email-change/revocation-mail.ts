import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { UserRow } from '../../../community/users/user.schema.js';
import { dayMs } from '@paddock/contract/core/durations';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mailer } from '../../../infrastructure/mail/mailer.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

/** How long the former address can take a change back: the texts of its mail name the days. */
const revocableMs = 7 * dayMs;

/** Mails the current address the link that takes a change back. */
@Injectable()
export class RevocationMail {
  constructor(
    private readonly links: LinkTokens,
    private readonly mailer: Mailer,
    private readonly communities: Communities,
    private readonly address: CommunityAddress,
  ) {}

  async queue(tenant: Tenant, user: UserRow, email: string, session: ClientSession): Promise<void> {
    const { _id, fullname, language, held_email: to } = user;
    const link = { kind: 'revoke_email', user: _id, facts: { email: to! }, lifetimeMs: revocableMs } as const;
    const token = await this.links.make(tenant, link, { session });
    const community = this.communities.find(tenant.community)?.title ?? '';
    const address = this.address.page(tenant.community, `/revoke_email/${token}`);
    const data = { fullname, community, email, address };
    const key = `email_change_begun:${newId()}`;
    await this.mailer.queue(tenant, { key, to: to!, template: 'email_change_begun', data, language }, session);
  }
}
