import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of a conversation that the member may not read, or where they have blocked the other member. */
export const texts: FeatureTexts = {
  feature: 'conversation',
  messages: { en, ar: () => import('./messages/ar.json') },
};
