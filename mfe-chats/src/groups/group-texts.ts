import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of groups: they load with the first opened group, not with the list of chats. */
export const texts: FeatureTexts = {
  feature: 'groups',
  messages: { en, ar: () => import('./messages/ar.json') },
};
