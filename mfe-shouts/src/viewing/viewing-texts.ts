import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the viewer, which loads when a picture is opened. */
export const texts: FeatureTexts = {
  feature: 'viewing',
  messages: { en, ar: () => import('./messages/ar.json') },
};
