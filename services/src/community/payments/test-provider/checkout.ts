import { createCustomer, priceOfLine, type Price } from './catalog.js';
import { startSubscription } from './subscriptions.js';
import { declineOf, type PaymentMethod } from './test-cards.js';
import {
  inner,
  invalid,
  listOf,
  metadataOf,
  seconds,
  TestFault,
  textOf,
  type Params,
  type TestObject,
} from './test-object.js';
import type { TestStore } from './test-store.js';

export interface CheckoutSession extends TestObject {
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  success_url: string;
  cancel_url: string | null;
  customer: string | null;
  customer_email: string | null;
  amount_total: number;
  currency: string;
  /** Only the test provider reads these. */
  pending: { price: Price; metadata: Record<string, string> };
}

const openSeconds = 24 * 3600;

export async function createSession(store: TestStore, params: Params): Promise<CheckoutSession> {
  if (params['mode'] !== 'subscription')
    throw invalid('The test provider sells subscriptions only.', { param: 'mode' });
  const [line] = listOf(params['line_items']);
  if (!line) throw invalid('Missing required param: line_items.', { param: 'line_items' });
  const success_url = textOf(params['success_url']) ?? '';
  if (!URL.canParse(success_url)) throw invalid('Not a valid URL', { code: 'url_invalid', param: 'success_url' });
  const price = await priceOfLine(store, line);
  const base = store.base('cs_test', 'checkout.session');
  const customer = textOf(params['customer']) ?? null;
  if (customer !== null) await store.get('customer', customer);
  return store.put({
    ...base,
    ...{ amount_subtotal: price.unit_amount, amount_total: price.unit_amount, currency: price.currency, customer },
    cancel_url: textOf(params['cancel_url']) ?? null,
    client_reference_id: textOf(params['client_reference_id']) ?? null,
    customer_email: textOf(params['customer_email']) ?? null,
    ...{ expires_at: base.created + openSeconds, metadata: metadataOf(params), mode: 'subscription' },
    ...{ payment_status: 'unpaid', status: 'open', subscription: null, success_url },
    // The pages are served with the product's own, so that no second address must be configured.
    url: new URL(`/test-provider/checkout/${base.id}`, success_url).href,
    pending: { price, metadata: metadataOf(inner(params, 'subscription_data')) },
  });
}

export async function expireSession(store: TestStore, session: CheckoutSession): Promise<CheckoutSession> {
  if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  const expired = await store.put<CheckoutSession>({ ...session, status: 'expired', url: null });
  await store.emit('checkout.session.expired', publicSession(expired));
  return expired;
}

/**
 * What the hosted page does with a card; a card that asks its holder has been answered there.
 *
 * @throws {TestFault} the card's error
 */
export async function completeSession(
  store: TestStore,
  session: CheckoutSession,
  method: PaymentMethod,
): Promise<CheckoutSession> {
  if (session.status !== 'open' || Number(session['expires_at']) <= seconds(store.now))
    throw invalid('This Checkout Session is no longer open.');
  if (method.outcome === 'declined') throw new TestFault(402, declineOf(method));
  const customer = session.customer ?? (await createCustomer(store, { email: session.customer_email })).id;
  const subscription = await startSubscription(store, { customer, method, ...session.pending });
  const complete = await store.put<CheckoutSession>({
    ...session,
    ...{ customer, payment_status: 'paid', status: 'complete', subscription: subscription.id, url: null },
  });
  await store.emit('checkout.session.completed', publicSession(complete));
  return complete;
}

export const publicSession = ({ pending: _pending, ...session }: CheckoutSession): TestObject => session;

export interface PortalSession extends TestObject {
  customer: string;
  return_url: string;
  url: string;
}

export async function createPortal(store: TestStore, params: Params): Promise<PortalSession> {
  const customer = await store.get('customer', params['customer']);
  const return_url = textOf(params['return_url']) ?? '';
  if (!URL.canParse(return_url)) throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  const base = store.base('bps', 'billing_portal.session');
  const url = new URL(`/test-provider/portal/${base.id}`, return_url).href;
  return store.put({ ...base, customer: customer.id, return_url, url });
}
