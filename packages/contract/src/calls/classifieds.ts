import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from '../core/call.js';
import { asciiDigits } from '../core/digits.js';
import type { Flags } from '../core/flags.js';
import { secret } from '../core/secret.js';
import { isSpeakable, spokenText } from '../core/speakable.js';
import { attachedFile } from './files.js';
import { userCard } from './users.js';

/** Pictures of an ad (specification B §5). */
export const maxClassifiedFiles = 4;
/** Ads that a list loads first and with each further step (B §9). */
export const firstClassifieds = 20;
export const moreClassifieds = 50;

/** A category with the deployment's icon and, if it has one, its title; an ad keeps a category that was removed since. */
const category = z.object({ key: z.string(), icon: z.string(), title: z.string().optional() });

/** An ad (B §3). It is visible until {@link Classified.expires}; afterwards only its owner sees it, who may renew it. */
export const classified = z.object({
  id,
  title: z.string(),
  desc: z.string(),
  category,
  /** Days. */
  lifetime: z.number().int(),
  /** Addresses of the pictures, in their order; `files` has their renditions. */
  image_urls: z.array(z.string()),
  files: z.array(attachedFile),
  /** Absent once the account is being deleted. */
  owner: userCard.optional(),
  created: instant,
  updated: instant.optional(),
  expires: instant,
  /** Only its owner sees an expired ad. */
  expired: z.boolean(),
  /** Not read by the caller yet, see {@link markClassifiedRead}. */
  new: z.boolean(),
  workplace: z.string(),
  /** Whether the caller may change and delete it: the owner, and workplace admins. */
  can_edit: z.boolean(),
});
export type Classified = z.output<typeof classified>;

const required = (max: number) =>
  z
    .string({ error: 'MISSING_FIELD' })
    .trim()
    .min(1, 'MISSING_FIELD')
    .max(max, 'LENGTH_PATTERN')
    .refine(isSpeakable, 'INVALID_PATTERN');

/** Whole days within the bounds, as a number or in digits; '30 days' is no lifetime. */
const lifetime = ({ lifetime_min: min, lifetime_max: max }: Flags['classifieds_tab']) =>
  z.unknown().transform((value, context): number => {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? asciiDigits(value.trim()) : '';
    const days = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
    const isMissing = value === undefined || value === null || value === '';
    if (!(days >= min && days <= max))
      context.addIssue({ code: 'custom', message: isMissing ? 'MISSING_FIELD' : 'INVALID_LIFETIME', input: value });
    return days;
  });

/** The fields of the create and the update form, for both sides (B §5). `keeps` is the category that an ad already has. */
export function classifiedForm({ classifieds_tab: tab }: Pick<Flags, 'classifieds_tab'>, keeps?: string) {
  const isKnown = (key: string) => key === keeps || tab.categories.some((known) => known.key === key);
  return z.strictObject({
    title: required(140),
    desc: z
      .string({ error: 'MISSING_FIELD' })
      .trim()
      .min(1, 'MISSING_FIELD')
      .pipe(spokenText(2000))
      .refine((text) => text.trim() !== '', 'MISSING_FIELD'),
    category: z.string({ error: 'MISSING_FIELD' }).min(1, 'MISSING_FIELD').refine(isKnown, 'INVALID_PATTERN'),
    lifetime: lifetime(tab),
    /** Addresses of uploads; an update may repeat those that the ad has. */
    image_urls: z.array(z.string().max(500)).max(maxClassifiedFiles, 'TOO_MANY_FILES').optional(),
  });
}

/** What a create or an update can send; {@link classifiedForm} decides what is valid. */
const written = {
  title: z.string().max(200_000).optional(),
  desc: z.string().max(200_000).optional(),
  category: z.string().max(200_000).optional(),
  /** Days. */
  lifetime: z.union([z.number(), z.string().max(200)]).optional(),
  image_urls: z.array(z.string().max(500)).max(100).optional(),
};

const receipts = z.object({ classified_new_receipts: z.number().int().min(0) });

/**
 * GET classifieds: the ads of the workplace that have not expired, newest first; `own`: all of the caller's, expired ones too.
 * Ads of members with a block between them and the caller are missing, except for workplace admins.
 */
export const readClassifieds = defineCall({
  name: 'classifieds.list',
  method: 'GET',
  path: '/classifieds',
  summary: 'Ads, newest first, with the categories and their counts',
  input: {
    own: z.stringbool().or(z.boolean()).optional(),
    category: z.string().max(40).optional(),
    /** A part of the title, ignoring case. */
    query: z.string().trim().max(140).optional(),
    count: z.coerce.number().int().min(1).max(moreClassifieds).default(firstClassifieds),
    /** `next` of the page before, or a page number from 0. */
    page: z
      .string()
      .regex(/^(\d{1,6}|[0-9a-f]{24})$/, 'INVALID_PATTERN')
      .optional(),
  },
  reply: z.object({
    classifieds: z.array(classified),
    /** The owners of these ads. */
    users: z.array(userCard),
    self: userCard.extend(receipts.shape),
    next: id.nullable(),
  }),
  permission: 'classifieds.read',
});

