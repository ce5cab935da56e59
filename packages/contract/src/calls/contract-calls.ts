import * as account from './account.js';
import * as accountData from './account-data.js';
import * as approval from './approval.js';
import * as badges from './badges.js';
import * as boot from './boot.js';
import type { Call } from '../core/call.js';
import * as chats from './chats.js';
import * as comments from './comments.js';
import * as emailVerification from './email-verification.js';
import * as eventAttendance from './event-attendance.js';
import * as eventCalendar from './event-calendar.js';
import * as eventRatings from './event-ratings.js';
import * as eventSources from './event-sources.js';
import * as events from './events.js';
import * as files from './files.js';
import * as groupLinks from './group-links.js';
import * as groupMembers from './group-members.js';
import * as groupRequests from './group-requests.js';
import * as groups from './groups.js';
import * as home from './home.js';
import * as items from './items.js';
import * as moderation from './moderation.js';
import * as notifications from './notifications.js';
import * as passwordReset from './password-reset.js';
import * as people from './people.js';
import * as polls from './polls.js';
import * as secondFactor from './second-factor.js';
import * as sessions from './sessions.js';
import * as shoutLinks from './shout-links.js';
import * as shoutReaders from './shout-readers.js';
import * as shouts from './shouts.js';
import * as thirdParty from './third-party.js';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'permission' in value && 'path' in value;

/** Every call of the API, for the OpenAPI document and for tests over all calls. */
export const allCalls: readonly Call[] = [
  account,
  accountData,
  approval,
  badges,
  boot,
  chats,
  comments,
  emailVerification,
  eventAttendance,
  eventCalendar,
  eventRatings,
  eventSources,
  events,
  files,
  groupLinks,
  groupMembers,
  groupRequests,
  groups,
  home,
  items,
  moderation,
  notifications,
  passwordReset,
  people,
  polls,
  secondFactor,
  sessions,
  shoutLinks,
  shoutReaders,
  shouts,
  thirdParty,
].flatMap((module) => Object.values(module).filter(isCall));
