import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from '../core/call.js';
import type { Flags } from '../core/flags.js';
import { isWebAddress, requiredLine } from '../core/speakable.js';
import { isListedPage } from '../core/webview-origins.js';
import { attachedFile } from './files.js';

/** Links that a workplace can have. */
export const maxLinks = 500;

/** The plan that a link requires; the title is absent for a plan that was deleted. */
const plan = z.object({ id, title: z.string().optional() });

/**
 * A link (specification B §3): an address, or a secure document. `restricted`: its plan's amount exceeds the caller's; such a link has
 * neither address nor document in any reply, and its document is refused by the file call.
 */
export const link = z.object({
  id,
  title: z.string(),
  /** A lucide name; the default icon is used if it is absent. */
  icon: z.string().optional(),
  image_url: z.string().optional(),
  is_document: z.boolean(),
  /** Shown first, over the whole width. */
  header: z.boolean(),
  url: z.string().optional(),
  /** Opens within the app while the tab webview lists its page. */
  in_app: z.boolean(),
  secure_file: attachedFile.optional(),
  restricted: z.boolean(),
  subscription: plan.optional(),
  workplace: z.string(),
  created: instant,
  /** Workplace admins. */
  can_edit: z.boolean(),
  /** Super admins. */
  can_delete: z.boolean(),
});
export type Link = z.output<typeof link>;

/** The address of a file; an upload field that was emptied holds a list without entries. */
const upload = z
  .union([
    z
      .string()
      .max(500)
      .regex(/^(\/api\/files\/.*)?$/, 'INVALID_PATTERN'),
    z.array(z.never()),
  ])
  .transform((value) => (value.length > 0 ? String(value) : ''));

const linkFields = z.strictObject({
  title: requiredLine(140),
  is_document: z.boolean().default(false),
  header: z.boolean().default(false),
  in_app: z.boolean().default(false),
  url: z
    .string()
    .trim()
    .max(2000, 'LENGTH_PATTERN')
    .refine((text) => text === '' || isWebAddress(text), 'INVALID_PATTERN')
    .optional(),
  /** The address of an upload, or of the document that the link has. */
  file: upload.optional(),
  /** The address of an upload, or of the picture that the link has; empty: the icon is shown. */
  image_url: upload.optional(),
  icon: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'INVALID_PATTERN')
    .optional(),
  /** The id of a plan; '' for a link that is open to all. */
  subscription: z
    .string()
    .regex(/^([0-9a-f]{24})?$/, 'INVALID_PATTERN')
    .optional(),
});

/**
 * The fields of the create and the update form, for both sides (B §5). Where plans are sold in the stores, a link needs one. Only pages
 * that the web view lists open in the app (`in_app_INVALID_PATTERN`).
 */
export const linkForm = (flags: Pick<Flags, 'in_app_subscriptions' | 'webview_tab'>) =>
  linkFields.check(({ value, issues }) => {
    const { is_document, in_app, file, url, subscription } = value;
    const demand = (path: string, given: string | undefined) => {
      if (!given) issues.push({ code: 'custom', path: [path], message: 'REQUIRED', input: given });
    };
    if (is_document) demand('file', file);
    else demand('url', url);
    if (flags.in_app_subscriptions) demand('subscription', subscription);
    if (in_app && !is_document && url && !isListedPage(url, flags))
      issues.push({ code: 'custom', path: ['in_app'], message: 'INVALID_PATTERN', input: in_app });
  });
export type LinkForm = z.output<typeof linkFields>;

/** What a create or an update can send; {@link linkForm} decides what is valid. */
const written = {
  title: z.string().max(200_000).optional(),
  is_document: z.boolean().optional(),
  header: z.boolean().optional(),
  in_app: z.boolean().optional(),
  url: z.string().max(200_000).optional(),
  file: z.union([z.string().max(500), z.array(z.never())]).optional(),
  image_url: z.union([z.string().max(500), z.array(z.never())]).optional(),
  icon: z.string().max(200).optional(),
  subscription: z.string().max(200).optional(),
};

/** GET links: all of the workplace, headers first, then in the order of their creation. */
export const readLinks = defineCall({
  name: 'links.list',
  method: 'GET',
  path: '/links',
  summary: 'The links of the workplace',
  input: {},
  reply: z.object({ links: z.array(link) }),
  permission: 'links.read',
});

export const readLink = defineCall({
  name: 'links.read',
  method: 'GET',
  path: '/links/{id}',
  summary: 'One link',
  input: { id },
  reply: z.object({ link }),
  permission: 'links.read',
  errors: ['NOT_FOUND'],
});

/** For super admins (B §6). CONFLICT when the workplace has {@link maxLinks}. */
export const createLink = defineCall({
  name: 'links.create',
  method: 'POST',
  path: '/links',
  summary: 'Add a link',
  input: { client_id: clientId, ...written },
  reply: z.object({ link }),
  permission: 'links.create',
  errors: ['NOT_FOUND', 'INVALID_FILE', 'FILE_NOT_FOUND', 'CONFLICT'],
  idempotent: true,
  aliases: { imageUrl: 'image_url' },
});

/**
 * For workplace admins. Absent fields stay; another mode drops the former document or address. Whether the web view lists the page is
 * checked only with `in_app` or `url`.
 */
export const updateLink = defineCall({
  name: 'links.update',
  method: 'PUT',
  path: '/links/{id}',
  summary: 'Change a link',
  input: { id, ...written },
  reply: z.object({ link }),
  permission: 'links.update',
  errors: ['NOT_FOUND', 'INVALID_FILE', 'FILE_NOT_FOUND'],
  aliases: { imageUrl: 'image_url' },
});

/** For super admins; deletes its document and picture. */
export const deleteLink = defineCall({
  name: 'links.delete',
  method: 'DELETE',
  path: '/links/{id}',
  summary: 'Delete a link',
  input: { id },
  reply: done,
  permission: 'links.create',
  errors: ['NOT_FOUND'],
});

/** POST links/image (B §7). */
export const uploadLinkImage = defineCall({
  name: 'links.image',
  method: 'POST',
  path: '/links/image',
  summary: 'Upload the picture of a link',
  input: {},
  reply: z.object({ image_url: z.string() }),
  permission: 'links.update',
  errors: ['INVALID_FILE'],
  files: { field: 'image', maxBytes: 20_000_000 },
});
