import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueOwing } from './due-owing.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import { DueRepository } from './due.repository.js';
import type { DueRow } from './due.schema.js';

export type DueViewer = Pick<SignedInCaller, 'tenant' | 'user'>;

/** A due with the viewer's side of it. */
export interface SeenDue {
  due: DueRow;
  payment: DuePaymentRow | undefined;
  owes: boolean;
}

/** Which dues a member sees: those that they owe or have paid; admins of the workplace see all. */
@Injectable()
export class DueAccess {
  constructor(
    private readonly dues: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly owing: DueOwing,
    private readonly users: UserRepository,
  ) {}

  /** The oldest first. */
  async all(viewer: DueViewer): Promise<SeenDue[]> {
    const { tenant, user } = viewer;
    const [dues, payments, owes] = await Promise.all([
      this.dues.all(tenant),
      this.payments.ofUser(tenant, user._id),
      this.owing.ofMember(tenant, user),
    ]);
    const byDue = new Map(payments.map((row) => [row.due, row]));
    return dues
      .map((due) => ({ due, payment: byDue.get(due._id), owes: owes(due) }))
      .filter((seen) => isVisible(viewer, seen));
  }

  /** @throws DUE_NOT_FOUND, also for a due of other members */
  async see(viewer: DueViewer, id: string): Promise<SeenDue> {
    const seen = await this.seenBy(viewer, id);
    if (!seen) throw new PaddockError('DUE_NOT_FOUND');
    return seen;
  }

  /** Undefined if the member does not see it. */
  async seenBy(viewer: DueViewer, id: string): Promise<SeenDue | undefined> {
    const { tenant, user } = viewer;
    const [due, payment, owes] = await Promise.all([
      this.dues.byId(tenant, id),
      this.payments.of(tenant, { due: id, user: user._id }),
      this.owing.ofMember(tenant, user),
    ]);
    const seen = due && { due, payment: payment ?? undefined, owes: owes(due) };
    return seen && isVisible(viewer, seen) ? seen : undefined;
  }

  /** @throws DUE_NOT_FOUND */
  async find(viewer: DueViewer, id: string): Promise<DueRow> {
    return (await this.see(viewer, id)).due;
  }

  /** @throws DUE_NOT_FOUND; FORBIDDEN if the viewer is an admin and does not owe it */
  async findOwed(viewer: DueViewer, id: string): Promise<DueRow> {
    const { due, owes } = await this.see(viewer, id);
    if (!owes) throw new PaddockError('FORBIDDEN');
    return due;
  }

  /** For calls that admins alone can make. @throws DUE_NOT_FOUND */
  async findManaged(tenant: Tenant, id: string, options: InSession = {}): Promise<DueRow> {
    const due = await this.dues.byId(tenant, id, options);
    if (!due) throw new PaddockError('DUE_NOT_FOUND');
    return due;
  }

  /** A member who owes the due. @throws USER_NOT_FOUND */
  async findOwing(tenant: Tenant, due: DueRow, id: string): Promise<UserRow> {
    const user = await this.users.byId(tenant, id);
    if (!user || !(await this.owes(tenant, due, user)))
      throw new PaddockError('USER_NOT_FOUND', { fields: { user: 'USER_NOT_FOUND' } });
    return user;
  }

  async owes(tenant: Tenant, due: DueRow, user: UserRow): Promise<boolean> {
    return (await this.owing.ofMember(tenant, user))(due);
  }
}

function isVisible({ tenant, user }: DueViewer, { payment, owes }: Omit<SeenDue, 'due'>): boolean {
  return owes || (payment !== undefined && payment.state !== 'open') || isWorkplaceAdmin(user, tenant.workplace);
}
