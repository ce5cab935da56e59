import { account } from './account-screens.js';
import { classifieds, contentStates } from './classified-screens.js';
import { dues, managedDues } from './dues-screens.js';
import { events } from './event-screens.js';
import { files } from './file-screens.js';
import { groups } from './group-screens.js';
import { managedGroups } from './managed-group-screens.js';
import { links, managedLinks } from './link-screens.js';
import { media } from './media-screens.js';
import { managedNotices } from './notice-screens.js';
import { moderation } from './moderation-screens.js';
import { operations } from './operations-screens.js';
import { pdfs } from './pdf-screens.js';
import { content, notices, people } from './people-screens.js';
import { managedRooms, rooms } from './room-screens.js';
import { shell } from './shell-screens.js';
import { plans } from './plan-screens.js';
import { polls } from './poll-screens.js';
import { chats, shouts } from './conversation-screens.js';
import type { DemoUser } from '../fixtures/sign-in.js';
import type { Screen } from './visit.js';

/** The screens of a signed-in member, by module. */
export const screensOf: Readonly<Record<string, Screen[]>> = {
  account,
  plans,
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
  files,
  links,
  'managed-links': managedLinks,
  rooms,
  'managed-rooms': managedRooms,
  dues,
  'managed-dues': managedDues,
  pdfs,
  notices,
  'managed-notices': managedNotices,
  moderation,
  operations,
  shell,
};

/** The demo user of each file of screens; `driver` if it is not listed. */
export const members: Readonly<Record<string, DemoUser>> = {
  moderation: 'steward',
  operations: 'super',
  'managed-groups': 'chief',
  'managed-notices': 'steward',
  'managed-links': 'super',
  'managed-rooms': 'super',
  'managed-dues': 'super',
};
