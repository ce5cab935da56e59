import { proofRows } from './proof-run.mjs';

const about =
  "the services' proofs at full length, the same specs as in npm test: the number of cases; a single failing case fails the suite";

/** The specs by part, below `services/src`. */
const specs = {
  unread: 'chats/unread.spec.ts',
  'sign-in-attempts': 'account/sign-in/sign-in-attempts.spec.ts',
  likes: 'shouts/writing/likes.spec.ts',
  polls: 'shouts/polls/polls.spec.ts',
  'thread-cache': 'shouts/reading/thread-cache.spec.ts',
  bookings: 'content/rooms/random-bookings.spec.ts',
  payments: 'community/payments/random-events.spec.ts',
  dues: 'content/dues/random-payments.spec.ts',
  'due-board': 'content/dues/due-board.spec.ts',
  places: 'events/recurrence/places.spec.ts',
  'damaged-calendars': 'events/sync/read-calendar.spec.ts',
  'calendar-rules': 'events/sync/reader/rule.spec.mjs',
};

export const parts = Object.keys(specs);

/**
 * @param {import('./suites.mjs').BenchOptions} options
 * @returns {Promise<import('./suites.mjs').SuiteResult>}
 */
export async function run({ folder, part = '' }) {
  return {
    about,
    rows: await proofRows(`services/src/${specs[/** @type {keyof typeof specs} */ (part)]}`, folder),
  };
}
