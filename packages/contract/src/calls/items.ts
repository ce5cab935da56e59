import { z } from 'zod';
import { clientId, defineCall, done, id, instant, instantInput } from '../core/call.js';
import { currency } from '../core/money.js';
import { event } from './events.js';
import type { Flags } from '../core/flags.js';
import { isSpeakable, requiredLine, spokenText } from '../core/speakable.js';
import { self } from './users.js';

/** Types of item (A §3, B §3): plans, home pages, and lists of choices, which differ in `subtype`. */
export const itemTypes = ['subscription', 'home', 'dynamic-list'] as const;
export const itemType = z.enum(itemTypes);
export type ItemType = z.output<typeof itemType>;

/** How often a plan is charged. */
export const planIntervals = ['month', 'year'] as const;

const percent = z.number().int().min(0).max(100);
/** The point of a picture that stays visible when it is cut to a card's shape, in percent from its left and top edge. */
export const crop = z.object({ x: percent, y: percent });
export type Crop = z.output<typeof crop>;

/** A button of the home page with the count of the page that it opens. */
const homeButton = z.object({
  title: z.string(),
  icon: z.string(),
  anchor: z.string().optional(),
  page: z
    .union([
      z.string(),
      z.object({
        type: z.literal('sponsor'),
        namespace: z.string(),
        labels: z.record(z.string(), z.string()).optional(),
      }),
    ])
    .optional(),
  namespace: z.string().optional(),
  url: z.string().optional(),
  badge: z.number().int().min(0),
});

export const item = z.object({
  id,
  type: itemType,
  /** The list that a dynamic list's entry belongs to. */
  subtype: z.string().optional(),
  /** '' for a home page. */
  title: z.string(),
  description: z.string().optional(),
  /** Minor units of the currency; plans are sorted by it. */
  amount: z.number().int().optional(),
  /** ISO 4217. */
  currency: z.string().optional(),
  /** The amount as text: "12.34 EUR". */
  priceText: z.string().optional(),
  /** Of a plan. */
  interval: z.enum(planIntervals).optional(),
  /** '0' marks a plan managed outside the stores. */
  additional_id: z.string().optional(),
  /** `initiated` while the caller's purchase of it is under way (A §3). */
  state: z.literal('initiated').optional(),
  hidden: z.boolean().optional(),
  url: z.string().optional(),
  image_url: z.string().optional(),
  crop: crop.optional(),
  end: instant.optional(),
  /** Its record is in the reply's `events`. */
  event: id.optional(),
  /** The deployment's, of a home page. */
  buttons: z.array(homeButton).optional(),
  updated: instant.optional(),
});
export type Item = z.output<typeof item>;

const text = (max: number) => spokenText(max).trim();
const hidden = z.boolean().default(false);

/** Fields of a plan. */
const planForm = z.strictObject({
  title: requiredLine(140),
  description: text(1000).optional(),
  amount: z.number().int('INVALID_PATTERN').min(0, 'INVALID_PATTERN').max(100_000_000, 'LENGTH_PATTERN'),
  currency,
  /** How often it is charged. */
  interval: z.enum(planIntervals).default('month'),
  /** The product's id in the stores; '0': admins assign it, and it is not sold. */
  additional_id: text(140).optional(),
  hidden,
});

/** Fields of a dynamic list's entry. */
const entryForm = z.strictObject({ subtype: requiredLine(40), title: requiredLine(140), hidden });

const homeUrl = z.url({ protocol: /^https?$/, error: 'INVALID_PATTERN' }).max(500, 'LENGTH_PATTERN');
const homeEnd = (now: number) => instantInput.refine((value) => Date.parse(value) >= now, 'INVALID_END_DATE');
const homeText = z
  .string({ error: 'MISSING_FIELD' })
  .trim()
  .min(1, 'MISSING_FIELD')
  .max(140, 'LENGTH_PATTERN')
  .refine(isSpeakable, 'INVALID_PATTERN');

/**
 * The form of the page that edits home (B §5, Home update). The service never gets its header, and lets a description be absent, which then
 * falls back to the deployment's.
 */
export function homePageForm({ home_tab }: Pick<Flags, 'home_tab'>, now: number) {
  return z.strictObject({
    header: homeText,
    description: homeText,
    // Empty, or a list without entries, after the picture was removed.
    image_url: z.union([z.string(), z.array(z.never())]).optional(),
    crop: crop.optional(),
    url: z.union([z.literal(''), homeUrl]).optional(),
    ...(home_tab.validity && { end: homeEnd(now) }),
    event: z.union([z.literal(''), id]).optional(),
  });
}

