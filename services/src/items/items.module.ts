import { Module } from '@nestjs/common';
import { KeyedMutex } from '../infrastructure/mongo/keyed-mutex.js';
import { HomeBroadcast } from './home-broadcast.js';
import { ItemSurroundings } from './item-surroundings.js';
import { ItemViews } from './item-views.js';
import { ItemRepository } from './item.repository.js';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';
import { EffectivePlan } from './subscription/effective-plan.js';
import { ExcludedMembers } from './subscription/excluded-members.js';
import { PlanChanges } from './subscription/plan-changes.js';
import { PlanLedger } from './subscription/plan-ledger.js';
import { PlanOffers } from './subscription/plan-offers.js';
import { AppleStore } from './subscription/stores/apple-store.js';
import { GoogleStore } from './subscription/stores/google-store.js';
import { StoreEvents } from './subscription/stores/store-events.js';
import { StoreFetch } from './subscription/stores/store-fetch.js';
import { StorePurchases } from './subscription/stores/store-purchases.js';
import { SubscriptionChanges } from './subscription/subscription-changes.js';
import { SubscriptionController } from './subscription/subscription.controller.js';
import { SubscriptionEvents } from './subscription/subscription-events.js';
import { SubscriptionPersonalData } from './subscription/subscription.personal-data.js';
import { SubscriptionRefresh } from './subscription/subscription-refresh.js';
import { SubscriptionRepository } from './subscription/subscription.repository.js';
import { SubscriptionSubscribers } from './subscription/subscription-subscribers.js';
import { WebCheckout } from './subscription/web-checkout.js';
import { WebSubscriptions } from './subscription/web-subscriptions.js';
import { Subscriptions } from './subscriptions.js';
import { ItemsPersonalData } from './items.personal-data.js';

@Module({
  controllers: [ItemsController, SubscriptionController],
  providers: [
    KeyedMutex,
    HomeBroadcast,
    ItemsPersonalData,
    ItemRepository,
    ItemViews,
    ItemSurroundings,
    ItemsService,
    Subscriptions,
    SubscriptionRepository,
    EffectivePlan,
    PlanOffers,
    PlanLedger,
    WebSubscriptions,
    WebCheckout,
    PlanChanges,
    SubscriptionRefresh,
    SubscriptionEvents,
    SubscriptionSubscribers,
    SubscriptionPersonalData,
    ExcludedMembers,
    SubscriptionChanges,
    StoreFetch,
    AppleStore,
    GoogleStore,
    StorePurchases,
    StoreEvents,
  ],
})
export class ItemsModule {}
