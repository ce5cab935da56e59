import { account } from './account-screens.js';
import { groups } from './group-screens.js';
import { moderation } from './moderation-screens.js';
import { content, events, people } from './people-screens.js';
import { shell } from './shell-screens.js';
import { polls } from './poll-screens.js';
import { chats, shouts } from './conversation-screens.js';
import type { Screen } from './visit.js';

/** The screens of a signed-in member, by module. */
export const screensOf: Readonly<Record<string, Screen[]>> = {
  account,
  chats,
  groups,
  shouts,
  polls,
  people,
  events,
  content,
  moderation,
  shell,
};
