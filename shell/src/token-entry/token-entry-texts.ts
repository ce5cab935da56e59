import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the question which account a link signs in. */
export const texts: FeatureTexts = {
  feature: 'token-entry',
  messages: { en, ar: () => import(/* webpackChunkName: "ar" */ './messages/ar.json') },
};
