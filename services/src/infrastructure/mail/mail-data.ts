import type { SecurityChange } from '../outbox/domain-events.js';

/**
 * Each mail with its data: texts or a count; a missing optional value omits its line. `community` is the community's title,
 * `address` and the other links are complete addresses (`CommunityAddress.page`).
 */
export interface MailTemplates {
  /** When the member has access. `address`: the community's start page. */
  welcome: { fullname: string; username: string; community: string; address: string };
  /**
   * `address`: the activation link; `minutes`: how long PIN and link are valid. Names the account, since the reader of the mail
   * may not have made it.
   */
  email_pin: {
    fullname: string;
    username: string;
    community: string;
    pin: string;
    address: string;
    minutes: number;
  };
  /** To the new address of a verified member, who enters the PIN in the app. */
  email_change: { fullname: string; username: string; community: string; pin: string; minutes: number };
  /** To the current address, when a change begins. `email`: the new one; `address`: the page that revokes the change. */
  email_change_begun: { fullname: string; community: string; email: string; address: string };
  /** To the member with the verified address, when another account enters it. `login` and `reset` are pages. */
  address_in_use: { community: string; login: string; reset: string };
  /** Instead of a password link, if no account has verified the address. `signup`: the page. */
  address_unproved: { community: string; signup: string };
  reset_password: { fullname: string; community: string; address: string; minutes: number };
  /** `reset`: the page to recover the account if the member did not make the change. */
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
  /** To an owner of the group. */
  group_requested: {
    fullname: string;
    applicant: string;
    username: string;
    company?: string;
    group: string;
    workplace?: string;
    community: string;
    accept: string;
    ignore: string;
  };
  /** To a member who decides on bookings. `from` and `to` by the room's clock; `comment` is what the member wrote. */
  booking_requested: {
    fullname: string;
    applicant: string;
    email: string;
    company?: string;
    room: string;
    from: string;
    to: string;
    comment?: string;
    workplace?: string;
    community: string;
    confirm: string;
    reject: string;
    unsubscribe: string;
  };
  /** To a member who paid a due. `address`: the due, with its receipt as a file. */
  due_receipt: {
    fullname: string;
    community: string;
    title: string;
    amount: string;
    number: string;
    day: string;
    address: string;
    /** The receipt's PDF in base64, which is attached under this name. */
    attachment: string;
    attachment_name: string;
  };
  /** To an address that may have no account. `inviter` is a member's full name. */
  invitation: { inviter: string; community: string; address: string };
  access_granted: { fullname: string; community: string; address: string };
  access_denied: { fullname: string; community: string };
  account_deleted: { fullname: string; community: string };
  /**
   * A notification that the member can turn off. The kind of notification provides its text, in the member's language. `workplace`:
   * its title, if there are several. `quote` is text that a member wrote.
   */
  notice: {
    community: string;
    subject: string;
    line: string;
    workplace?: string;
    quote?: string;
    /** An iCalendar file that is attached, with its method. */
    calendar?: string;
    calendar_method?: 'REQUEST' | 'CANCEL';
    action: string;
    address: string;
    unsubscribe: string;
  };
}
export type MailTemplate = keyof MailTemplates;
