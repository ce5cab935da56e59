import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of likers, views and the shouts of a member, which are opened far less often than the feed. */
export const texts: FeatureTexts = {
  feature: 'readers',
  messages: { en, ar: () => import('./messages/ar.json') },
};
