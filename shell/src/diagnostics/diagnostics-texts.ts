import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the page that explains missing tabs. */
export const texts: FeatureTexts = {
  feature: 'diagnostics',
  messages: { en, ar: () => import(/* webpackChunkName: "ar" */ './messages/ar.json') },
};
