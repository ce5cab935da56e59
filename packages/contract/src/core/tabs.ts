import { z } from 'zod';

/**
 * The tabs of the specification (A §1). Their ids are reserved: `npm run new` makes no other tab with one of them. A tab's id is also
 * the name of its feature and service folder.
 */
export const specifiedTabs = [
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
/** The id of a tab, also of one that the specification does not name. */
export const tabId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,29}$/, 'must be a tab: 2 to 30 lower-case letters, digits and hyphens');
export type TabId = (typeof specifiedTabs)[number] | (string & {});

/** Pages of the shell itself, which no module can serve as a tab. */
export const shellPages: readonly string[] = ['hamburger', 'diagnostics'];

/** A tab of a deployment among its tabs: a notices tab with a namespace of its own is one beside the first. */
export const tabKey = z.union([tabId, z.templateLiteral(['notices:', z.string()])]);
export type TabKey = z.output<typeof tabKey>;

/** The {@link TabKey} of a tab entry. */
export const keyOfTab = ({ id, namespace }: { id: TabId; namespace?: string | undefined }): TabKey =>
  id === 'notices' && namespace !== undefined ? `notices:${namespace}` : id;
