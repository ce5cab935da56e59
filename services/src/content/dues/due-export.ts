import { Injectable } from '@nestjs/common';
import type { exportPayments } from '@paddock/contract/calls/dues';
import type { CallArguments } from '@paddock/contract/core/call';
import { decimalsOf } from '@paddock/contract/core/money';
import { dateAfter, startOfDate } from '@paddock/contract/core/time-zones';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Ledger } from '../../community/payments/ledger.js';
import type { LedgerEntry } from '../../community/payments/ledger.schema.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { csvOf } from '../../infrastructure/csv.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueAccess } from './due-access.js';
import { DueClock } from './due-clock.js';

/** The columns, named in English in every language: bookkeeping programs look for them. */
const columns = [
  'date',
  'due',
  'kind',
  'amount',
  'currency',
  'member',
  'email',
  'account',
  'reason',
  'noted by',
  'key',
];

/** The ledger of a workplace's dues as CSV for a bookkeeper. */
@Injectable()
export class DueExport {
  constructor(
    private readonly ledger: Ledger,
    private readonly access: DueAccess,
    private readonly users: UserRepository,
    private readonly clock: DueClock,
  ) {}

  /** @throws DUE_NOT_FOUND */
  async csv({ tenant }: SignedInCaller, { due, from, to }: CallArguments<typeof exportPayments>) {
    if (due !== undefined) await this.access.findManaged(tenant, due);
    const zone = this.clock.zone(tenant);
    const entries: LedgerEntry[] = [];
    const span = {
      ...(from !== undefined && { from: new Date(startOfDate(from, zone)) }),
      ...(to !== undefined && { to: new Date(startOfDate(dateAfter(to, 1), zone)) }),
    };
    const filter = { workplace: tenant.workplace, ...(due !== undefined && { due }), ...span };
    // Plans are of the community, not of a workplace.
    for await (const entry of this.ledger.rows(tenant, filter)) if (entry.due !== undefined) entries.push(entry);
    const rows = await this.rowsOf(tenant, entries);
    const name = ['payments', from, to].filter((part) => part !== undefined).join('-');
    return { name: `${name}.csv`, csv: csvOf([columns, ...rows]) };
  }

  private async rowsOf(tenant: Tenant, entries: readonly LedgerEntry[]): Promise<string[][]> {
    const ids = [...new Set(entries.flatMap(({ user, by }) => (by === undefined ? [user] : [user, by])))];
    const members = new Map((await this.users.byIds(tenant, ids)).map((row) => [row._id, row]));
    return entries.map((entry) => {
      const { at, due_title = '', kind, amount, currency, user, reason = '', by = '', key } = entry;
      const isPayment = entry.from.startsWith('member:');
      const decimals = decimalsOf(currency);
      const sum = (amount / 10 ** decimals).toFixed(decimals);
      return [
        ...[this.clock.day(tenant, at), due_title, kind, isPayment ? sum : `-${sum}`, currency],
        // An erased member has an id only.
        ...[members.get(user)?.fullname ?? user, members.get(user)?.email ?? ''],
        ...[isPayment ? entry.to : entry.from, reason, members.get(by)?.fullname ?? by, key],
      ];
    });
  }
}
