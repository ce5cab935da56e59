import type { Price } from './catalog.js';
import type { PaymentMethod } from './test-cards.js';
import { newTestId, type TestObject } from './test-object.js';
import type { TestStore } from './test-store.js';

export interface InvoiceLine {
  amount: number;
  description: string;
  proration: boolean;
  price: Price;
}

export interface Invoice extends TestObject {
  amount_due: number;
  attempt_count: number;
  status: 'open' | 'paid' | 'void';
}

interface Billed {
  id: string;
  customer: string;
  currency: string;
  metadata?: Readonly<Record<string, string>>;
}

/** An invoice of a subscription as it would be now; {@link charge} stores it. A negative total is credited, not charged. */
export function draftInvoice(store: TestStore, of: Billed, lines: readonly InvoiceLine[], reason: string): Invoice {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const base = store.base('in', 'invoice');
  const amount_due = Math.max(0, total);
  return {
    ...base,
    ...{ amount_due, amount_paid: 0, amount_remaining: amount_due, attempt_count: 0, attempted: false },
    ...{ billing_reason: reason, collection_method: 'charge_automatically', currency: of.currency },
    ...{ customer: of.customer, hosted_invoice_url: null, next_payment_attempt: null, number: base.id.slice(-8) },
    lines: { object: 'list', data: lines.map((line) => lineOf(line, of)), has_more: false },
    metadata: {},
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: of.id, metadata: of.metadata ?? {} },
    },
    ...{ status: 'open', status_transitions: { paid_at: null }, subtotal: total, total },
  };
}

const lineOf = ({ amount, description, proration, price }: InvoiceLine, { id, currency }: Billed) => ({
  ...{ id: newTestId('il'), object: 'line_item', amount, currency, description, quantity: 1 },
  parent: { type: 'subscription_item_details', subscription_item_details: { proration, subscription: id } },
  pricing: { type: 'price_details', price_details: { price: price.id, product: price.product } },
});

/** Charges an open invoice to a card. */
export async function charge(store: TestStore, invoice: Invoice, pays: boolean): Promise<Invoice> {
  const attempt = { attempt_count: invoice.attempt_count + 1, attempted: true };
  const owner = String(invoice['customer']);
  if (!pays) {
    const failed: Invoice = { ...invoice, ...attempt };
    await store.put(failed, { owner });
    await store.emit('invoice.payment_failed', failed);
    return failed;
  }
  const paid: Invoice = {
    ...invoice,
    ...attempt,
    ...{ status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 },
    status_transitions: { paid_at: Math.floor(store.now.getTime() / 1000) },
  };
  await store.put(paid, { owner });
  await store.emit('invoice.paid', paid);
  return paid;
}

/** Whether a card pays an amount that its holder does not confirm: a renewal, or a change of plan. */
export const paysLater = (method: PaymentMethod | undefined): boolean =>
  method !== undefined && method.outcome !== 'once' && method.outcome !== 'declined';
