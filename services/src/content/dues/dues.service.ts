import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Due, readDues } from '@paddock/contract/calls/dues';
import type { CallReply } from '@paddock/contract/core/call';
import { payLabel } from '@paddock/contract/core/money';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { DueAccess, type DueViewer } from './due-access.js';
import { DueProvider } from './due-provider.js';
import { DueViews } from './due-views.js';

/** Reads dues. */
@Injectable()
export class DuesService implements OnModuleInit {
  constructor(
    private readonly access: DueAccess,
    private readonly views: DueViews,
    private readonly provider: DueProvider,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('badge', 'dues', async (tenant, user) => {
      const seen = await this.access.all({ tenant, user });
      return seen.filter(({ owes, payment }) => owes && (payment?.state ?? 'open') === 'open').length;
    });
  }

  async list(caller: SignedInCaller): Promise<CallReply<typeof readDues>> {
    const { config, tenant } = caller;
    const seen = await this.access.all(caller);
    const dues = await Promise.all(seen.map((one) => this.views.due(caller, one)));
    const { card_public_key } = config.flags;
    return {
      dues: [...dues.filter(isOpen).toSorted(byDay), ...dues.filter((due) => !isOpen(due)).toSorted(newestFirst)],
      open: openSums(dues),
      ...(card_public_key !== undefined && this.provider.isOn(tenant) && { card_public_key }),
      ...(await this.views.named(caller, dues)),
    };
  }

  /** @throws DUE_NOT_FOUND */
  async read(caller: DueViewer, id: string) {
    const due = await this.views.due(caller, await this.access.see(caller, id));
    return { due, ...(await this.views.named(caller, [due])) };
  }
}

const isOpen = ({ own }: Due) => own !== undefined && (own.state === 'open' || own.state === 'processing');

/** Sorts by day of payment; dues without one come last. */
function byDay(a: Due, b: Due): number {
  const [day, other] = [a.payable_until ?? '9999', b.payable_until ?? '9999'];
  if (day !== other) return day < other ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function newestFirst(a: Due, b: Due): number {
  const [at, other] = [a.own?.paid ?? a.created, b.own?.paid ?? b.created];
  return at === other ? 0 : at < other ? 1 : -1;
}

/** What is still to be paid, by currency. */
function openSums(dues: readonly Due[]): CallReply<typeof readDues>['open'] {
  const sums = new Map<string, { amount: number; count: number }>();
  for (const { own, amount, currency } of dues) {
    if (own?.state !== 'open') continue;
    const sum = sums.get(currency) ?? { amount: 0, count: 0 };
    sums.set(currency, { amount: sum.amount + amount, count: sum.count + 1 });
  }
  return [...sums].map(([currency, sum]) => ({ ...sum, currency, pay_label: payLabel(sum.amount, currency) }));
}
