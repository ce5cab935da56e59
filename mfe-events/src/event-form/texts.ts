import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the form and of recurring events. */
export const texts: FeatureTexts = { feature: 'event-form', messages: { en, ar: () => import('./messages/ar.json') } };
