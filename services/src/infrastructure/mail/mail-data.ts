import type { SecurityChange } from '../outbox/domain-events.js';

/**
 * Each mail with the data it is made of. Data is text or a count; a missing optional one leaves its line out. `community` is the
 * community's title, `address` and the other links are whole addresses (`CommunityAddress.page`).
 */
export interface MailTemplates {
  /** Once the member is in. `address`: the community's start page. */
  welcome: { fullname: string; username: string; community: string; address: string };
  /**
   * `address`: the activation link; `minutes`: how long PIN and link are good. It names the account: who reads the mail need not be
   * who made it.
   */
  email_pin: {
    fullname: string;
    username: string;
    community: string;
    pin: string;
    address: string;
    minutes: number;
  };
  /** To the member who proved an address, when another account gives it. `login` and `reset` are pages. */
  address_in_use: { community: string; login: string; reset: string };
  /** In place of a link for a new password, where no account has proved the address. `signup`: the page. */
  address_unproved: { community: string; signup: string };
  reset_password: { fullname: string; community: string; address: string; minutes: number };
  /** `reset`: the page where whoever did not do this gets their account back. */
  password_changed: { fullname: string; community: string; reset: string };
  security_changed: { fullname: string; community: string; change: SecurityChange; reset: string };
  /** To an admin. */
  access_requested: {
    fullname: string;
    applicant: string;
    username: string;
    email: string;
    company?: string;
    user_type?: string;
    community: string;
    grant: string;
    deny: string;
  };
  access_granted: { fullname: string; community: string; address: string };
  access_denied: { fullname: string; community: string };
  account_deleted: { fullname: string; community: string };
  /**
   * What a member is told of and can turn off: the only mail with an unsubscribe address. Its words come from the kind of
   * notification, in the member's language. `workplace`: its title, where there are several. `quote` is somebody's own text.
   */
  notice: {
    community: string;
    subject: string;
    line: string;
    workplace?: string;
    quote?: string;
    action: string;
    address: string;
    unsubscribe: string;
  };
}
export type MailTemplate = keyof MailTemplates;
