import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of reports and their queue, which few members open. */
export const texts: FeatureTexts = {
  feature: 'moderation',
  messages: { en, ar: () => import('./messages/ar.json') },
};
