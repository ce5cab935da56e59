import { createHash } from 'node:crypto';

/** A limit: `points` times in `seconds`, counted for each … */
export interface Limit {
  /** … address, member (else address), account named in the input, or such an account from one address. */
  readonly by: 'address' | 'member' | 'account' | 'account and address';
  readonly points: number;
  readonly seconds: number;
  /**
   * Counted in the database: for all processes together, and across restarts. Worth a write against guessing (passwords); other
   * limits count in each process's memory.
   */
  readonly shared?: true;
  /** Counts acts that were stored: a refused call gives its point back. */
  readonly ofStored?: true;
}

const minute = 60;
const hour = 3600;

/** For calls without an entry in the table. */
export const otherCalls: readonly Limit[] = [{ by: 'member', points: 600, seconds: minute }];

/** Limits by call name. */
export const callLimits: Readonly<Record<string, readonly Limit[]>> = {
  'account.sign_up': [{ by: 'address', points: 30, seconds: hour, shared: true }],
  'account.sign_up_image': [{ by: 'address', points: 10, seconds: hour, shared: true }],
  'account.send_reset_password_link': [
    { by: 'address', points: 20, seconds: hour, shared: true },
    { by: 'account', points: 4, seconds: hour, shared: true },
  ],
  'account.reset_password': [{ by: 'address', points: 20, seconds: 10 * minute }],
  'account.become_admin': [{ by: 'address', points: 20, seconds: 10 * minute }],
  'account.exchange_token': [{ by: 'address', points: 60, seconds: 10 * minute }],
  'account.change_password': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.start_totp': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.confirm_totp': [{ by: 'member', points: 10, seconds: 15 * minute, shared: true }],
  'account.remove_totp': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.link_identity': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.remove_identity': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.start_passkey': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.add_passkey': [{ by: 'member', points: 20, seconds: hour }],
  'account.start_passkey_login': [{ by: 'address', points: 120, seconds: 15 * minute }],
  'account.passkey_login': [{ by: 'address', points: 120, seconds: 15 * minute }],
  'third_party_auth.link': [{ by: 'address', points: 60, seconds: 15 * minute }],
  'third_party_auth.login': [{ by: 'address', points: 60, seconds: 15 * minute }],
  'account.export': [{ by: 'member', points: 2, seconds: 24 * hour, shared: true }],
  'account.delete': [{ by: 'member', points: 10, seconds: hour, shared: true }],
  'account.profile_image': [{ by: 'member', points: 20, seconds: hour }],
  'feedback.send': [{ by: 'member', points: 10, seconds: hour, shared: true, ofStored: true }, ...otherCalls],
  'files.upload': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'chats.list': [{ by: 'member', points: 240, seconds: minute }],
  'webview.check': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'invitations.send': [{ by: 'member', points: 30, seconds: hour, shared: true, ofStored: true }, ...otherCalls],
  'invitations.verify': [{ by: 'address', points: 60, seconds: 10 * minute }],
  // A recurring one stores up to 400 copies.
  'events.create': [{ by: 'member', points: 60, seconds: hour }],
  'events.update': [{ by: 'member', points: 120, seconds: hour }],
  'events.refresh_source': [{ by: 'member', points: 30, seconds: 10 * minute }],
  'shouts.create': [{ by: 'member', points: 60, seconds: minute }],
  'moderation.report_shout': [{ by: 'member', points: 30, seconds: hour, shared: true }],
  'moderation.report_member': [{ by: 'member', points: 30, seconds: hour, shared: true }],
  'moderation.report_event': [{ by: 'member', points: 30, seconds: hour, shared: true }],
  'moderation.report_classified': [{ by: 'member', points: 30, seconds: hour, shared: true }],
  'moderation.report_file': [{ by: 'member', points: 30, seconds: hour, shared: true }],
  'classifieds.list': [{ by: 'member', points: 240, seconds: minute }],
  'classifieds.create': [{ by: 'member', points: 30, seconds: hour, ofStored: true }, ...otherCalls],
  'classifieds.read_renewal': [{ by: 'address', points: 60, seconds: 10 * minute }],
  'classifieds.renew_by_link': [{ by: 'address', points: 60, seconds: 10 * minute }],
  // Each may mail all members who decide on the room, a series once for each of its weeks.
  'bookings.create': [{ by: 'member', points: 120, seconds: hour, ofStored: true }, ...otherCalls],
  'bookings.create_series': [{ by: 'member', points: 20, seconds: hour, ofStored: true }, ...otherCalls],
  'bookings.move': [{ by: 'member', points: 60, seconds: hour, ofStored: true }, ...otherCalls],
  'moderation.report_sponsor': [{ by: 'member', points: 30, seconds: hour, shared: true }],
  'sponsors.export_acknowledgements': [{ by: 'member', points: 30, seconds: 10 * minute }],
  // Each asks the provider or a store, which limit the whole community; a receipt stores a file.
  'dues.payment_intent': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'dues.check_payment': [{ by: 'member', points: 240, seconds: 10 * minute }],
  'dues.refund': [{ by: 'member', points: 120, seconds: 10 * minute }],
  'dues.receipt': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'dues.export': [{ by: 'member', points: 30, seconds: 10 * minute }],
  'operations.check_change': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'previews.start': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'subscription.checkout': [{ by: 'member', points: 30, seconds: 10 * minute }],
  'subscription.preview_change': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'subscription.change': [{ by: 'member', points: 30, seconds: 10 * minute }],
  'subscription.portal': [{ by: 'member', points: 30, seconds: 10 * minute }],
  'subscription.refresh': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'subscription.purchase': [{ by: 'member', points: 60, seconds: 10 * minute }],
  'subscription.restore': [{ by: 'member', points: 10, seconds: 10 * minute }],
  'logs.write': [{ by: 'address', points: 120, seconds: minute }],
};

