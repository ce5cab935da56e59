import { z } from 'zod';
import { defineCall, id } from '../core/call.js';
import { linkParameters, type LinkId } from '../core/links.js';
import { isSpeakable } from '../core/speakable.js';

/** Links of a shout that get a preview and a click count; further ones are links of its text only. */
export const maxShoutLinks = 3;

/**
 * A web address in the text of a shout. The server reads `title`, `description` and `image` from the page after the post; they
 * are absent until then, and for a page without them. `updating_shout` brings them.
 */
export const shoutLink = z.object({
  url: z.string(),
  /** The host without `www.`, names of other scripts in their safe spelling. */
  domain: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  /** Signed address of the stored picture, a thumbnail of at most 200×200. */
  image: z.string().optional(),
  /** How often readers opened it. */
  click_count: z.number().int(),
});
export type ShoutLink = z.output<typeof shoutLink>;

const webUrl = z
  .string()
  .max(2000, 'LENGTH_PATTERN')
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'INVALID_PATTERN');

const title = z
  .string()
  .trim()
  .min(1, 'REQUIRED')
  .max(50, 'LENGTH_PATTERN')
  .refine(isSpeakable, { error: 'INVALID_PATTERN' });

const moduleLink = z
  .object({
    title,
    /** Id of a link between modules (`core/links`), and its parameters; hidden where the module is not deployed. */
    link: z.enum(Object.keys(linkParameters) as [LinkId, ...LinkId[]]),
    params: z.record(z.string().max(40), id).default({}),
  })
  .refine(({ link, params }) => linkParameters[link].every((name) => name in params), {
    path: ['params'],
    error: 'REQUIRED',
  })
  .strict();

/** Buttons below a shout, set by workplace admins through the API: at most 3, each with the address or the link it leads to. */
export const shoutMeta = z.strictObject({
  action: z.literal('buttons'),
  options: z
    .array(z.union([z.strictObject({ title, url: webUrl }), moduleLink]))
    .min(1, 'REQUIRED')
    .max(3, 'LENGTH_PATTERN'),
});
export type ShoutMeta = z.output<typeof shoutMeta>;

/** POST click_link (A §7). Every call counts once: a member who opens a link twice has opened it twice. */
export const clickLink = defineCall({
  name: 'shouts.click_link',
  method: 'POST',
  path: '/shouts/{id}/click_link',
  summary: 'Count that the caller opened a link of a shout; NOT_FOUND for an address that is none of its `links`',
  input: { id, url: z.string().max(2000, 'LENGTH_PATTERN') },
  reply: z.object({ click_count: z.number().int() }),
  permission: 'shouts.read',
  errors: ['SHOUT_NOT_FOUND'],
});
