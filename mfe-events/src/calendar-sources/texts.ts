import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of subscribed calendars, which only admins open. */
export const texts: FeatureTexts = {
  feature: 'calendar-sources',
  messages: { en, ar: () => import('./messages/ar.json') },
};
