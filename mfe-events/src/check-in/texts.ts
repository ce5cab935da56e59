import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of passes and of check-in at the gate. */
export const texts: FeatureTexts = { feature: 'check-in', messages: { en, ar: () => import('./messages/ar.json') } };
