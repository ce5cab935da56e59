import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of the page that edits home, which only admins open. */
export const texts: FeatureTexts = { feature: 'home-edit', messages: { en, ar: () => import('./messages/ar.json') } };
