import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of polls: they load with the first one. */
export const texts: FeatureTexts = { feature: 'polls', messages: { en, ar: () => import('./messages/ar.json') } };
