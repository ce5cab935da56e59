import { Injectable } from '@nestjs/common';
import { type MailingType, mailingTypes } from '@paddock/contract/calls/users';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { PreferencesRepository } from './preferences.repository.js';

/**
 * The reusable address in each notification's mail. Its token names member and type, so that it can only turn off mails of that
 * type for that member.
 */
@Injectable()
export class UnsubscribeAddresses {
  constructor(
    private readonly links: SignedLinks,
    private readonly pages: CommunityAddress,
    private readonly users: UserRepository,
    private readonly preferences: PreferencesRepository,
  ) {}

  address(tenant: Tenant, { _id, mail_links }: Pick<UserRow, '_id' | 'mail_links'>, type: MailingType): string {
    const token = this.links.sign(tenant, 'unsubscribe', subjectOf(_id, type), mail_links ?? 0);
    return this.pages.page(tenant.community, `/unsubscribe/${type}/${token}`);
  }

  /**
   * Turns one type of mail off; repeating it changes nothing.
   *
   * @throws LINK_INVALID for an altered or revoked token, and one of another type, member or community.
   */
  async unsubscribe(tenant: Tenant, type: string, token: string): Promise<void> {
    const known = mailingTypes.find((one) => one === type);
    if (!known) throw new PaddockError('LINK_INVALID');
    const { subject, version } = this.links.read(tenant, 'unsubscribe', token);
    const user = subject.slice(0, subject.indexOf(':'));
    if (subject !== subjectOf(user, known)) throw new PaddockError('LINK_INVALID');
    const row = await this.users.byId(tenant, user);
    if (!row || version !== (row.mail_links ?? 0)) throw new PaddockError('LINK_INVALID');
    await this.preferences.set(tenant, user, { [known]: false });
  }
}

const subjectOf = (user: string, type: MailingType) => `${user}:${type}`;
