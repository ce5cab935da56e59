import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the bar over overridden modules. */
export const texts: FeatureTexts = {
  feature: 'override',
  messages: { en, ar: () => import(/* webpackChunkName: "ar" */ './messages/ar.json') },
};
