import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

export const texts: FeatureTexts = { feature: 'security', messages: { en, ar: () => import('./messages/ar.json') } };
