import { z } from 'zod';
import { assetPath, count, group, off, text, webAddress } from './flag-values.js';
import { currency } from './money.js';

// The flags of single tabs.

/** Sort orders of the directory: each has its own stored key and index. */
export const personSortFields = ['username', 'fullname', 'company'] as const;
export type PersonSortField = (typeof personSortFields)[number];
const personSortField = z.enum(personSortFields, {
  error: `people can be sorted by ${personSortFields.join(', ')} only`,
});

/** Member fields that a row of the directory can show. */
export const personRowFields = [...personSortFields, 'description', 'job', 'tags', 'user_type'] as const;
const personRowField = z.enum(personRowFields, { error: `a person's row can show ${personRowFields.join(', ')} only` });

/** The fields of a room that a row of the rooms tab can show. */
export const roomRowFields = ['title', 'city', 'building', 'capacity', 'equipment', 'price'] as const;
export type RoomRowField = (typeof roomRowFields)[number];
const roomRowField = z.enum(roomRowFields, { error: `a room's row can show ${roomRowFields.join(', ')} only` });

/** Orders of a notices page. */
export const sponsorSorts = ['title', 'sort_by'] as const;

export const peopleTab = group({
  /** The order of the people tab, if `secondary_sort` is absent. */
  sort: personSortField.default('username'),
  /** The order of the people tab, in place of `sort`. */
  secondary_sort: personSortField.optional(),
  /** The fields of a member, one a line. An empty full name shows the description, empty tags show the company. */
  rows: z.array(personRowField).min(1).max(3).default(['username', 'fullname', 'tags']),
  /** The button beside each member: opens the direct chat (`message`) or calls the telephone number (`call`). */
  call_to_action: z.enum(['message', 'call', 'none']).default('none'),
  /** Whether members may share their position (about 500 m), to see each other by distance. Off deletes all positions. */
  by_distance: off,
  /** With `profile` a press on a person leads to the direct chat, a long press (the menu key) to the profile. */
  long_press: z.enum(['profile', 'none']).default('none'),
});

export const eventsTab = group({
  /** How the tab shows events. */
  view: z.enum(['month', 'day', 'list']).default('list'),
  /** The list has a view of coming events and one of past events, in place of one list. */
  separate_past: off,
  /** All members may create events; off: only admins. */
  public_add_event: off,
  /** Only admins and the creator of an event see who attends. */
  hide_attendees: off,
  /** Only admins comment on events. */
  users_cannot_comment: off,
  /**
   * Milliseconds of events that the calendar loads before and after today, and that calendar and list load with each further step.
   * The default is 180 days.
   */
  calendar_fetch_offset: count.default(15_552_000_000),
  /** Months of 30.5 days before now that the list of events loads first. */
  months_before: count.default(1),
  /** Months of 30.5 days after now that the list of events loads first. */
  months_after: count.default(12),
});

export const sponsorsTab = group({
  /** The namespace of the notices tab that names none. */
  namespace: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .default('0'),
  /** Sorts by title, or by the notices' own `sort_by`. Without it the admins move them by hand. */
  sort_by: z.enum(sponsorSorts, { error: `notices can be sorted by ${sponsorSorts.join(', ')} only` }).optional(),
});

export const classifiedsTab = group({
  /** The categories of ads, in display order. */
  categories: z
    .array(
      z.strictObject({
        /** Stored with each ad. `all` and `my_ads` are taken. */
        key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
        /** A lucide name (listed in docs/flags.md); an unknown one shows the tab's own icon. */
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
  /** The fewest days for which an ad is offered. */
  lifetime_min: count.min(1).max(3650).default(1),
  /** The most days for which an ad is offered. */
  lifetime_max: count.min(1).max(3650).default(90),
  /** The days that the form of a new ad proposes. */
  lifetime_default: count.min(1).max(3650).default(30),
}).refine(({ lifetime_min: min, lifetime_default: usual, lifetime_max: max }) => min <= usual && usual <= max, {
  error: 'lifetime_min, lifetime_default and lifetime_max must be in ascending order',
});

export const linksTab = group({
  /** How the links are shown until a member chooses. */
  layout: z.enum(['tiles', 'list']).default('tiles'),
});

export const filesTab = group({
  /** All members may add files and folders; off: only admins. */
  everybody_can_create: off,
});

export const roomsTab = group({
  /** Admins cannot add, change or delete rooms. */
  disable_admin_edit: off,
  /** The hour at which bookings can begin, on the room's clock. */
  start_hour: count.max(23).default(8),
  /** The hour at which bookings end, on the room's clock. */
  end_hour: count.max(24).default(19),
  /** The fields in each line of a room. The first one is the name. */
  rows: z.array(z.array(roomRowField)).default([
    ['title', 'city'],
    ['capacity', 'equipment'],
  ]),
  /** Shows the tab to members with one of these values in each field; admins always see it. */
  limited_access: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});

export const homeTab = group({
  /** The buttons of the home page. */
  buttons: z
    .array(
      z
        .strictObject({
          /** The text of the button. */
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
          /** With the page `notices`: the namespace of its tab. */
          namespace: text(40).optional(),
          /** Instead of a page: an address that opens in a new window. */
          url: webAddress.optional(),
        })
        .refine(({ page, url }) => (page === undefined) !== (url === undefined), {
          error: 'leads to a page or to a url, one of the two',
        }),
    )
    .default([]),
  /** The form of the home page asks when it ends; then the default is shown again. */
  validity: off,
  /** The picture of the home page until an admin chooses one: a path below the deployment's assets. */
  default_image: assetPath.optional(),
  /** The point of the default picture that stays visible when it is cut to a card's shape, in percent. */
  default_crop: group({
    /** Percent from the left. */
    x: count.max(100).default(50),
    /** Percent from the top. */
    y: count.max(100).default(50),
  }),
  /** The text of the home page until an admin writes one. */
  default_description: text(140).default(''),
});

export const webviewTab = group({
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
});

export const duesTab = group({
  /** ISO 4217: the currency that the form of a new due proposes. */
  currency: currency.default('EUR'),
});
