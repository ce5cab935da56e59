import { z } from 'zod';

/** Tabs of the main shell (specification A §1). A tab's id is also the name of its feature and service folder. */
export const tabIds = [
  'chats',
  'shouts',
  'people',
  'events',
  'notices',
  'classifieds',
  'links',
  'webview',
  'home',
  'files',
  'rooms',
  'dues',
  'profile',
  'hamburger',
] as const;
export const tabId = z.enum(tabIds);
export type TabId = z.output<typeof tabId>;
