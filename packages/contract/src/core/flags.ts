import { z } from 'zod';
import { assetPath, count, group, off, on, pattern, text, timeZone, webAddress } from './flag-values.js';
import { shownProfileField, signupField } from './form-fields.js';
import { currency } from './money.js';
import { tabId } from './tabs.js';

// Every flag of the specification (A §5, §6, §9; B §5, §6, §9) under its own name, and those that the decisions name. Times are
// ms unless a name says otherwise.

/** Sort orders of the directory: each has its own stored key and index. */
export const personSortFields = ['username', 'fullname', 'company'] as const;
export type PersonSortField = (typeof personSortFields)[number];
const personSortField = z.enum(personSortFields, {
  error: `people can be sorted by ${personSortFields.join(', ')} only`,
});

/** Member fields that a row of the directory can show. */
export const personRowFields = [...personSortFields, 'description', 'job', 'tags', 'user_type'] as const;
const personRowField = z.enum(personRowFields, { error: `a person's row can show ${personRowFields.join(', ')} only` });

/** Orders of a notices page. */
export const sponsorSorts = ['title', 'sort_by'] as const;

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
  /**
   * Whether members may sign in with passkeys, and use an authenticator app as second factor. While off, no code is required
   * and no passkey is accepted; both stay stored for when the flag is on again.
   */
  passkeys: off,
  totp: off,
  two_step_grant: on,
  admin_approval_required: off,
  subscription_required: off,
  /** Whether plans are sold in the stores of native shells; a link then needs a plan. */
  in_app_subscriptions: off,
  /** Whether plans are sold on the web, by card; needs `card_public_key`. */
  web_subscriptions: off,
  username_max: count.min(1).max(140).default(25),
  fullname_max: count.min(1).max(999).default(140),
  email_pattern: pattern.optional(),
  username_pattern: pattern.optional(),
  signup_fields: z.array(signupField).default([]),
  passwordMinLen: count.min(1).default(8),
  passwordMaxLen: count.max(1000).default(50),
  login_password_max: count.max(1000).default(50),
  disable_change_password: off,
  disable_user_edit_email: off,
  profile_fields: z.array(shownProfileField).default([]),
  disable_admin_can_edit_profiles: off,
  // workplaces
  workplaces_enabled: off,
  // chats and groups
  separate_direct_messages: off,
  direct_messages_enabled: z
    .union([
      z.boolean(),
      z.strictObject({ only_for_admins: off, only_for_my_groups: off, only_for_my_group_owners: off }),
    ])
    .default(true),
  disable_archive: off,
  everybody_can_create_groups: off,
  users_can_join_groups_automatically: off,
  group_visibility_fixed: off,
  group_autojoin_fixed: off,
  hide_members: z.union([z.boolean(), z.literal('members')]).default(false),
  per_user_read_only: off,
  deep_linking: off,
  // shouts
  users_can_only_shout_in_their_groups: off,
  users_can_only_comment_in_their_groups: off,
  disable_comments: off,
  disable_likes: off,
  disable_mentions: off,
  disable_sharing: off,
  only_admins_can_share: off,
  max_edit_delta: count.default(900_000),
  maxCharCount: count.min(1).max(20_000).default(2000),
  max_files: count.max(7).default(7),
  disable_upload_modification: off,
  // people
  can_only_view_users_in_my_groups: off,
  hide_people_tab: off,
  /** Whether the directory by distance shows the limits of its distances, and whether they are in miles. */
  distances: off,
  miles: off,
  max_display_count: count.min(1).max(200).default(30),
  people_tab: group({
    sort: personSortField.default('username'),
    secondary_sort: personSortField.optional(),
    /** An empty full name shows the description, empty tags show the company. */
    rows: z.array(personRowField).min(1).max(3).default(['username', 'fullname', 'tags']),
    call_to_action: z.enum(['message', 'call', 'none']).default('none'),
    /** Whether members may share their position (about 500 m), to see each other by distance. Off deletes all positions. */
    by_distance: off,
    /** With `profile` a press on a person leads to the direct chat, a long press (the menu key) to the profile. */
    long_press: z.enum(['profile', 'none']).default('none'),
  }),
  disable_invite_button_for_users: off,
  enable_invite_button_on_all_tabs: off,
  // events
  rsvp: off,
  event_ratings: off,
  events_tab: group({
    view: z.enum(['month', 'day', 'list']).default('list'),
    separate_past: off,
    public_add_event: off,
    hide_attendees: off,
    users_cannot_comment: off,
    calendar_fetch_offset: count.default(15_552_000_000),
    months_before: count.default(1),
    months_after: count.default(12),
  }),
  // notices
  sponsors_tab: group({
    namespace: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
      .default('0'),
    /** Sorts by title, or by the notices' own `sort_by`. Without it the admins move them by hand. */
    sort_by: z.enum(sponsorSorts, { error: `notices can be sorted by ${sponsorSorts.join(', ')} only` }).optional(),
  }),
  // classifieds, links, files, rooms, home, webview
  classifieds_tab: group({
    categories: z
      .array(
        z.strictObject({
          key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
          icon: text(40),
          /** Shown instead of the key. */
          title: text(60).optional(),
        }),
      )
      .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, { error: 'names a key twice' })
      .refine((list) => !list.some(({ key }) => key === 'all' || key === 'my_ads'), {
        error: "'all' and 'my_ads' are taken by the grid itself",
      })
      .default([]),
    /** Days. */
    lifetime_min: count.min(1).max(3650).default(1),
    lifetime_max: count.min(1).max(3650).default(90),
    lifetime_default: count.min(1).max(3650).default(30),
  }).refine(({ lifetime_min: min, lifetime_default: usual, lifetime_max: max }) => min <= usual && usual <= max, {
    error: 'lifetime_min, lifetime_default and lifetime_max must be in ascending order',
  }),
  links_tab: group({ layout: z.enum(['tiles', 'list']).default('tiles') }),
  files_tab: group({ everybody_can_create: off }),
  rooms_tab: group({
    disable_admin_edit: off,
    start_hour: count.max(23).default(8),
    end_hour: count.max(24).default(19),
    rows: z.array(z.array(text(40))).default([
      ['title', 'city'],
      ['capacity', 'equipment'],
    ]),
    limited_access: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  }),
  home_tab: group({
    buttons: z
      .array(
        z
          .strictObject({
            title: text(140),
            /** A lucide name of the design system's set; an unknown one shows the page's own icon. */
            icon: text(40),
            /** A target inside the page, below its address: a conversation, an event. */
            anchor: text(140).optional(),
            /** A tab's id or a page's name (`settings`); for a notices page its namespace. Hidden where it is not deployed. */
            page: z
              .union([
                text(140),
                z.strictObject({
                  type: z.literal('sponsor'),
                  namespace: text(40),
                  labels: z.record(z.string(), text(140)).optional(),
                }),
              ])
              .optional(),
            namespace: text(40).optional(),
            /** Instead of a page: an address that opens in a new window. */
            url: webAddress.optional(),
          })
          .refine(({ page, url }) => (page === undefined) !== (url === undefined), {
            error: 'leads to a page or to a url, one of the two',
          }),
      )
      .default([]),
    validity: off,
    /** A path below the deployment's assets. */
    default_image: assetPath.optional(),
    /** The point of it that stays visible when it is cut to a card's shape, in percent. */
    default_crop: group({ x: count.max(100).default(50), y: count.max(100).default(50) }),
    default_description: text(140).default(''),
  }),
  webview_tab: group({
    /** The page of the tab. */
    url: webAddress.optional(),
    /** Whether a spinner covers a page until it has loaded. */
    wait: off,
    /** Origins (`https://timing.example.org`) of further pages that may be shown; that of `url` is always allowed. */
    allow: z
      .array(
        webAddress.refine((address) => URL.canParse(address) && new URL(address).origin === address, {
          error: 'must be an origin: https://host without a path',
        }),
      )
      .max(20)
      .default([]),
  }),
  // the frame
  settings_link: z.strictObject({ title: text(60), url: webAddress }).optional(),
  /** A tab; any page by its name (`invite`, `custom`, `terms`) with a title; or a web address. */
  hamburger_pages: z
    .array(
      z.union([
        tabName,
        z.strictObject({ title: text(60), page: text(40) }),
        z.strictObject({ title: text(60), url: webAddress }),
      ]),
    )
    .default([]),
  time_format: z.enum(['12h', '24h']).default('12h'),
  date_format: z.enum(['ddmm', 'dd.mm', 'default']).default('ddmm'),
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
  dues_tab: group({
    /** ISO 4217: the currency that the form of a new due proposes. */
    currency: currency.default('EUR'),
  }),
  api_base: text(200).default('/api'),
});
export type Flags = z.output<typeof flags>;
export type HomeButton = Flags['home_tab']['buttons'][number];

/** Flags that are plain switches. */
export type FeatureFlag =
  | { [K in keyof Flags]-?: Flags[K] extends boolean ? K : never }[keyof Flags]
  | 'direct_messages_enabled'
  | 'third_party_auth';
