import type { Intent } from './payment-intents.js';
import { integerOf, invalid, metadataOf, textOf, type Params, type TestObject } from './test-object.js';
import type { TestStore } from './test-store.js';

interface Charge extends TestObject {
  amount: number;
  amount_refunded: number;
  currency: string;
  payment_intent: string;
}

export async function createRefund(store: TestStore, params: Params): Promise<TestObject> {
  const intent = textOf(params['payment_intent']);
  const id =
    intent === undefined ? params['charge'] : (await store.get<Intent>('payment_intent', intent)).latest_charge;
  if (id === null) throw invalid(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
  const charge = await store.get<Charge>('charge', id);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = params['amount'] === undefined ? left : integerOf(params, 'amount');
  if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const refund = await store.put(
    {
      ...store.base('re', 'refund'),
      ...{ amount, currency: charge.currency, charge: charge.id, payment_intent: charge.payment_intent },
      metadata: metadataOf(params),
      reason: textOf(params['reason']) ?? null,
      status: 'succeeded',
    },
    { owner: charge.payment_intent },
  );
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  await store.put(refunded, { owner: charge.payment_intent });
  await store.emit('refund.created', refund);
  await store.emit('charge.refunded', refunded);
  return refund;
}
