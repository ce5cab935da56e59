import { Injectable } from '@nestjs/common';
import type { Due, DueMember } from '@paddock/contract/calls/dues';
import type { GroupCard } from '@paddock/contract/calls/groups';
import { isWorkplaceAdmin, type UserCard } from '@paddock/contract/calls/users';
import { payLabel } from '@paddock/contract/core/money';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { UserCards } from '../../community/users/user-cards.js';
import type { DueViewer, SeenDue } from './due-access.js';
import { DueOwing } from './due-owing.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import type { DueRow } from './due.schema.js';

/** Dues and members' sides of them in replies. */
@Injectable()
export class DueViews {
  constructor(
    private readonly owing: DueOwing,
    private readonly cards: UserCards,
    private readonly groups: ConversationRepository,
    private readonly conversations: Conversations,
  ) {}

  async due(viewer: DueViewer, { due, payment, owes }: SeenDue): Promise<Due> {
    const { tenant, user } = viewer;
    const isAdmin = isWorkplaceAdmin(user, tenant.workplace);
    const { _id: id, title, desc, amount, currency, payable_until, workplace, created, version } = due;
    const { users, groups, reminders } = due;
    return {
      ...{ id, title, desc, amount, currency, pay_label: payLabel(amount, currency), workplace, version },
      ...(payable_until && { payable_until }),
      created: created.toISOString(),
      ...((owes || payment?.paid) && { own: ownOf(payment) }),
      ...(isAdmin && { totals: await this.totals(viewer, due), users, groups, reminders }),
      can_edit: isAdmin,
      can_delete: user.admin,
    };
  }

  async totals({ tenant }: Pick<DueViewer, 'tenant'>, due: DueRow) {
    const { owing, formerIds } = await this.owing.everyone(tenant, due);
    const { paid, processing, paid_amount, refunded_amount } = due.sums;
    return { members: owing.length + formerIds.length, paid, processing, paid_amount, refunded_amount };
  }

  /** The members and groups that dues name, for admins. */
  async named({ tenant, user }: DueViewer, dues: readonly Due[]): Promise<{ users: UserCard[]; groups: GroupCard[] }> {
    const users = [...new Set(dues.flatMap((due) => due.users ?? []))];
    const groups = [...new Set(dues.flatMap((due) => due.groups ?? []))];
    const [cards, rows] = await Promise.all([
      this.cards.cards(tenant, user._id, users),
      groups.length > 0 ? this.groups.byIds(tenant, groups) : [],
    ]);
    return {
      users: [...cards.values()],
      groups: rows.map((row) => this.conversations.groupCard(tenant, user._id, row)),
    };
  }

  /** A row of the status board. */
  member(
    user: string,
    payment: DuePaymentRow | undefined,
    { email, former }: { email: string | undefined; former: boolean },
  ): DueMember {
    const { reason, reminded, differs } = payment ?? {};
    return {
      user,
      ...(email !== undefined && { email }),
      ...ownOf(payment),
      ...(reason !== undefined && { reason }),
      ...(reminded && { reminded: reminded.toISOString() }),
      ...(differs && { differs }),
      former,
    };
  }
}

function ownOf(payment: DuePaymentRow | undefined) {
  const { state = 'open', paid, method, paid_amount = 0, refunded_amount = 0, receipt } = payment ?? {};
  return {
    ...{ state, paid_amount, refunded_amount, receipt: receipt !== undefined },
    ...(paid && { paid: paid.toISOString() }),
    ...(method && { method }),
  };
}
