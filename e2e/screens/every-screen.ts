import { account } from './account-screens.js';
import { classifieds, contentStates } from './classified-screens.js';
import { events } from './event-screens.js';
import { groups } from './group-screens.js';
import { managedGroups } from './managed-group-screens.js';
import { media } from './media-screens.js';
import { managedNotices } from './notice-screens.js';
import { moderation } from './moderation-screens.js';
import { content, notices, people } from './people-screens.js';
import { shell } from './shell-screens.js';
import { polls } from './poll-screens.js';
import { chats, shouts } from './conversation-screens.js';
import type { DemoUser } from '../fixtures/sign-in.js';
import type { Screen } from './visit.js';

/** The screens of a signed-in member, by module. */
export const screensOf: Readonly<Record<string, Screen[]>> = {
  account,
  chats,
  groups,
  'managed-groups': managedGroups,
  shouts,
  polls,
  media,
  people,
  events,
  content,
  classifieds,
  'content-states': contentStates,
  notices,
  'managed-notices': managedNotices,
  moderation,
  shell,
};

/** Who signs in for the screens of a module; the driver for the others. */
export const members: Readonly<Record<string, DemoUser>> = {
  moderation: 'steward',
  'managed-groups': 'chief',
  'managed-notices': 'steward',
};