/** Fields of a home page (B §5, Home update). */
function homeForm({ validity }: Flags['home_tab'], now: number) {
  const form = z.strictObject({
    description: text(140).min(1, 'MISSING_FIELD').optional(),
    url: homeUrl.optional(),
    image_url: text(500).optional(),
    crop: crop.optional(),
    end: homeEnd(now).optional(),
    event: id.optional(),
    hidden,
  });
  return validity ? form.refine((page) => page.end !== undefined, { path: ['end'], error: 'MISSING_FIELD' }) : form;
}

/** The form of an item by its type, for client and service. `now` is the earliest allowed end, in epoch ms. */
export function itemForm(type: ItemType, { home_tab }: Pick<Flags, 'home_tab'>, now: number) {
  if (type === 'subscription') return planForm;
  return type === 'home' ? homeForm(home_tab, now) : entryForm;
}

/** Writable fields of an item; {@link itemForm} decides by type which are allowed, and their limits. */
const written = {
  title: z.string().max(200_000).optional(),
  description: z.string().max(200_000).optional(),
  amount: z.number().optional(),
  currency: z.string().max(200_000).optional(),
  interval: z.string().max(100).optional(),
  additional_id: z.string().max(200_000).optional(),
  hidden: z.boolean().optional(),
  url: z.string().max(200_000).optional(),
  image_url: z.string().max(200_000).optional(),
  crop: z.looseObject({}).optional(),
  end: z.union([z.string().max(100), z.number()]).optional(),
  event: z.string().max(200_000).optional(),
};

/**
 * Lists are open to all, since sign-up forms show them; callers who are not members get ids and titles only. Plans require a
 * session, home pages a member.
 */
export const readItems = defineCall({
  name: 'items.list',
  method: 'GET',
  path: '/items',
  summary: 'Items of one type',
  /** `type` may also be the subtype of a dynamic list. */
  input: {
    type: z.string().trim().min(1, 'REQUIRED').max(40, 'LENGTH_PATTERN'),
    subtype: z.string().max(40).optional(),
  },
  /** `self` is absent without a session. `events` are those of the items that the caller may see. */
  reply: z.object({ items: z.array(item), self: self.optional(), events: z.array(event) }),
  permission: 'items.read',
  errors: ['INVALID_TOKEN', 'FEATURE_DISABLED'],
});

/**
 * Plans belong to the community and only super admins write them; home pages and lists belong to a workplace and its admins
 * write them. All workplaces share the lists of the default option.
 */
export const createItem = defineCall({
  name: 'items.create',
  method: 'POST',
  path: '/items',
  summary: 'Add an item',
  input: { client_id: clientId, type: itemType, subtype: z.string().max(200_000).optional(), ...written },
  reply: z.object({ item }),
  permission: 'items.write',
  errors: [
    'FORBIDDEN',
    'FEATURE_DISABLED',
    'FILE_NOT_FOUND',
    'INVALID_FILE',
    'EVENT_NOT_FOUND',
    'MISSING_FIELD',
    'INVALID_END_DATE',
  ],
  idempotent: true,
});

/** '' removes an optional text. */
export const updateItem = defineCall({
  name: 'items.update',
  method: 'PUT',
  path: '/items/{id}',
  summary: 'Change an item',
  input: { id, ...written },
  reply: item,
  permission: 'items.write',
  errors: [
    'FORBIDDEN',
    'FEATURE_DISABLED',
    'NOT_FOUND',
    'FILE_NOT_FOUND',
    'INVALID_FILE',
    'EVENT_NOT_FOUND',
    'MISSING_FIELD',
    'INVALID_END_DATE',
  ],
});

/** Deleting a plan removes it from every member who has it. */
export const deleteItem = defineCall({
  name: 'items.delete',
  method: 'DELETE',
  path: '/items/{id}',
  summary: 'Remove an item',
  input: { id },
  reply: done,
  permission: 'items.write',
  errors: ['FORBIDDEN', 'FEATURE_DISABLED', 'NOT_FOUND'],
});

/** A super admin assigns a plan to a member, or removes it with ''. */
export const setSubscription = defineCall({
  name: 'items.set_subscription',
  method: 'PUT',
  path: '/users/{id}/subscription',
  summary: "Set a member's plan",
  input: { id, subscription: z.union([z.literal(''), id]) },
  reply: self.pick({ id: true, subscription: true }),
  permission: 'items.set_subscription',
  errors: ['USER_NOT_FOUND', 'NOT_FOUND'],
});
