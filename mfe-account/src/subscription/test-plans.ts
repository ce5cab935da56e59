import type { Plan, Subscription } from '@paddock/contract/calls/subscription';
import { texts } from './subscription-texts';

export const plan = (change: Partial<Plan>): Plan => ({
  id: 'engineer',
  title: 'Engineer',
  amount: 1800,
  currency: 'EUR',
  priceText: '18.00 EUR',
  interval: 'month',
  additional_id: 'app.engineer',
  sold: ['web', 'store'],
  current: false,
  ...change,
});

export const crew = plan({ id: 'crew', title: 'Crew', amount: 0, priceText: '0.00 EUR', additional_id: '0', sold: [] });
export const engineer = plan({});
export const team = plan({
  id: 'team',
  title: 'Team',
  amount: 14900,
  priceText: '149.00 EUR',
  additional_id: 'app.team',
});

/** The reply of `GET /subscription`. */
export const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  plans: [crew, engineer, team],
  store_account: '5b9f1a0e-3f0c-4f4e-9e39-5b1f6a5a2d11',
  ...change,
});

export const planTexts = texts.messages.en;
