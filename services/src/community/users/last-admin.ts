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

/** Prevents a community from losing its last super admin. */
@Injectable()
export class LastAdmin extends TenantRepository<AdminTurnRow> {
  constructor(
    mongo: Mongo,
    private readonly users: UserRepository,
  ) {
    super(mongo, 'admin_turns', schema);
  }

  /**
   * Call it in the transaction that bans, deletes or demotes `user`, before the change.
   *
   * @throws LAST_ADMIN if no other super admin would remain.
   */
  async checkOthersRemain(tenant: Tenant, user: Pick<UserRow, '_id' | 'admin'>, session: ClientSession): Promise<void> {
    if (!user.admin) return;
    const turn = { $inc: { turn: 1 } };
    await this.change(tenant, { _id: `admins of ${tenant.community}` }, turn, { session, upsert: true });
    // Outside the transaction's snapshot, to see what a concurrent removal has committed.
    const admins = await this.users.admins(tenant, 'community');
    if (admins.every(({ _id }) => _id === user._id)) throw new PaddockError('LAST_ADMIN');
  }
}
