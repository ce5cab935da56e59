import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from './user.repository.js';
import type { UserRow } from './user.schema.js';

/** One row per community, written by every removal of an admin, so that concurrent removals conflict. */
interface AdminTurnRow extends Row {
  turn: number;
}

const schema = communitySchema<AdminTurnRow>({ turn: { type: Number, required: true } });

/** Prevents a community from losing its last super admin, and a workplace its last admin. */
@Injectable()
export class LastAdmin extends TenantRepository<AdminTurnRow> {
  constructor(
    mongo: Mongo,
    private readonly users: UserRepository,
  ) {
    super(mongo, 'admin_turns', schema);
  }

  /**
   * Call it in the transaction that bans, deletes or demotes `user`. Does nothing for a member without the admin flag.
   *
   * @param by - id of the super admin who bans or deletes the member; undefined for the member's own act
   * @throws LAST_ADMIN if no other super admin would remain; FORBIDDEN if `by` has lost the admin flag meanwhile.
   */
  async checkOthersRemain(
    tenant: Tenant,
    user: Pick<UserRow, '_id' | 'admin'>,
    session: ClientSession,
    by?: string,
  ): Promise<void> {
    if (!user.admin) return;
    const admins = await this.inTurn(tenant, 'community', session);
    if (by !== undefined && admins.every(({ _id }) => _id !== by)) throw new PaddockError('FORBIDDEN');
    if (admins.every(({ _id }) => _id === user._id)) throw new PaddockError('LAST_ADMIN');
  }

  /**
   * The admins of the community or of the tenant's workplace, as concurrent changes leave them: in the caller's transaction, which waits
   * for the others' turns.
   */
  async inTurn(tenant: Tenant, of: 'community' | 'workplace', session: ClientSession): Promise<UserRow[]> {
    const place = of === 'community' ? '' : ` ${tenant.workplace || '-'}`;
    const turn = { $inc: { turn: 1 } };
    await this.change(tenant, { _id: `admins of ${tenant.community}${place}` }, turn, { session, upsert: true });
    // Outside the transaction's snapshot, to see what a concurrent removal has committed.
    return this.users.admins(tenant, of === 'community' ? of : [tenant.workplace]);
  }
}
