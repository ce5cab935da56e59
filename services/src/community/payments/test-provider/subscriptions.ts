import { periodEnd, priceOfLine, type Price } from './catalog.js';
import { charge, draftInvoice, paysLater, type Invoice, type InvoiceLine } from './invoices.js';
import { declineOf, type PaymentMethod } from './test-cards.js';
import {
  inner,
  invalid,
  isTrue,
  listOf,
  metadataOf,
  newTestId,
  seconds,
  TestFault,
  textOf,
  type Params,
  type TestObject,
} from './test-object.js';
import type { TestStore } from './test-store.js';

interface Item {
  id: string;
  object: 'subscription_item';
  price: Price;
  quantity: 1;
  current_period_start: number;
  current_period_end: number;
}
export interface Subscription extends TestObject {
  customer: string;
  currency: string;
  status: 'active' | 'past_due' | 'canceled';
  items: { object: 'list'; data: [Item]; has_more: false };
  cancel_at_period_end: boolean;
  default_payment_method: string;
  latest_invoice: string;
}

/** Days between the attempts to charge an unpaid invoice; after the last one the subscription ends. */
const retryDays = [3, 5, 7];
const day = 24 * 3600;

interface NewSubscription {
  customer: string;
  method: PaymentMethod;
  price: Price;
  metadata: Record<string, string>;
}

/** A subscription whose first period the card pays; the caller has checked the card. */
export async function startSubscription(store: TestStore, start: NewSubscription): Promise<Subscription> {
  const { customer, method, price, metadata } = start;
  const base = store.base('sub', 'subscription');
  const { currency } = price;
  const lines = [{ amount: price.unit_amount, description: 'Subscription', proration: false, price }];
  const invoice = draftInvoice(store, { id: base.id, customer, currency, metadata }, lines, 'subscription_create');
  const subscription: Subscription = {
    ...base,
    ...{ billing_cycle_anchor: base.created, cancel_at: null, cancel_at_period_end: false, canceled_at: null },
    ...{ collection_method: 'charge_automatically', currency, customer, default_payment_method: method.id },
    ...{ ended_at: null, items: itemsOf(newTestId('si'), price, base.created), latest_invoice: invoice.id },
    ...{ metadata, start_date: base.created, status: 'active', trial_end: null },
  };
  await putSubscription(store, subscription);
  await store.emit('customer.subscription.created', subscription);
  await charge(store, invoice, true);
  return subscription;
}

export async function updateSubscription(
  store: TestStore,
  before: Subscription,
  params: Params,
): Promise<Subscription> {
  if (before.status === 'canceled') throw invalid('A canceled subscription can only update its cancellation_details.');
  const method = textOf(params['default_payment_method']) ?? before.default_payment_method;
  let after: Subscription = {
    ...before,
    ...('cancel_at_period_end' in params && { cancel_at_period_end: isTrue(params['cancel_at_period_end']) }),
    default_payment_method: method,
    metadata: metadataOf(params, before.metadata),
  };
  after = { ...after, cancel_at: after.cancel_at_period_end ? after.items.data[0].current_period_end : null };
  const change = await changeOfPrice(store, before, params);
  if (change) after = await changePrice(store, after, change, params);
  await putSubscription(store, after);
  await store.emit('customer.subscription.updated', after);
  return after;
}

/** What a change of price costs now, for `invoices.createPreview`. */
export async function previewChange(store: TestStore, params: Params): Promise<Invoice> {
  const subscription = await store.get<Subscription>('subscription', params['subscription']);
  const details = inner(params, 'subscription_details');
  const change = await changeOfPrice(store, subscription, details);
  const [item] = subscription.items.data;
  const { price } = item;
  const next = { amount: price.unit_amount, description: 'Subscription', proration: false, price };
  return draftInvoice(store, subscription, change ? change.lines : [next], change ? 'subscription_update' : 'upcoming');
}

export async function cancelSubscription(store: TestStore, subscription: Subscription): Promise<Subscription> {
  const now = seconds(store.now);
  const ended: Subscription = { ...subscription, status: 'canceled', canceled_at: now, ended_at: now };
  await putSubscription(store, ended);
  await store.emit('customer.subscription.deleted', ended);
  return ended;
}

