import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of timetable shifts, which only admins open. */
export const texts: FeatureTexts = { feature: 'shift', messages: { en, ar: () => import('./messages/ar.json') } };
