import { Injectable } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FilesService } from '../../community/files/files.service.js';
import { UserRepository, type NewUser } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Passwords } from '../credentials/password/passwords.js';
import { AccountRemoval } from '../data/account-removal.js';
import { usernameTaken } from './earlier-sign-ups.js';
import { EmailPins } from '../credentials/email-pins.js';

/** What is stored with a new account's record. */
interface Extras {
  password: string;
  /** The URL of an uploaded profile image. */
  picture: string | undefined;
  /** The same person's earlier unverified account, which this one replaces. */
  former: UserRow | null;
  /** The token of an invitation's link. */
  invitation: string | undefined;
}

/** Stores a new account with what belongs to it, in one transaction. */
@Injectable()
export class AccountCreation {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly pins: EmailPins,
    private readonly files: FilesService,
    private readonly removal: AccountRemoval,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly extensions: ExtensionPoints,
  ) {}

  /** @throws USERNAME_NOT_AVAILABLE when another account has taken the name meanwhile. */
  async create(tenant: Tenant, user: NewUser, { password, picture, former, invitation }: Extras): Promise<UserRow> {
    const passwordHash = await this.passwords.hash(password);
    const _id = newId();
    const owner = await this.users.byEmail(tenant, user.email);
    const created = this.mongo.transaction(async (session) => {
      // If it was verified meanwhile, it keeps its name and the unique index refuses this one.
      if (former) await this.removal.deleteUnverified(tenant, former._id, session);
      const profile_image = picture && (await this.files.claimSignUpImage(tenant, picture, _id, { session }));
      const row = await this.users.create(
        tenant,
        { ...user, _id, ...(profile_image && { profile_image }) },
        { session },
      );
      await this.passwords.store(tenant, _id, passwordHash, { session });
      await this.pins.issue(tenant, row, owner, session);
      if (invitation !== undefined)
        for (const accept of this.extensions.all('accept_invitation').values())
          await accept(tenant, invitation, _id, session);
      await this.outbox.add(session, { kind: 'MemberSignedUp', tenant, user: _id });
      return row;
    });
    return created.catch(async (error: unknown) => {
      // A concurrent resend of the same sign-up is no clash: `once` returns its account.
      if (isDuplicateKey(error) && !(await this.users.byClientId(tenant, user.client_id))) throw usernameTaken();
      throw error;
    });
  }
}
