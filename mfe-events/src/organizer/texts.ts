import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the request to organise an event. */
export const texts: FeatureTexts = { feature: 'organizer', messages: { en, ar: () => import('./messages/ar.json') } };
