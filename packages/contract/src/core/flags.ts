import { z } from 'zod';
import { count, group, off, on, pattern, text, timeZone, webAddress } from './flag-values.js';
import { shownProfileField, signupField } from './form-fields.js';
import {
  classifiedsTab,
  duesTab,
  eventsTab,
  filesTab,
  homeTab,
  linksTab,
  peopleTab,
  roomsTab,
  sponsorsTab,
  webviewTab,
} from './tab-flags.js';
import { tabId } from './tabs.js';

// Every flag of the specification (A §5, §6, §9; B §5, §6, §9) under its own name, and those that the decisions name. Times are
// ms unless a name says otherwise.

/** Tabs that a page setting may name: all but the menu. */
const tabName = tabId.refine((id) => id !== 'hamburger', { error: 'the menu is not a page' });

/** Minimal length of a password in the login form (A §9). */
export const loginPasswordMin = 3;

/** The switches of a deployment. Each has its default here, so a file contains only deviations. */
export const flags = group({
  // entry and accounts
  /** The tab where members start; by default chats, or the first tab where there is none. */
  default_page: tabName.optional(),
  /** Minutes of absence after which a returning member starts at the start page; 0 never. */
  home_idle_minutes: count.default(30),
  /** Sign-in by an OpenID Connect provider; its client secret is a setting of the process, never a flag. */
  third_party_auth: z
    .union([z.literal(false), z.strictObject({ title: text(60), issuer: webAddress, client_id: text(200) })])
    .default(false),
  /** Members may sign in with passkeys. While off, passkeys are refused; stored ones stay for when the flag is on again. */
  passkeys: off,
  /**
   * Members may use an authenticator app as second factor. While off, no code is required; stored set-ups stay for when the flag is on
   * again.
   */
  totp: off,
  /**
   * Mailed links that decide (about applicants, or requests to join a group) ask for a confirmation first; off: opening the
   * link decides.
   */
  two_step_grant: on,
  /** New members wait until an admin has approved them. */
  admin_approval_required: off,
  /** Members need a plan to enter; admins do not. */
  subscription_required: off,
  /** Plans are sold in the stores of native shells; each entry of the links tab then needs a plan. */
  in_app_subscriptions: off,
  /** Plans are sold on the web, by card; needs `card_public_key`. */
  web_subscriptions: off,
  /** The most characters of a user name. */
  username_max: count.min(1).max(140).default(25),
  /** The most characters of a full name. */
  fullname_max: count.min(1).max(999).default(140),
  /** Regular expression of new e-mail addresses, in place of Paddock's own. Existing members keep theirs. */
  email_pattern: pattern.optional(),
  /** Regular expression of user names, in place of letters, digits and underscores. Spaces and `@` are never allowed. */
  username_pattern: pattern.optional(),
  /** Further fields of the sign-up form. Those that are not mandatory are in its optional part. */
  signup_fields: z.array(signupField).default([]),
  /** The fewest characters of a new password, at least 3. */
  passwordMinLen: count.default(8),
  /** The most characters of a new password, at most `login_password_max`. */
  passwordMaxLen: count.max(1000).default(50),
  /** The most characters of a password in the login form. */
  login_password_max: count.max(1000).default(50),
  /** Members cannot change their password in the settings. */
  disable_change_password: off,
  /** Members cannot change their e-mail address, and cannot correct it before it is verified. */
  disable_user_edit_email: off,
  /**
   * Fields of a profile: standard ones (`company`, `phone`), by their name in place of the default, and the community's own.
   */
  profile_fields: z.array(shownProfileField).default([]),
  /** Admins cannot edit the profiles of other members, nor read-only fields. */
  disable_admin_can_edit_profiles: off,
  // workplaces
  /** The community has workplaces, each with its own content; members switch between theirs. */
  workplaces_enabled: off,
  // chats and groups
  /** The chat list has a view of groups and one of people, in place of one list. */
  separate_direct_messages: off,
  /**
   * Members may write in direct chats; off: existing chats can be read. As an object it limits to whom members write:
   * `only_for_admins`, `only_for_my_groups` (members of a common group), `only_for_my_group_owners` (a common group that one of
   * the two owns). Admins write to all, and can be answered.
   */
  direct_messages_enabled: z
    .union([
      z.boolean(),
      z.strictObject({ only_for_admins: off, only_for_my_groups: off, only_for_my_group_owners: off }),
    ])
    .default(true),
  /** Chats cannot be archived; archived ones are in the list with the others. */
  disable_archive: off,
  /** All members may create groups; off: only admins. */
  everybody_can_create_groups: off,
  /** In a new group, members join without a request unless its form says otherwise. */
  users_can_join_groups_automatically: off,
  /** Forms of groups have no choice of visibility: new groups are visible. */
  group_visibility_fixed: off,
  /** Forms of groups have no choice of joining without a request: new groups have `users_can_join_groups_automatically`. */
  group_autojoin_fixed: off,
  /** Hides the members of a group and their number: true from all but admins, `members` from all but admins and owners. */
  hide_members: z.union([z.boolean(), z.literal('members')]).default(false),
  /** Owners may make members of a group read-only, also those who join later. While off, stored marks have no effect. */
  per_user_read_only: off,
  /** Groups can have an invitation link, by which its holder joins at once. */
  deep_linking: off,
  // shouts
  /** In a group only its members and admins post; off: members of the workplace post in visible groups, too. */
  users_can_only_shout_in_their_groups: off,
  /** In a group only its members and admins comment; off: members of the workplace comment in visible groups, too. */
  users_can_only_comment_in_their_groups: off,
  /** Members cannot comment, and stored comments are hidden. */
  disable_comments: off,
  /** Members cannot like, and likes are hidden. */
  disable_likes: off,
  /** `@name` in a text mentions no member: there are no suggestions and no notifications. */
  disable_mentions: off,
  /** Shouts cannot be shared. */
  disable_sharing: off,
  /** Only admins share shouts, also with `disable_sharing`. */
  only_admins_can_share: off,
  /** Milliseconds after posting in which the author may edit a shout or comment. */
  max_edit_delta: count.default(900_000),
  /** The most characters of a shout or comment. */
  maxCharCount: count.min(1).max(20_000).default(2000),
  /** The most pictures and files, together, of a shout, and of one upload to a folder; 0: none. */
  max_files: count.max(7).default(7),
  /** A file that has been uploaded to a form cannot be removed from it again. */
  disable_upload_modification: off,
  // people
  /** Members see only members with whom they share a group, not counting the group of all; admins see all. */
  can_only_view_users_in_my_groups: off,
  /** Turns the people tab off. Profiles and the search for members stay. */
  hide_people_tab: off,
  /** The directory by distance shows the limits of its distances. */
  distances: off,
  /** Distances are in miles, not in kilometres. */
  miles: off,
  /** Members that a list loads at once, in a group and in the people tab (there at most 60). */
  max_display_count: count.min(1).max(200).default(30),
  people_tab: peopleTab,
  /** Only admins invite. */
  disable_invite_button_for_users: off,
  /** The invite button is on all tabs, not only on people and home. */
  enable_invite_button_on_all_tabs: off,
  // events
  /** Members reply whether they attend an event; the waiting list and check-in need it. */
  rsvp: off,
  /** Members rate events that are over, from 1 to 5. */
  event_ratings: off,
  events_tab: eventsTab,
  // notices
  sponsors_tab: sponsorsTab,
  // classifieds, links, files, rooms, home, webview
  classifieds_tab: classifiedsTab,
  links_tab: linksTab,
  files_tab: filesTab,
  rooms_tab: roomsTab,
  home_tab: homeTab,
  webview_tab: webviewTab,
  // the frame
  /** A link in the settings; the iOS app does not show it, as the store demands. */
  settings_link: z
    .strictObject({
      /** The text of the link. */
      title: text(60),
      /** The page, which opens in a new window. */
      url: webAddress,
    })
    .optional(),
  /** Further entries of the menu: a tab; any page by its name (`invite`, `custom`, `terms`) with a title; or a web address. */
  hamburger_pages: z
    .array(
      z.union([
        tabName,
        z.strictObject({ title: text(60), page: text(40) }),
        z.strictObject({ title: text(60), url: webAddress }),
      ]),
    )
    .default([]),
  /** The clock of 12 or 24 hours. */
  time_format: z.enum(['12h', '24h']).default('12h'),
  /** Dates in figures: `ddmm` 31/12, `dd.mm` 31.12., `default` as usual in the member's language. */
  date_format: z.enum(['ddmm', 'dd.mm', 'default']).default('ddmm'),
  /** The IANA time zone of workplaces that name none. */
  time_zone: timeZone.default('UTC'),
  /** Milliseconds in which presses of the same button count as one. */
  click_debounce_local_time: count.default(250),
  /**
   * The public key of payment by card (Stripe); absent: no card can pay. `pk_test_paddock` is the built-in test provider, which production
   * refuses.
   */
  card_public_key: z
    .string()
    .regex(/^pk_(test|live)_\w{1,200}$/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  /** The community's own account at the provider (`acct_…`); '' is the platform's. */
  card_account: z
    .string()
    .regex(/^(acct_\w{1,60})?$/)
    .default(''),
  dues_tab: duesTab,
  /** The path on the community's own host at which the shell calls the services, without a final slash. */
  api_base: text(200)
    .regex(/^(\/[\w-][\w.-]*)+$/, 'must be a path on the own host such as /api, without a final slash')
    .default('/api'),
});
export type Flags = z.output<typeof flags>;
export type HomeButton = Flags['home_tab']['buttons'][number];

/** Flags that are plain switches. */
export type FeatureFlag =
  | { [K in keyof Flags]-?: Flags[K] extends boolean ? K : never }[keyof Flags]
  | 'direct_messages_enabled'
  | 'third_party_auth';
