import { z } from 'zod';
import { clientId, defineCall, id, instantInput } from '../core/call.js';
import { isSpeakable, optionalLine, requiredLine, spokenText } from '../core/speakable.js';
import { sponsor, sponsorNamespace } from './notices.js';

/** Pictures and files of a notice together (specification B §5). */
export const maxSponsorFiles = 6;

/** Roles that an audience can name beside the members' own types (`user_type`). */
export const audienceRoles = ['workplace_admin', 'group_owner'] as const;

/** A web address, so that no link of a notice runs a script; without a user name, which imitates another site. */
function isPublicWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === '';
}
/** A text of one line with a form of its own; '' is none. */
const formed = (isValid: (text: string) => boolean, code: 'INVALID' | 'INVALID_PATTERN') =>
  z
    .string()
    .trim()
    .max(140, 'LENGTH_PATTERN')
    .refine((text) => text === '' || (isSpeakable(text) && isValid(text)), code)
    .optional();
const webAddress = formed(isPublicWebAddress, 'INVALID_PATTERN');
const customField = (n: 0 | 1 | 2) =>
  spokenText(200_000)
    .refine((text) => text.length <= 1000, `INVALID_CUSTOM_FIELD_${n}`)
    .optional();
const title = requiredLine(140);
const role = z.string().trim().min(1, 'REQUIRED').max(140, 'LENGTH_PATTERN').refine(isSpeakable, 'INVALID_PATTERN');

/** Asks the readers to acknowledge: all of them, or those who belong to one of the groups or have one of the roles. */
const acknowledgeInput = z.strictObject({
  until: instantInput.optional(),
  groups: z.array(id).max(50, 'LENGTH_PATTERN').optional(),
  /** Of {@link audienceRoles}, or members' types. */
  roles: z.array(role).max(50, 'LENGTH_PATTERN').optional(),
});

/** Fields that a notice can have; '' removes a text. Forms check with the same schemas. */
const fields = {
  desc: spokenText(1000).optional(),
  url: webAddress,
  url2: webAddress,
  email: formed((text) => z.email().safeParse(text).success, 'INVALID'),
  phone: formed((text) => /^\(?[+\d][\d\s().,/x#*-]*$/i.test(text), 'INVALID_PATTERN'),
  /** With or without '@'. */
  twitter_handle: formed((text) => /^@?\w+$/.test(text), 'INVALID_PATTERN'),
  location: optionalLine(140),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'INVALID_PATTERN')
    .optional(),
  tags: z.array(role).max(20, 'LENGTH_PATTERN').optional(),
  custom_field_0: customField(0),
  custom_field_1: customField(1),
  custom_field_2: customField(2),
  /** Addresses of uploads. More than 6 pictures and files together are TOO_MANY_FILES. */
  image_urls: z.array(z.string().max(500)).optional(),
  files: z.array(z.string().max(500)).optional(),
  /** A group's id: the notice reaches its members only. '0' is everybody. */
  group: id.optional(),
  /** The member who may change it beside the workplace admins, such as a partner; by default its creator. */
  owner: id.optional(),
  hidden: z.boolean().optional(),
  sort_by: optionalLine(140),
  acknowledge: acknowledgeInput.optional(),
};

/** The service checks their length itself, so that the reply's code is that of the field. */
const customTexts = {
  custom_field_0: spokenText(200_000).optional(),
  custom_field_1: spokenText(200_000).optional(),
  custom_field_2: spokenText(200_000).optional(),
};

/** The fields of the create and the update form, for both sides. */
export const sponsorForm = z.strictObject({ title, ...fields });

/** Optional fields that an update can remove. */
export const removableSponsorFields = [
  ...(['desc', 'url', 'url2', 'email', 'phone', 'twitter_handle', 'location', 'color', 'tags', 'group'] as const),
  ...(['custom_field_0', 'custom_field_1', 'custom_field_2', 'sort_by', 'image_urls', 'files', 'acknowledge'] as const),
] as const;
const removeFields = z.array(z.enum(removableSponsorFields)).max(removableSponsorFields.length);

const writeErrors = [
  'FORBIDDEN',
  'GROUP_NOT_FOUND',
  'USER_NOT_FOUND',
  'TOO_MANY_FILES',
  'INVALID_FILE',
  'FILE_NOT_FOUND',
  'INVALID_END_DATE',
  'INVALID_CUSTOM_FIELD_0',
  'INVALID_CUSTOM_FIELD_1',
  'INVALID_CUSTOM_FIELD_2',
] as const;

/** SPONSOR_NOT_FOUND names a namespace that the deployment does not show. */
export const createSponsor = defineCall({
  name: 'sponsors.create',
  method: 'POST',
  path: '/sponsors',
  summary: 'Create a notice',
  input: { client_id: clientId, namespace: sponsorNamespace.optional(), ...sponsorForm.shape, ...customTexts },
  reply: z.object({ sponsor }),
  permission: 'sponsors.manage',
  errors: ['SPONSOR_NOT_FOUND', ...writeErrors],
  idempotent: true,
  aliases: { imageUrls: 'image_urls' },
});

/**
 * For workplace admins and the owner; only admins change `owner`, `group`, `hidden`, `acknowledge` and `again`. Absent fields stay;
 * `image_urls` and `files` replace the former lists and may repeat their addresses.
 *
 * With `swap_with` it moves the notice, for workplace admins in a list without `sort_by`: `created` is the stamp of the neighbour
 * named by `swap_with`, and both are swapped in one transaction. The neighbour's own update, which names this notice, is then
 * answered from the result. CONFLICT when the two are no longer neighbours with these stamps.
 */
export const updateSponsor = defineCall({
  name: 'sponsors.update',
  method: 'PUT',
  path: '/sponsors/{id}',
  summary: 'Change or move a notice',
  input: {
    id,
    /** A notice stays in its namespace: another one is SPONSOR_NOT_FOUND. */
    namespace: sponsorNamespace.optional(),
    title: title.optional(),
    ...fields,
    ...customTexts,
    /** A list of names, or its JSON text. */
    remove_fields: z
      .union([
        removeFields,
        z
          .string()
          .max(1000)
          .transform((text, context) => {
            try {
              return JSON.parse(text) as unknown;
            } catch {
              context.addIssue({ code: 'custom', message: 'INVALID_PATTERN' });
              return z.NEVER;
            }
          })
          .pipe(removeFields),
      ])
      .optional(),
    /** With a change of its text: those who acknowledged an earlier version must acknowledge again. */
    again: z.boolean().optional(),
    created: instantInput.optional(),
    swap_with: id.optional(),
  },
  reply: z.object({ sponsor }),
  permission: 'sponsors.write',
  errors: ['SPONSOR_NOT_FOUND', 'CONFLICT', ...writeErrors],
  aliases: { imageUrls: 'image_urls' },
});
