import { proofRows } from './proof-run.mjs';

const about =
  "the services' proofs at full length, the same specs as in npm test: the number of cases; a single failing case fails the suite";

/** The specs by part. */
const specs = {
  unread: 'chats/unread',
  'sign-in-attempts': 'account/sign-in/sign-in-attempts',
  likes: 'shouts/writing/likes',
  polls: 'shouts/polls/polls',
};

export const parts = Object.keys(specs);

/**
 * @param {import('./suites.mjs').BenchOptions} options
 * @returns {Promise<import('./suites.mjs').SuiteResult>}
 */
export async function run({ folder, part = '' }) {
  return {
    about,
    rows: await proofRows(`services/src/${specs[/** @type {keyof typeof specs} */ (part)]}.spec.ts`, folder),
  };
}
