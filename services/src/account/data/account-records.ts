import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { SessionService } from '../../community/sessions/session.service.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { EmailPinRepository } from '../credentials/email-pin.repository.js';
import { CredentialRepository } from '../credentials/password/credential.repository.js';
import { AuthenticatorRepository } from '../credentials/second-factor/authenticator.repository.js';
import { PasskeyRepository } from '../credentials/second-factor/passkey.repository.js';
import { IdentityRepository } from '../identities/identity.repository.js';

/** Exports and erases what `account` itself stores about a member. The export says that secrets exist and since when, not what they are. */
@Injectable()
export class AccountRecords implements OnModuleInit {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly sessions: SessionService,
    private readonly pins: EmailPinRepository,
    private readonly authenticators: AuthenticatorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly identities: IdentityRepository,
    private readonly links: LinkTokens,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'account', async (tenant, user) => ({
      profile: profileOf(user),
      sign_in: await this.signIn(tenant, user._id),
    }));
    this.extensions.provide('forget', 'account', async (tenant, { _id: user, held_email }) => {
      // A concurrent sign-in may have opened a session after the account was deleted.
      await this.sessions.endAll(tenant, user);
      await this.credentials.forget(tenant, user);
      await this.pins.forget(tenant, user);
      await this.authenticators.forget(tenant, user);
      await this.passkeys.forget(tenant, user);
      await this.identities.forget(tenant, user);
      await this.links.forget(tenant, user);
      // Links that make a super admin are about an address.
      if (held_email) await this.links.forget(tenant, held_email);
    });
  }

  private async signIn(tenant: Tenant, user: string) {
    const [password_changed, sessions, authenticator, passkeys, identities] = await Promise.all([
      this.credentials.changedAt(tenant, user),
      this.sessions.list(tenant, user),
      this.authenticators.ofUser(tenant, user),
      this.passkeys.ofUser(tenant, user),
      this.identities.ofUser(tenant, user),
    ]);
    return {
      password_changed,
      devices: sessions.map(({ device, created, last_used, expires }) => ({ device, created, last_used, expires })),
      authenticator: authenticator?.confirmed ? { since: authenticator.started } : undefined,
      passkeys: passkeys.map(({ name, created, last_used }) => ({ name, created, last_used })),
      third_party: identities.map(({ issuer, subject, linked }) => ({ issuer, subject, linked })),
    };
  }
}

function profileOf(user: UserRow) {
  const { _id: id, username, fullname, email, email_verified, pending, denied, banned, subscription } = user;
  const {
    preferences,
    quiet_hours,
    admin,
    acl,
    workplaces,
    chosen_groups,
    fields,
    profile_image,
    language,
    last_activity,
    created,
  } = user;
  return {
    ...{ id, username, fullname, email, email_verified, fields, profile_image, language, created, last_activity },
    ...{ pending, denied, banned, subscription, admin, acl, workplaces, chosen_groups, preferences, quiet_hours },
  };
}
