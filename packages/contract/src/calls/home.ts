import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { chatEntry } from './chats.js';
import { event } from './events.js';
import { crop } from './items.js';
import { userCard } from './users.js';

/** Rows of each list of the home page; a phone shows three of them. */
export const homeRows = 5;

/** What the tabs contribute to the home page. A tab that is not deployed, or has nothing to show, contributes nothing. */
const homeSections = z.object({
  /** The event that the admins chose, if the caller can see it; else the current one, else the next within 60 days. */
  event: event.optional(),
  /** The next events, earliest first, without the featured one. */
  events: z.array(event).optional(),
  /** The latest notices of the namespace `sponsors_tab.namespace`, newest first. */
  notices: z
    .object({
      rows: z.array(
        z.object({
          id,
          namespace: z.string(),
          title: z.string(),
          /** Its first words; empty without a description. */
          desc: z.string(),
          color: z.string().optional(),
          owner: userCard.optional(),
          created: instant,
          new: z.boolean(),
        }),
      ),
      /** How many notices are new to the caller. */
      new: z.number().int().min(0),
    })
    .optional(),
  /** The latest chats with unread shouts; without any, the latest chats. */
  chats: z
    .object({
      rows: z.array(chatEntry),
      /** How many chats have unread shouts; 0: `rows` are the latest chats. */
      unread: z.number().int().min(0),
    })
    .optional(),
});
export type HomeSections = z.output<typeof homeSections>;

/**
 * The home page (specification B §2, Home). Greeting and buttons come from session and deployment, badges from `badges.read`.
 */
export const readHome = defineCall({
  name: 'home.read',
  method: 'GET',
  path: '/home',
  summary: 'The picture and text of the admins, and what is new in the other tabs',
  input: {},
  reply: z.object({
    /** Empty hides the description box. */
    description: z.string(),
    image_url: z.string().optional(),
    crop: crop.optional(),
    /** Target of the description. */
    url: z.string().optional(),
    ...homeSections.shape,
  }),
  permission: 'home.read',
});
