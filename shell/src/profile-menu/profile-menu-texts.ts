import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the profile's menu. */
export const texts: FeatureTexts = {
  feature: 'profile-menu',
  messages: { en, ar: () => import(/* webpackChunkName: "ar" */ './messages/ar.json') },
};
