import { planIntervals } from '@paddock/contract/calls/items';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { raceCalendars, type Season } from './race-calendars.js';

const minutesAgo = z.number().int().min(1);
const username = z.string().regex(/^\w{1,25}$/);
const color = z.string().regex(/^#[0-9a-f]{6}$/);

const member = z.strictObject({
  username,
  fullname: z.string().max(140),
  company: z.string().max(140),
  user_type: z.string().optional(),
  custom_field_0: z.string().optional(),
  description: z.string().max(999),
  job: z.string().max(140).optional(),
  tags: z.string().max(140).optional(),
  url: z.url().optional(),
  phone: z.string().max(140).optional(),
  /** Values of the deployment's custom profile fields. */
  fields: z.record(z.string(), z.string().max(999)).default({}),
  /** In addition to the default workplace, to which all members belong. */
  workplaces: z.array(z.string()).default([]),
  workplace_admin: z.array(z.string()).default([]),
  admin: z.boolean().default(false),
  /** The position that the member shares: [lon, lat]. */
  position: z.tuple([z.number(), z.number()]).optional(),
  /** Waits for an admin's approval. */
  waiting: z.boolean().default(false),
  /** Has a picture: `images/portraits/<community>/<username>.png`. */
  portrait: z.boolean().default(false),
});
const group = z.strictObject({
  key: z.string(),
  title: z.string().max(140),
  description: z.string().max(250),
  color,
  /** A lucide name. */
  icon: z.string(),
  invisible: z.boolean(),
  autojoin: z.boolean(),
  workplace: z.string(),
  owners: z.array(username).min(1),
  members: z.union([z.literal('everyone'), z.array(username)]),
  /** Members who may only read: by name, or all but those of a `user_type`, and then also those who join. */
  read_only: z.union([z.array(username), z.strictObject({ all_but: z.string() })]).default([]),
  /** Members of the place who ask to join. */
  requests: z.array(username).default([]),
});
const post = z.strictObject({
  by: username,
  minutes_ago: minutesAgo,
  text: z.string().min(1).max(2000),
  likes: z.number().int().min(0).default(0),
});
const shout = post.extend({
  /** Files of `images/`. */
  images: z.array(z.string()).default([]),
  comments: z.array(post).default([]),
});
const conversation = z.union([
  z.strictObject({ group: z.string(), workplace: z.string(), shouts: z.array(shout) }),
  z.strictObject({ between: z.array(username).length(2), workplace: z.string(), shouts: z.array(shout) }),
]);
const event = z.strictObject({
  title: z.string().max(140),
  /** Minutes from now; or days from today with the venue's local time. */
  starts: z.union([
    z.strictObject({ in_minutes: z.number().int() }),
    z.strictObject({ day: z.number().int(), time: z.iso.time({ precision: -1 }) }),
  ]),
  lasts_minutes: z.number().int().positive(),
  where: z.string(),
  geo: z.tuple([z.number(), z.number()]),
  group: z.string().nullable(),
  by: username,
  color,
  desc: z.string(),
  /** Files of `images/`. */
  images: z.array(z.string()).default([]),
  workplace: z.string().default(''),
  capacity: z.number().int().positive().optional(),
  /** How many of the event's readers replied so. */
  attending: z.number().int().min(0).default(0),
  waiting: z.number().int().min(0).default(0),
  absent: z.number().int().min(0).default(0),
  /** Ratings of a past event. */
  ratings: z.array(z.number().int().min(1).max(5)).default([]),
  /** Created after the members' last visit. */
  is_new: z.boolean().default(false),
});

const classified = z.strictObject({
  title: z.string().max(140),
  desc: z.string().max(2000),
  /** A key of the deployment's categories. */
  category: z.string(),
  by: username,
  hours_ago: z.number().min(0),
  /** Days; one that has passed makes an ad that only its owner sees. */
  lifetime: z.number().int().positive(),
  /** Files of `images/`. */
  images: z.array(z.string()).max(4).default([]),
  workplace: z.string().default(''),
});

const contact = z.string().max(140).optional();
const custom = z.string().max(1000).optional();
const notice = z.strictObject({
  title: z.string().max(140),
  desc: z.string().max(1000),
  namespace: z.string().default('0'),
  by: username,
  hours_ago: z.number().min(0),
  color,
  /** A group's key. */
  group: z.string().optional(),
  url: contact,
  url2: contact,
  email: contact,
  phone: contact,
  twitter_handle: contact,
  location: contact,
  custom_field_0: custom,
  custom_field_1: custom,
  custom_field_2: custom,
  tags: z.array(z.string()).default([]),
  /** Files of `images/`. */
  images: z.array(z.string()).max(6).default([]),
  /** The notice asks for acknowledgement. `percent` of the members have acknowledged it; demo sign-ins have not. */
  acknowledge: z
    .strictObject({
      in_hours: z.number().optional(),
      percent: z.number().int().min(0).max(100),
      roles: z.array(z.string()).default([]),
    })
    .optional(),
  workplace: z.string().default(''),
});

const plan = z.strictObject({
  title: z.string().max(140),
  description: z.string().max(1000),
  /** Minor units. */
  amount: z.number().int(),
  currency: z.string().length(3),
  interval: z.enum(planIntervals).default('month'),
  /** The product of the stores; '0' for a plan that admins assign. */
  additional_id: z.string().optional(),
  hidden: z.boolean().default(false),
  /** The members to whom an admin has assigned it. */
  members: z.array(username).default([]),
});

const link = z.strictObject({
  title: z.string().max(140),
  icon: z.string(),
  url: z.url().optional(),
  in_app: z.boolean().default(false),
  /** A file of `documents/`, in place of an address. */
  document: z.string().optional(),
  /** The title of a plan of this file. */
  plan: z.string().optional(),
  header: z.boolean().default(false),
  workplace: z.string().default(''),
});

const room = z.strictObject({
  title: z.string().max(140),
  desc: z.string().max(250).default(''),
  capacity: z.number().int().positive().optional(),
  equipment: z.string().max(140).default(''),
  door_code: z.string().max(40).default(''),
  url: z.string().max(140).default(''),
  city: z.string().max(140).default(''),
  building: z.string().max(140).default(''),
  price: z.string().max(140).default(''),
  /** Hours. */
  cancellation_delay: z.number().int().min(-1).default(-1),
  admin_confirmation_required: z.boolean().default(false),
  check_in_minutes: z.number().int().min(0).default(0),
  time_zone: z.string().optional(),
  /** A group's key. */
  group: z.string().optional(),
  /** A file of `images/`. */
  image: z.string().optional(),
  workplace: z.string().default(''),
  bookings: z
    .array(
      z.strictObject({
        by: username,
        /** Days from today, by the room's clock. */
        day: z.number().int(),
        from: z.iso.time({ precision: -1 }),
        minutes: z.number().int().multipleOf(30).positive(),
        text: z.string().max(1000).default(''),
        pending: z.boolean().default(false),
      }),
    )
    .default([]),
});

const due = z.strictObject({
  title: z.string().max(140),
  desc: z.string().max(250).default(''),
  /** Minor units. */
  amount: z.number().int().positive(),
  currency: z.string().length(3),
  payable_in_days: z.number().int().optional(),
  reminders: z.array(z.number().int()).default([]),
  days_ago: z.number().positive(),
  users: z.array(username).default([]),
  /** Groups' keys. */
  groups: z.array(z.string()).default([]),
  payments: z
    .array(
      z.strictObject({
        by: username,
        method: z.enum(['card', 'manual']),
        days_ago: z.number().min(0),
        reason: z.string().max(250).optional(),
        /** Minor units. */
        refunded: z.number().int().positive().optional(),
      }),
    )
    .default([]),
  /** So many of the other members have paid by card, but none of the demo sign-ins. */
  percent: z.number().int().min(0).max(100).default(0),
  workplace: z.string().default(''),
});

const file = z.strictObject({
  name: z.string().max(140),
  /** The names of the folders above it, the outermost first. */
  folders: z.array(z.string().max(140)).default([]),
  /** A file of `documents/`, or one of `images/`. */
  document: z.string().optional(),
  image: z.string().optional(),
  by: z.string(),
  minutes_ago: z.number().int(),
  workplace: z.string().default(''),
});

const content = z.strictObject({
  about: z.string(),
  members: z.array(member),
  /** Entries of dynamic lists by subtype. */
  lists: z.record(z.string().max(40), z.array(z.string().max(140))).default({}),
  plans: z.array(plan).default([]),
  groups: z.array(group),
  conversations: z.array(conversation),
  events: z.array(event),
  classifieds: z.array(classified).default([]),
  notices: z.array(notice).default([]),
  links: z.array(link).default([]),
  rooms: z.array(room).default([]),
  dues: z.array(due).default([]),
  files: z.array(file).default([]),
  /** File of real calendars whose sessions become synced events. */
  race_calendars: z.string().optional(),
});

/** The first content of a community, from `deployments/demo/<community>.json`. */
export type DemoContent = Omit<z.output<typeof content>, 'race_calendars'> & { seasons: Season[] };
export type DemoEvent = DemoContent['events'][number];
export type DemoConversation = DemoContent['conversations'][number];
export type DemoPost = z.output<typeof post>;

/** Returns undefined when a community has no demo content. */
export function readDemoContent(folder: string, community: string): DemoContent | undefined {
  const file = join(folder, `${community}.json`);
  if (!existsSync(file)) return undefined;
  const { race_calendars, ...rest } = content.parse(readJson(file));
  return {
    ...rest,
    seasons: race_calendars ? raceCalendars.parse(readJson(join(folder, race_calendars))).seasons : [],
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
