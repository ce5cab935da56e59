import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the operators' pages, which only super admins open. */
export const texts: FeatureTexts = {
  feature: 'operations',
  messages: { en, ar: () => import('./messages/ar.json') },
};