/** A subscription whose period has ended, or whose unpaid invoice is due again. */
export async function renewSubscription(store: TestStore, subscription: Subscription): Promise<void> {
  if (subscription.status === 'canceled') return;
  const method = await store.find<PaymentMethod>(subscription.default_payment_method);
  if (subscription.status === 'past_due') return retry(store, subscription, paysLater(method));
  const [{ id, price, current_period_end: end }] = subscription.items.data;
  if (end > seconds(store.now)) return;
  if (subscription.cancel_at_period_end) return void (await cancelSubscription(store, subscription));
  const lines = [{ amount: price.unit_amount, description: 'Subscription', proration: false, price }];
  const invoice = await charge(
    store,
    draftInvoice(store, subscription, lines, 'subscription_cycle'),
    paysLater(method),
  );
  const renewed: Subscription = {
    ...subscription,
    items: itemsOf(id, price, end),
    latest_invoice: invoice.id,
    status: invoice.status === 'paid' ? 'active' : 'past_due',
  };
  await putSubscription(store, renewed, invoice);
  await store.emit('customer.subscription.updated', renewed);
}

async function retry(store: TestStore, subscription: Subscription, pays: boolean): Promise<void> {
  const open = await store.get<Invoice>('invoice', subscription.latest_invoice);
  const invoice = await charge(store, open, pays);
  if (invoice.status !== 'paid' && invoice.attempt_count > retryDays.length)
    return void (await cancelSubscription(store, subscription));
  const after: Subscription = { ...subscription, status: invoice.status === 'paid' ? 'active' : 'past_due' };
  await putSubscription(store, after, invoice);
  if (after.status === 'active') await store.emit('customer.subscription.updated', after);
}

interface Change {
  item: Item;
  price: Price;
  lines: InvoiceLine[];
  /** The period begins now. */
  restarts: boolean;
}

/** Undefined where the request changes no price. The unused part of the old period is credited, the rest of the new one charged. */
async function changeOfPrice(store: TestStore, { items }: Subscription, params: Params): Promise<Change | undefined> {
  const [line] = listOf(params['items']);
  const [item] = items.data;
  if (!line || (line['price'] === undefined && line['price_data'] === undefined)) return undefined;
  if (line['id'] !== item.id)
    throw invalid(`No such subscription item: '${String(line['id'])}'`, { param: 'items[0][id]' });
  const price = await priceOfLine(store, line);
  if (price.id === item.price.id) return undefined;
  if (price.currency !== item.price.currency) throw invalid('The currency of a subscription cannot change.');
  const { interval, interval_count } = item.price.recurring;
  const restarts = interval !== price.recurring.interval || interval_count !== price.recurring.interval_count;
  const share = (item.current_period_end - seconds(store.now)) / (item.current_period_end - item.current_period_start);
  const credit = { amount: -Math.round(item.price.unit_amount * share), description: 'Unused time', price: item.price };
  const rest = { amount: Math.round(price.unit_amount * (restarts ? 1 : share)), description: 'Remaining time', price };
  return { item, price, restarts, lines: [credit, rest].map((each) => ({ ...each, proration: true })) };
}

async function changePrice(
  store: TestStore,
  subscription: Subscription,
  { item, price, lines, restarts }: Change,
  params: Params,
): Promise<Subscription> {
  const period = restarts ? itemsOf(item.id, price, seconds(store.now)) : undefined;
  const items = period ?? { ...subscription.items, data: [{ ...item, price }] as [Item] };
  const changed: Subscription = { ...subscription, items };
  if (params['proration_behavior'] !== 'always_invoice' && !restarts) return changed;
  const method = await store.find<PaymentMethod>(subscription.default_payment_method);
  if (!paysLater(method) && params['payment_behavior'] === 'error_if_incomplete')
    throw new TestFault(402, { ...declineOf(method!) });
  const charged = params['proration_behavior'] === 'none' ? lines.filter(({ amount }) => amount > 0) : lines;
  const invoice = await charge(
    store,
    draftInvoice(store, subscription, charged, 'subscription_update'),
    paysLater(method),
  );
  return { ...changed, latest_invoice: invoice.id, status: invoice.status === 'paid' ? 'active' : 'past_due' };
}

function itemsOf(id: string, price: Price, start: number): Subscription['items'] {
  const span = { current_period_start: start, current_period_end: periodEnd(start, price.recurring) };
  return { object: 'list', data: [{ id, object: 'subscription_item', price, quantity: 1, ...span }], has_more: false };
}

async function putSubscription(store: TestStore, subscription: Subscription, invoice?: Invoice): Promise<void> {
  const { customer, status } = subscription;
  const wait = retryDays[(invoice?.attempt_count ?? 1) - 1] ?? 1;
  const next = status === 'past_due' ? seconds(store.now) + wait * day : subscription.items.data[0].current_period_end;
  const due = status === 'canceled' ? undefined : new Date(next * 1000);
  await store.put(subscription, { owner: customer, due });
}
