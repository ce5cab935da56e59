import { z } from 'zod';
import { defineCall, done, id, instant } from '../core/call.js';
import { attachedFile } from './files.js';
import { groupCard, relatedCards } from './groups.js';
import { self, userCard } from './users.js';

/** Notices of the first page, and of each further one (B §9). */
export const sponsorPages = { first: 20, further: 50 } as const;

/** The namespace of a notices page: `sponsors_tab.namespace`, or that of its tab entry. */
export const sponsorNamespace = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'INVALID_PATTERN');

/** How a notice is to be acknowledged, as its readers see it. */
const acknowledgement = z.object({
  /** Acknowledge by then; the button stays afterwards. */
  until: instant.optional(),
  /** The current version of the notice's text. */
  version: z.number().int(),
  /** The oldest version whose acknowledgement still counts. */
  required_version: z.number().int(),
  /** Whether the caller belongs to the audience. */
  expected: z.boolean(),
  /** When the caller acknowledged a version that counts. */
  acknowledged: instant.optional(),
  /** The audience, for those who may edit the notice; absent for the whole workplace. */
  groups: z.array(id).optional(),
  roles: z.array(z.string()).optional(),
});

/** A notice (specification B §3, Sponsor). */
export const sponsor = z.object({
  id,
  namespace: z.string(),
  title: z.string(),
  desc: z.string(),
  url: z.string().optional(),
  url2: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  twitter_handle: z.string().optional(),
  location: z.string().optional(),
  color: z.string(),
  tags: z.array(z.string()),
  custom_field_0: z.string().optional(),
  custom_field_1: z.string().optional(),
  custom_field_2: z.string().optional(),
  image_urls: z.array(z.string()),
  files: z.array(attachedFile),
  group: groupCard.optional(),
  /** Absent once the owner's account is gone. */
  owner: userCard.optional(),
  /** Number of comments; absent where comments are off. */
  comments: z.number().int().optional(),
  /** Whether there is a comment, by any member. */
  is_commented: z.boolean(),
  /** Its place in an unsorted list, newest first: moving a notice swaps two of these. */
  created: instant,
  updated: instant.optional(),
  /** Not read by the caller yet. */
  new: z.boolean(),
  /** A draft that only workplace admins and its owner see. */
  hidden: z.boolean(),
  /** Its key in a list that is sorted by `sort_by`. */
  sort_by: z.string().optional(),
  workplace: z.string(),
  acknowledgement: acknowledgement.optional(),
  /** For workplace admins and the owner. */
  can_edit: z.boolean(),
  /** For workplace admins: delete, move, and read who acknowledged. */
  can_delete: z.boolean(),
});
export type Sponsor = z.output<typeof sponsor>;

/** Unread notices by namespace, of the namespaces that the deployment shows. */
const sponsor_new_receipts = z.record(z.string(), z.number().int());
const receipts = z.object({ sponsor_new_receipts });

/**
 * GET sponsors (B §7): a page of notices, the last created first, or as `sponsors_tab.sort_by` says. A group's notices reach its
 * members and workplace admins only.
 */
export const readSponsors = defineCall({
  name: 'sponsors.list',
  method: 'GET',
  path: '/sponsors',
  summary: 'The notices of a namespace',
  input: {
    /** Default: `sponsors_tab.namespace`. */
    namespace: sponsorNamespace.optional(),
    count: z.coerce.number().int().min(1).max(50).default(sponsorPages.first),
    /** `next` of the previous page, or a page number from 0. */
    page: z.string().max(400).optional(),
  },
  reply: z.object({
    sponsors: z.array(sponsor),
    /** Owners and groups of the page's notices. */
    ...relatedCards,
    /** The workplace of the notices. */
    workplaces: z.array(z.object({ id: z.string(), title: z.string() })),
    self: self.pick({ id: true }).extend(receipts.shape),
    next: z.string().nullable(),
    /** Whether the caller may add a notice, and move one. */
    can_create: z.boolean(),
    can_move: z.boolean(),
  }),
  permission: 'sponsors.read',
  errors: ['SPONSOR_NOT_FOUND'],
});

export const readSponsor = defineCall({
  name: 'sponsors.read',
  method: 'GET',
  path: '/sponsors/{id}',
  summary: 'One notice',
  input: { id },
  reply: z.object({ sponsor }),
  permission: 'sponsors.read',
  errors: ['SPONSOR_NOT_FOUND'],
});

export const deleteSponsor = defineCall({
  name: 'sponsors.delete',
  method: 'DELETE',
  path: '/sponsors/{id}',
  summary: 'Delete a notice',
  input: { id },
  reply: done,
  permission: 'sponsors.manage',
  errors: ['SPONSOR_NOT_FOUND'],
});

export const markSponsorRead = defineCall({
  name: 'sponsors.mark_read',
  method: 'PUT',
  path: '/sponsors/{id}/read',
  summary: 'Mark a notice as read',
  input: { id, namespace: sponsorNamespace.optional() },
  reply: receipts,
  permission: 'sponsors.mark',
  errors: ['SPONSOR_NOT_FOUND'],
});

/** Notices are new from their creation until the member has read them; own ones are never new. */
export const markAllSponsorsRead = defineCall({
  name: 'sponsors.mark_all_read',
  method: 'PUT',
  path: '/sponsors/read_all',
  summary: 'Mark all notices of a namespace as read',
  /** The default is that of B §7. */
  input: { namespace: sponsorNamespace.default('0') },
  reply: receipts,
  permission: 'sponsors.mark',
  errors: ['SPONSOR_NOT_FOUND'],
});
