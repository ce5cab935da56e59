import { createHash } from 'node:crypto';

/** How often something may be done: `points` times in `seconds`, counted for each … */
export interface Limit {
  /** … address, member (else address), or account that the input names. */
  readonly by: 'address' | 'member' | 'account';
  readonly points: number;
  readonly seconds: number;
  /**
   * Counted in the database: for all processes together, and across restarts. Worth a write where guessing pays (passwords);
   * everywhere else each process counts for itself, in memory.
   */
  readonly shared?: true;
}

const minute = 60;
const hour = 3600;

/** For calls that the table does not name. */
export const otherCalls: readonly Limit[] = [{ by: 'member', points: 600, seconds: minute }];

/** Limits by call name. */
export const callLimits: Readonly<Record<string, readonly Limit[]>> = {
  'account.login': [
    { by: 'address', points: 100, seconds: 15 * minute, shared: true },
    { by: 'account', points: 20, seconds: 15 * minute, shared: true },
  ],
  'account.sign_up': [{ by: 'address', points: 30, seconds: hour, shared: true }],
  'account.change_password': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.profile_image': [{ by: 'member', points: 20, seconds: hour }],
  'files.upload': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'chats.list': [{ by: 'member', points: 240, seconds: minute }],
  'shouts.create': [{ by: 'member', points: 60, seconds: minute }],
  'logs.write': [{ by: 'address', points: 120, seconds: minute }],
};

/** Limits of what is no call: a socket's connections and messages. */
export const socketLimits = {
  connect: { by: 'address', points: 120, seconds: minute },
  message: { by: 'member', points: 30, seconds: 10 },
} as const satisfies Record<string, Limit>;

/** What a limit is counted under. Hashed: names and addresses of those who tried do not stay in the database. */
export function countedUnder(name: string, by: string, community: string, who: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, by, community, who]))
    .digest('base64url');
}
