import { Injectable } from '@nestjs/common';
import type { createDue, Due, updateDue } from '@paddock/contract/calls/dues';
import type { CallArguments } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { DueAccess } from './due-access.js';
import { DueFieldRules } from './due-field-rules.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import { lockOf } from './due-settlement.js';
import { DueStop } from './due-stop.js';
import { type DueFields, DueRepository } from './due.repository.js';
import type { DueRow } from './due.schema.js';
import { DuesService } from './dues.service.js';

type Reply = Promise<{ due: Due }>;

/** Adds, changes and deletes dues. The permission of each call checks the role. */
@Injectable()
export class DueWriter {
  constructor(
    private readonly rows: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly access: DueAccess,
    private readonly dues: DuesService,
    private readonly stop: DueStop,
    private readonly rules: DueFieldRules,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first due. @throws INVALID_INPUT, USER_NOT_FOUND, GROUP_NOT_FOUND; CONFLICT for a due too many */
  async create(caller: SignedInCaller, { client_id, ...given }: CallArguments<typeof createDue>): Reply {
    const { tenant, user } = caller;
    const { row } = await once(
      () => this.rows.byClientId(tenant, user._id, client_id),
      async () => {
        const fields = await this.rules.checked(tenant, given);
        return this.mutex.transaction(`dues ${tenant.community} ${tenant.workplace}`, async (session) => {
          // The same request at the same time has added it by now.
          const first = await this.rows.byClientId(tenant, user._id, client_id, { session });
          if (first) return first;
          if (await this.rows.isFull(tenant)) throw new PaddockError('CONFLICT');
          const own = { _id: newId(), author: user._id, client_id };
          const added = await this.rows.add(tenant, { ...fields, ...own }, { session });
          await this.outbox.add(
            session,
            { kind: 'DueAdded', tenant, due: added._id, actor: user._id },
            { kind: 'DuesChanged', tenant, due: added._id },
          );
          return added;
        });
      },
    );
    return { due: (await this.dues.read(caller, row._id)).due };
  }

  /** @throws DUE_NOT_FOUND, INVALID_INPUT, USER_NOT_FOUND, GROUP_NOT_FOUND, DUE_PAID, PAYMENT_UNDER_WAY, PAYMENT_FAILED */
  async update(caller: SignedInCaller, { id, ...changes }: CallArguments<typeof updateDue>): Reply {
    const { tenant, user } = caller;
    const read = await this.access.findManaged(tenant, id);
    const isRepriced = ({ amount, currency }: DueRow) =>
      (changes.amount ?? amount) !== amount || (changes.currency ?? currency) !== currency;
    const fields = await this.rules.checked(tenant, merged(read, changes), read);
    const isHeld = isRepriced(read);
    if (isHeld) await this.stop.repricing(tenant, id);
    try {
      await this.mutex.transaction(lockOf(id), async (session) => {
        const row = await this.access.findManaged(tenant, id, { session });
        // Another admin changed the amount meanwhile: this change was decided on the former one.
        if (row.version !== read.version || (isHeld && row.sums.paid_amount > 0))
          throw new PaddockError(row.version === read.version ? 'DUE_PAID' : 'PAYMENT_UNDER_WAY');
        if (isHeld) checkHeld(row);
        const current = { ...fields, ...untouched(row, changes) };
        await this.rows.update(tenant, id, current, { session, isRepriced: isHeld });
        const former = { users: row.users, groups: row.groups };
        await this.outbox.add(session, { kind: 'DuesChanged', tenant, due: id, former });
        if (changes.users ?? changes.groups)
          await this.outbox.add(session, { kind: 'DueAdded', tenant, due: id, actor: user._id });
      });
    } finally {
      if (isHeld) await this.rows.release(tenant, id);
    }
    return { due: (await this.dues.read(caller, id)).due };
  }

  /** @throws DUE_NOT_FOUND, also for a due that is deleted already; PAYMENT_UNDER_WAY, PAYMENT_FAILED */
  async delete({ tenant }: SignedInCaller, id: string): Promise<{ ok: true }> {
    await this.access.findManaged(tenant, id);
    await this.stop.deleting(tenant, id);
    try {
      await this.mutex.transaction(lockOf(id), async (session) => {
        const row = await this.access.findManaged(tenant, id, { session });
        checkHeld(row);
        await this.rows.delete(tenant, id, { session });
        await this.payments.removeUnpaid(tenant, id, { session });
        const former = { users: row.users, groups: row.groups };
        await this.outbox.add(session, { kind: 'DuesChanged', tenant, due: id, former });
      });
    } finally {
      await this.rows.release(tenant, id);
    }
    return { ok: true };
  }
}

/** @throws PAYMENT_UNDER_WAY if cancelling took so long that members may have begun to pay again */
function checkHeld({ held_until }: DueRow): void {
  if (held_until === undefined || held_until <= new Date()) throw new PaddockError('PAYMENT_UNDER_WAY');
}

/** The fields of the form after a change. */
function merged(row: DueRow, changes: object): object {
  const { title, desc, amount, currency, payable_until = '', users, groups, reminders } = row;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { title, desc, amount, currency, payable_until, users, groups, reminders, ...given };
}

/** The fields that the change does not name, as they are now. */
function untouched(row: DueRow, changes: object): Partial<DueFields> {
  const { title, desc, amount, currency, payable_until, users, groups, reminders } = row;
  const all = { title, desc, amount, currency, payable_until, users, groups, reminders };
  const given = changes as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => given[name] === undefined));
}