/**
 * Wrong passwords, counted before the hash is computed and refunded for a correct one. Strict per address; wide for all
 * addresses together, where addresses with an earlier sign-in of the member do not count: guesses from elsewhere cannot lock
 * the member out at home, and nowhere for longer than these minutes.
 */
export const signInLimits = {
  address: { by: 'address', points: 100, seconds: 15 * minute, shared: true },
  account: { by: 'account', points: 40, seconds: 15 * minute, shared: true },
  accountFromAddress: { by: 'account and address', points: 8, seconds: 10 * minute, shared: true },
  /** Codes of the second factor after a correct password, from any address. */
  secondFactor: { by: 'account', points: 6, seconds: 15 * minute, shared: true },
} as const satisfies Record<string, Limit>;

/** Uploads of releases, which are no calls. A key has 256 bits, so that tries need no stricter limit. */
export const releaseLimits = {
  address: { by: 'address', points: 120, seconds: 10 * minute },
  key: { by: 'account', points: 60, seconds: 10 * minute },
} as const satisfies Record<string, Limit>;

/** Reads of calendar addresses, which are no calls. Programs read one every few minutes; `address` counts refused tokens only. */
export const calendarLimits = {
  address: { by: 'address', points: 300, seconds: 10 * minute },
  member: { by: 'member', points: 60, seconds: 10 * minute },
} as const satisfies Record<string, Limit>;

/** Limits of a socket's connections and messages, which are no calls. */
export const socketLimits = {
  connect: { by: 'address', points: 120, seconds: minute },
  message: { by: 'member', points: 30, seconds: 10 },
} as const satisfies Record<string, Limit>;

/**
 * Bounds of one connection of realtime and of its address. A window sends its token once, an answer to a ping every 25 s, and at most
 * one packet a second while its member types.
 */
export const connectionLimits = {
  sent: { packets: 100, bytes: 64 * 1024, seconds: 10 },
  /** After this many connections were closed at a bound, the address opens no others until the minute is over. */
  closed: { points: 5, seconds: minute },
  /** Open windows of one member, in this process. */
  member: { windows: 50, retrySeconds: minute },
} as const;

/** The key of a counter, hashed, so that names and addresses are not stored in the database. */
export function countedUnder(name: string, by: string, community: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, by, community, subject]))
    .digest('base64url');
}
