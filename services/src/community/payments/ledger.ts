import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ledgerSchema, type LedgerEntry, type LedgerRow } from './ledger.schema.js';

export interface LedgerFilter {
  due?: string;
  user?: string;
  plan?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
  /** Without one: the community's rows of every workplace. */
  workplace?: string;
}

/** What was paid and refunded. Rows are added only, never changed or removed: a correction is a row of its own. */
@Injectable()
export class Ledger extends TenantRepository<LedgerRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'ledger', ledgerSchema);
  }

  /** Adds an entry; false if its key is there already. */
  async add(session: ClientSession, tenant: Tenant, { workplace = '', ...entry }: LedgerEntry): Promise<boolean> {
    if (await this.findOne(tenant, { key: entry.key }, { session })) return false;
    await this.insert(tenant, { _id: newId(), ...entry, place: workplace }, { session });
    return true;
  }

  /** In the order in which they were added. */
  async *rows(tenant: Tenant, filter: LedgerFilter): AsyncGenerator<LedgerEntry> {
    const { from, to, workplace, ...fields } = filter;
    const span = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
    const stored: TenantFilter<LedgerRow> = {
      ...fields,
      ...(workplace !== undefined && { place: workplace }),
      ...((from ?? to) && { at: span }),
    };
    for await (const { place, _id: _row, community: _owner, ...entry } of this.each(tenant, stored, '_id'))
      yield { ...entry, workplace: place };
  }

  /** Sums by account and currency, `provider EUR`. All sums of a currency add up to 0: what an account pays, another one gets. */
  async balance(tenant: Tenant): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    const move = (account: string, amount: number) => sums.set(account, (sums.get(account) ?? 0) + amount);
    for await (const { from, to, amount, currency } of this.rows(tenant, {})) {
      move(`${from} ${currency}`, -amount);
      move(`${to} ${currency}`, amount);
    }
    return sums;
  }
}
