import { account } from './account-screens.js';
import { content, events, people } from './people-screens.js';
import { shell } from './shell-screens.js';
import { chats, shouts } from './talk-screens.js';
import type { Screen } from './visit.js';

/** The screens of a signed-in member, by module. */
export const screensOf: Readonly<Record<string, Screen[]>> = { account, chats, shouts, people, events, content, shell };
