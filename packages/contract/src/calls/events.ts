import { z } from 'zod';
import { defineCall, id, instant, instantInput } from '../core/call.js';
import { groupCard } from './groups.js';
import { userCard } from './users.js';

/** An event (specification B §3). Without an end it lasts one hour; an end equal to the start means the whole day. */
export const event = z.object({
  id,
  title: z.string(),
  when: instant,
  end: instant.optional(),
  /** IANA zone of the location, e.g. `Europe/Brussels`; wall times are shown in it. */
  time_zone: z.string(),
  where: z.string(),
  /** [lon, lat] of the location. */
  geo: z.tuple([z.number(), z.number()]).optional(),
  desc: z.string(),
  organizer: userCard.optional(),
  organizer_name: z.string().optional(),
  color: z.string(),
  registration_url: z.string().optional(),
  image_urls: z.array(z.string()),
  group: groupCard.optional(),
  workplace: z.string(),
  /** Imported from a calendar feed; read-only here. */
  synced: z.boolean(),
  /** Shared by the sessions of one race weekend. */
  series: z.string().optional(),
  created: instant,
  updated: instant.optional(),
});
export type PaddockEvent = z.output<typeof event>;

/** The span query (B §7). Without `from` and `to`: `months_before` and `months_after` of the deployment. */
export const readEvents = defineCall({
  name: 'events.list',
  method: 'GET',
  path: '/events',
  summary: 'Events that touch a span of time, earliest first',
  input: { from: instantInput.optional(), to: instantInput.optional() },
  reply: z.object({ events: z.array(event), from: instant, to: instant }),
  permission: 'events.read',
  errors: ['INVALID_END_DATE'],
});

export const readEvent = defineCall({
  name: 'events.read',
  method: 'GET',
  path: '/events/{id}',
  summary: 'One event, with the other sessions of its weekend',
  input: { id },
  reply: z.object({ event, siblings: z.array(event) }),
  permission: 'events.read',
  errors: ['EVENT_NOT_FOUND'],
});
