import { z } from 'zod';
import { defineCall } from '../core/call.js';
import { event } from './events.js';

/**
 * The home page (specification B §2, Home). Greeting and buttons come from session and deployment, badges from `badges.read`.
 */
export const readHome = defineCall({
  name: 'home.read',
  method: 'GET',
  path: '/home',
  summary: 'Description and featured event of the home page',
  input: {},
  reply: z.object({
    /** Empty hides the description box. */
    description: z.string(),
    image_url: z.string().optional(),
    /** Target of the description. */
    url: z.string().optional(),
    /** The featured event; absent if there is none or events are not deployed. */
    event: event.optional(),
  }),
  permission: 'home.read',
});
