import { Controller } from '@nestjs/common';
import {
  beginCheckout,
  cancelSubscription,
  changePlan,
  openBillingPortal,
  previewPlanChange,
  readOldPurchase,
  readSubscription,
  recordPurchase,
  refreshSubscription,
  restorePurchases,
  resumeSubscription,
} from '@paddock/contract/calls/subscription';
import type { CallArguments } from '@paddock/contract/core/call';
import { missingAccess } from '@paddock/contract/calls/users';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { PlanChanges } from './plan-changes.js';
import { PlanOffers } from './plan-offers.js';
import { StorePurchases } from './stores/store-purchases.js';
import { SubscriptionRefresh } from './subscription-refresh.js';
import { WebCheckout } from './web-checkout.js';

@Controller()
export class SubscriptionController {
  constructor(
    private readonly offers: PlanOffers,
    private readonly checkout: WebCheckout,
    private readonly changes: PlanChanges,
    private readonly refreshing: SubscriptionRefresh,
    private readonly purchases: StorePurchases,
  ) {}

  @Answers(readSubscription)
  read(caller: SignedInCaller) {
    return this.offers.read(caller);
  }

  @Answers(refreshSubscription)
  refresh(caller: SignedInCaller) {
    return this.refreshing.refresh(caller);
  }

  @Answers(beginCheckout)
  begin(caller: SignedInCaller, input: CallArguments<typeof beginCheckout>) {
    refuseExcluded(caller);
    return this.checkout.begin(caller, input);
  }

  @Answers(previewPlanChange)
  preview(caller: SignedInCaller, { plan }: CallArguments<typeof previewPlanChange>) {
    return this.changes.preview(caller, plan);
  }

  @Answers(changePlan)
  async change(caller: SignedInCaller, { plan }: CallArguments<typeof changePlan>) {
    refuseExcluded(caller);
    await this.changes.change(caller, plan);
    return this.offers.read(caller);
  }

  @Answers(cancelSubscription)
  async cancel(caller: SignedInCaller) {
    await this.changes.cancel(caller);
    return this.offers.read(caller);
  }

  @Answers(resumeSubscription)
  async resume(caller: SignedInCaller) {
    refuseExcluded(caller);
    await this.changes.resume(caller);
    return this.offers.read(caller);
  }

  @Answers(openBillingPortal)
  portal(caller: SignedInCaller) {
    return this.checkout.portal(caller);
  }

  @Answers(recordPurchase)
  async record(caller: SignedInCaller, input: CallArguments<typeof recordPurchase>) {
    await this.purchases.record(caller, input);
    return this.offers.read(caller);
  }

  @Answers(readOldPurchase)
  old(caller: SignedInCaller) {
    return this.purchases.old(caller);
  }

  @Answers(restorePurchases)
  async restore(caller: SignedInCaller, input: CallArguments<typeof restorePurchases>) {
    await this.purchases.restore(caller, input);
    return this.offers.read(caller);
  }
}

/**
 * Members who were banned or refused buy nothing more; they still cancel, and reach their invoices.
 *
 * @throws ACCESS_FORBIDDEN, ACCESS_DENIED
 */
function refuseExcluded({ user, config }: SignedInCaller): void {
  const missing = missingAccess(user, config);
  if (missing === 'ACCESS_FORBIDDEN' || missing === 'ACCESS_DENIED') throw new PaddockError(missing);
}
