import { Injectable } from '@nestjs/common';
import type { readDueMembers } from '@paddock/contract/calls/dues';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { foldText } from '@paddock/contract/core/folding';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { DueAccess } from './due-access.js';
import { DueOwing } from './due-owing.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import { byName, DueRoster } from './due-roster.js';
import { DueViews } from './due-views.js';

/** The status board of a due: its members with their states. */
@Injectable()
export class DueBoard {
  constructor(
    private readonly access: DueAccess,
    private readonly owing: DueOwing,
    private readonly roster: DueRoster,
    private readonly payments: DuePaymentRepository,
    private readonly views: DueViews,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
  ) {}

  /** @throws DUE_NOT_FOUND */
  async read(
    { tenant, user }: SignedInCaller,
    { id, state, query = '', after, count }: CallArguments<typeof readDueMembers>,
  ): Promise<CallReply<typeof readDueMembers>> {
    const due = await this.access.findManaged(tenant, id);
    const { owing, states, formerIds } = await this.owing.everyone(tenant, due);
    const former = new Set(formerIds);
    const all =
      formerIds.length > 0 ? [...owing, ...(await this.roster.former(tenant, formerIds))].sort(byName) : owing;
    const text = foldText(query);
    const start = cursorOf(after);
    const found = all.filter(
      (member) =>
        (!start || byName(start, member) < 0) &&
        (state === undefined || (states.get(member.id) ?? 'open') === state) &&
        (text === '' || member.text.includes(text)),
    );
    const page = found.slice(0, count);
    const ids = page.map((member) => member.id);
    const [payments, rows] = await Promise.all([this.payments.ofUsers(tenant, id, ids), this.users.byIds(tenant, ids)]);
    const byUser = new Map(payments.map((row) => [row.user, row]));
    const emails = new Map(rows.map((row) => [row._id, row.email]));
    const last = page.at(-1);
    return {
      members: ids.map((one) =>
        this.views.member(one, byUser.get(one), { email: emails.get(one), former: former.has(one) }),
      ),
      totals: await this.views.totals({ tenant }, due),
      ...(found.length > page.length && last && { next: JSON.stringify([last.key, last.id]) }),
      users: rows.map((row) => this.cards.card(tenant, user._id, row)),
    };
  }
}

/** An unreadable cursor returns an empty page. */
function cursorOf(after: string | undefined) {
  if (after === undefined) return undefined;
  try {
    const [key, id] = JSON.parse(after) as [unknown, unknown];
    if (typeof key === 'string' && typeof id === 'string') return { key, id, text: '' };
  } catch {
    // Not one of ours.
  }
  return { key: '\uffff', id: '', text: '' };
}
