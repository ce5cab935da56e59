import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the list of groups, which is beside the feed or a page of its own. */
export const texts: FeatureTexts = {
  feature: 'feed',
  messages: { en, ar: () => import('./messages/ar.json') },
};
