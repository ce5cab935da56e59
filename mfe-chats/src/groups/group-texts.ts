import type { FeatureTexts } from '@paddock/mfe-kit/lazy-part';
import en from './messages/en.json' with { type: 'json' };

/** The texts of groups: the list of chats shows before anybody opens a group. */
export const texts: FeatureTexts = {
  feature: 'groups',
  messages: { en, ar: () => import('./messages/ar.json') },
};