/** The category grid. */
export const readClassifiedCategories = defineCall({
  name: 'classifieds.categories',
  method: 'GET',
  path: '/classifieds/categories',
  summary: 'The categories with the numbers of their ads',
  input: {},
  reply: z.object({
    categories: z.array(category.extend({ count: z.number().int().min(0) })),
    all: z.number().int().min(0),
    /** The caller's own, expired ones too. */
    my_ads: z.number().int().min(0),
  }),
  permission: 'classifieds.read',
});

export const readClassified = defineCall({
  name: 'classifieds.read',
  method: 'GET',
  path: '/classifieds/{id}',
  summary: 'One ad',
  input: { id },
  reply: z.object({ classified }),
  permission: 'classifieds.read',
  errors: ['CLASSIFIED_NOT_FOUND'],
});

export const createClassified = defineCall({
  name: 'classifieds.create',
  method: 'POST',
  path: '/classifieds',
  summary: 'Place an ad',
  input: { client_id: clientId, ...written },
  reply: z.object({ classified }),
  permission: 'classifieds.write',
  errors: ['MISSING_FIELD', 'INVALID_LIFETIME', 'TOO_MANY_FILES', 'INVALID_FILE', 'FILE_NOT_FOUND'],
  idempotent: true,
  aliases: { imageUrls: 'image_urls' },
});

/**
 * For the owner and workplace admins. Absent fields stay; `image_urls` replaces the former pictures. Another `lifetime` begins
 * now.
 */
export const updateClassified = defineCall({
  name: 'classifieds.update',
  method: 'PUT',
  path: '/classifieds/{id}',
  summary: 'Change an ad',
  input: { id, ...written },
  reply: z.object({ classified }),
  permission: 'classifieds.write',
  errors: [
    'CLASSIFIED_NOT_FOUND',
    'FORBIDDEN',
    'MISSING_FIELD',
    'INVALID_LIFETIME',
    'TOO_MANY_FILES',
    'INVALID_FILE',
    'FILE_NOT_FOUND',
  ],
  aliases: { imageUrls: 'image_urls' },
});

/** For the owner and workplace admins. */
export const deleteClassified = defineCall({
  name: 'classifieds.delete',
  method: 'DELETE',
  path: '/classifieds/{id}',
  summary: 'Delete an ad',
  input: { id },
  reply: done,
  permission: 'classifieds.write',
  errors: ['CLASSIFIED_NOT_FOUND', 'FORBIDDEN'],
});

/** For the owner: a new lifetime of the ad begins, also after its end. A repeated call has the same result. */
export const renewClassified = defineCall({
  name: 'classifieds.renew',
  method: 'PUT',
  path: '/classifieds/{id}/renew',
  summary: 'Renew an ad',
  input: { id },
  reply: z.object({ classified }),
  permission: 'classifieds.write',
  errors: ['CLASSIFIED_NOT_FOUND', 'FORBIDDEN'],
});

const renewalToken = secret(z.string().max(300));

/** What the link of a reminder shows. `renewed`: it was used, or the ad was renewed in another way. */
const renewal = z.object({
  title: z.string(),
  expires: instant,
  /** Days that a renewal adds. */
  lifetime: z.number().int(),
  renewed: z.boolean(),
});

/** The page of a reminder's link; changes nothing. LINK_EXPIRED from 30 days after the end that the reminder named. */
export const readRenewal = defineCall({
  name: 'classifieds.read_renewal',
  method: 'PUT',
  path: '/classifieds/renewal/verify',
  summary: 'What the link of a reminder renews',
  input: { renewal_token: renewalToken },
  reply: renewal,
  permission: 'classifieds.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'CLASSIFIED_NOT_FOUND'],
});

/** One-click renewal by the link of a reminder, without a session. A further call changes nothing. */
export const renewByLink = defineCall({
  name: 'classifieds.renew_by_link',
  method: 'PUT',
  path: '/classifieds/renewal',
  summary: 'Renew an ad by the link of a reminder',
  input: { renewal_token: renewalToken },
  reply: renewal,
  permission: 'classifieds.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'CLASSIFIED_NOT_FOUND'],
});

/** The member opened the ad. Ads are new from their creation until then; own ones never. */
export const markClassifiedRead = defineCall({
  name: 'classifieds.mark_read',
  method: 'PUT',
  path: '/classifieds/{id}/read',
  summary: 'Mark an ad as read',
  input: { id },
  reply: receipts,
  permission: 'classifieds.mark',
  errors: ['CLASSIFIED_NOT_FOUND'],
});

export const markAllClassifiedsRead = defineCall({
  name: 'classifieds.mark_all_read',
  method: 'PUT',
  path: '/classifieds/read_all',
  summary: 'Mark all ads as read',
  input: {},
  reply: receipts,
  permission: 'classifieds.mark',
});
