import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from './call.js';
import { self } from './users.js';

/** Types of item (A §3, B §3): plans, home pages, and lists of choices told apart by `subtype`. */
export const itemTypes = ['subscription', 'home', 'dynamic-list'] as const;
export const itemType = z.enum(itemTypes);
export type ItemType = z.output<typeof itemType>;

export const item = z.object({
  id,
  type: itemType,
  /** Which list a dynamic list's entry belongs to. */
  subtype: z.string().optional(),
  title: z.string(),
  description: z.string().optional(),
  /** Minor units of the currency; plans are sorted by it. */
  amount: z.number().int().optional(),
  /** ISO 4217. */
  currency: z.string().optional(),
  /** The amount as people read it: "12.34 EUR". */
  priceText: z.string().optional(),
  /** '0' is a plan managed outside the stores. */
  additional_id: z.string().optional(),
  hidden: z.boolean(),
  url: z.string().optional(),
  image_url: z.string().optional(),
  end: instant.optional(),
  event: id.optional(),
  updated: instant,
});
export type Item = z.output<typeof item>;

const text = (max: number) => z.string().trim().max(max, 'LENGTH_PATTERN');
const title = text(140).min(1, 'REQUIRED');
const written = {
  subtype: text(40).optional(),
  description: text(1000).optional(),
  amount: z.number().int().min(0).max(100_000_000).optional(),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i, 'INVALID_PATTERN')
    .toUpperCase()
    .optional(),
  additional_id: text(140).optional(),
  hidden: z.boolean().optional(),
  url: text(500).optional(),
  image_url: text(500).optional(),
  end: instant.optional(),
  event: id.optional(),
};

/** Dynamic lists are open to all, since sign-up forms show them; plans need a session, home pages a member. */
export const readItems = defineCall({
  name: 'items.list',
  method: 'GET',
  path: '/items',
  summary: 'Items of one type',
  input: { type: itemType, subtype: z.string().max(40).optional() },
  reply: z.object({ items: z.array(item) }),
  permission: 'items.read',
  errors: ['INVALID_TOKEN'],
});

/** Plans are written by super admins, home pages and lists by workplace admins. */
export const createItem = defineCall({
  name: 'items.create',
  method: 'POST',
  path: '/items',
  summary: 'Add an item',
  input: { client_id: clientId, type: itemType, title, ...written },
  reply: item,
  permission: 'items.write',
  errors: ['FORBIDDEN'],
  idempotent: true,
});

export const updateItem = defineCall({
  name: 'items.update',
  method: 'PUT',
  path: '/items/{id}',
  summary: 'Change an item',
  input: { id, title: title.optional(), ...written },
  reply: item,
  permission: 'items.write',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const deleteItem = defineCall({
  name: 'items.delete',
  method: 'DELETE',
  path: '/items/{id}',
  summary: 'Remove an item',
  input: { id },
  reply: done,
  permission: 'items.write',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

/** A super admin gives a member a plan, or takes it with ''. */
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
