import { fromDate } from '@internationalized/date';
import { chargeable } from './payment-intents.js';
import { inner, invalid, metadataOf, newTestId, textOf, type Params, type TestObject } from './test-object.js';
import type { TestStore } from './test-store.js';

const intervals = ['day', 'week', 'month', 'year'] as const;

export interface Price extends TestObject {
  unit_amount: number;
  currency: string;
  product: string;
  recurring: { interval: (typeof intervals)[number]; interval_count: number };
}

export async function createProduct(store: TestStore, params: Params): Promise<TestObject> {
  const name = textOf(params['name']);
  if (name === undefined) throw invalid('Missing required param: name.', { code: 'parameter_missing', param: 'name' });
  const id = textOf(params['id']);
  const product = {
    ...store.base('prod', 'product'),
    active: true,
    name,
    metadata: metadataOf(params),
    ...(id && { id }),
  };
  return store.put(product);
}

/** A stored price, with a product of its own where the request describes one. */
export async function createPrice(store: TestStore, params: Params): Promise<Price> {
  const currency = (textOf(params['currency']) ?? '').toLowerCase();
  const unit_amount = chargeable({ amount: params['unit_amount'], currency });
  const { interval, interval_count } = inner(params, 'recurring');
  const known = intervals.find((each) => each === interval);
  if (!known) throw invalid('Missing required param: recurring[interval].', { param: 'recurring[interval]' });
  const described = params['product_data'] && (await createProduct(store, inner(params, 'product_data')));
  const product = described ? (described as TestObject).id : textOf(params['product']);
  await store.get('product', product);
  const price: Price = {
    ...store.base('price', 'price'),
    ...{ active: true, currency, lookup_key: textOf(params['lookup_key']) ?? null, metadata: metadataOf(params) },
    product: product!,
    recurring: { interval: known, interval_count: Number(interval_count ?? 1) },
    ...{ type: 'recurring', unit_amount },
  };
  return store.put(price, { owner: product });
}

/** The price of a line: a stored one, or one that the request describes. */
export async function priceOfLine(store: TestStore, line: Params): Promise<Price> {
  if (textOf(line['price']) !== undefined) return store.get<Price>('price', line['price']);
  return createPrice(store, inner(line, 'price_data'));
}

/** The end of a period that begins at `start`, in seconds; a month that begins on the 31st ends on its successor's last day. */
export function periodEnd(start: number, { interval, interval_count: count }: Price['recurring']): number {
  const unit = { day: 'days', week: 'weeks', month: 'months', year: 'years' }[interval];
  return (
    fromDate(new Date(start * 1000), 'UTC')
      .add({ [unit]: count })
      .toDate()
      .getTime() / 1000
  );
}

export async function createCustomer(store: TestStore, params: Params): Promise<TestObject> {
  return store.put({
    ...store.base('cus', 'customer'),
    balance: 0,
    ...fieldsOfCustomer(params),
    invoice_prefix: newTestId('x').slice(2, 10).toUpperCase(),
    metadata: metadataOf(params),
  });
}

export async function updateCustomer(store: TestStore, customer: TestObject, params: Params): Promise<TestObject> {
  return store.put({ ...customer, ...fieldsOfCustomer(params), metadata: metadataOf(params, customer.metadata) });
}

const fieldsOfCustomer = (params: Params) =>
  Object.fromEntries(
    ['email', 'name', 'description'].flatMap((name) => (name in params ? [[name, params[name]]] : [])),
  );
