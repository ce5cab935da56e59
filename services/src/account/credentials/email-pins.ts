import { Inject, Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { EmailPinRepository } from './email-pin.repository.js';
import type { EmailPinRow } from './email-pin.schema.js';

/** How long a PIN and its link are valid. */
const minutes = 10;
const maxTries = 5;
/**
 * PIN tries per address, over all accounts: repeated sign-ups with another person's address gain no more guesses. The address's owner
 * can still use the link.
 */
const addressTries = { by: 'account', points: 30, seconds: 24 * 3600, shared: true } as const;
/** PIN mails per member. */
const sendLimit = { by: 'member', points: 6, seconds: 3600, shared: true } as const;
/** Minimum time between two mails to one address. */
export const resendSeconds = 60;

type Addressee = Pick<UserRow, '_id' | 'email' | 'fullname' | 'username' | 'language'>;

/** PINs that verify an address: mailed, stored as a keyed hash, valid for five tries and ten minutes. */
@Injectable()
export class EmailPins {
  constructor(
    private readonly pins: EmailPinRepository,
    private readonly links: LinkTokens,
    private readonly mailer: Mailer,
    private readonly address: CommunityAddress,
    private readonly communities: Communities,
    private readonly limits: RateLimits,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Creates a PIN and an activation link for the member's address and queues the mail with both, in the caller's transaction. When
   * another account, the `owner`, has verified the address, the same records are stored, and the owner gets a mail without PIN and link.
   */
  async issue(tenant: Tenant, user: Addressee, owner: UserRow | null, session: ClientSession): Promise<void> {
    const { _id, email, fullname, username, language } = user;
    const pin = await this.store(tenant, user, owner, session);
    await this.links.withdraw(tenant, _id, 'activate', { session });
    const link = { kind: 'activate', user: _id, facts: { email }, lifetimeMs: minutes * 60_000 } as const;
    const token = await this.links.make(tenant, link, { session });
    if (owner) return this.mailOwner(tenant, owner, email, session);
    const address = this.address.page(tenant.community, `/activation/${token}`);
    const data = { fullname, username, community: this.title(tenant), pin, address, minutes };
    const mail = { key: `email_pin:${newId()}`, to: email, template: 'email_pin', data, language } as const;
    await this.mailer.queue(tenant, mail, session);
  }

  /** Like {@link issue} for the new address, `email`, of a verified member: its mail has no link. */
  async issueForChange(tenant: Tenant, user: Addressee, owner: UserRow | null, session: ClientSession): Promise<void> {
    const { email, fullname, username, language } = user;
    const pin = await this.store(tenant, user, owner, session);
    if (owner) return this.mailOwner(tenant, owner, email, session);
    const data = { fullname, username, community: this.title(tenant), pin, minutes };
    const mail = { key: `email_change:${newId()}`, to: email, template: 'email_change', data, language } as const;
    await this.mailer.queue(tenant, mail, session);
  }

  /** Replaces the member's PIN and returns it. */
  private async store(
    tenant: Tenant,
    { _id, email }: Addressee,
    owner: UserRow | null,
    session: ClientSession,
  ): Promise<string> {
    const pin = randomInt(1_000_000).toString().padStart(6, '0');
    const now = new Date();
    const row = {
      email,
      // An unmailed six-digit PIN could still be guessed.
      pin_hash: this.hash(tenant, _id, email, owner ? randomBytes(32).toString('hex') : pin),
      tries: 0,
      sent: now,
      expires: new Date(now.getTime() + minutes * 60_000),
    };
    await this.pins.replace(tenant, { _id, ...row }, { session });
    return pin;
  }

  private async mailOwner(tenant: Tenant, { language }: UserRow, to: string, session: ClientSession): Promise<void> {
    const page = (path: string) => this.address.page(tenant.community, path);
    const data = { community: this.title(tenant), login: page('/login'), reset: page('/send_password') };
    const mail = { key: `address_in_use:${newId()}`, to, template: 'address_in_use', data, language } as const;
    await this.mailer.queue(tenant, mail, session);
  }

  private title({ community }: Tenant): string {
    return this.communities.find(community)?.title ?? '';
  }

  /** @throws TOO_MANY_REQUESTS with the seconds until another mail may go to this address. */
  async checkPause(tenant: Tenant, user: string, email: string, options: InSession = {}): Promise<void> {
    const last = await this.pins.of(tenant, user, options);
    if (last?.email !== email) return;
    const seconds = Math.ceil((last.sent.getTime() + resendSeconds * 1000 - Date.now()) / 1000);
    if (seconds > 0) throw new PaddockError('TOO_MANY_REQUESTS', { retryAfter: seconds });
  }

  /** Counts a request for a PIN mail. @throws TOO_MANY_REQUESTS */
  takeMail(tenant: Tenant, user: string): Promise<void> {
    return this.limits.take('email_pin', sendLimit, tenant.community, user);
  }

  /** Makes the member's PIN invalid. */
  forget(tenant: Tenant, user: string, session: ClientSession): Promise<void> {
    return this.pins.forget(tenant, user, { session });
  }

  /**
   * Returns the PIN's row if the guess is correct. Each call counts as a try before the comparison, so that concurrent calls cannot
   * exceed five.
   *
   * @throws TOO_MANY_REQUESTS; INVALID_PIN for a wrong PIN; PIN_EXPIRED after ten minutes, after five tries, and without a PIN.
   */
  async matching(tenant: Tenant, user: string, guess: string): Promise<EmailPinRow> {
    const row = await this.pins.takeTry(tenant, user, maxTries, new Date());
    if (!row) throw new PaddockError('PIN_EXPIRED', { fields: { pin: 'PIN_EXPIRED' } });
    await this.limits.take('email_pin_tries', addressTries, tenant.community, row.email);
    const [actual, expected] = [this.hash(tenant, user, row.email, guess), row.pin_hash].map((hex) =>
      Buffer.from(hex, 'hex'),
    ) as [Buffer, Buffer];
    if (!timingSafeEqual(actual, expected)) throw new PaddockError('INVALID_PIN', { fields: { pin: 'INVALID_PIN' } });
    return row;
  }

  private hash({ community }: Tenant, user: string, email: string, pin: string): string {
    return createHmac('sha256', this.environment.secret)
      .update(JSON.stringify(['email_pin', community, user, email, pin]))
      .digest('hex');
  }
}
