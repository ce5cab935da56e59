import { z } from 'zod';
import { defineCall, id } from '../core/call.js';

/** Maximal bytes of one upload (specification A §9, media picker). */
export const maxUploadBytes = 188_743_680;

export const uploadedFile = z.object({
  id,
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  /** Signed address that names member, file and expiry; each request checks the member's access again. */
  path: z.string(),
  hasThumb: z.boolean(),
  thumb_path: z.string().optional(),
});
export type UploadedFile = z.output<typeof uploadedFile>;

export const uploadFile = defineCall({
  name: 'files.upload',
  method: 'POST',
  path: '/files',
  summary: 'Upload one file; its type comes from its content',
  /** The folder; '' and 'null' mean none. */
  input: { parent: z.union([z.literal(''), id]).optional() },
  reply: uploadedFile,
  permission: 'files.upload',
  errors: ['INVALID_FILE', 'TOO_MANY_FILES', 'NOT_FOUND'],
  files: { field: 'file', maxBytes: maxUploadBytes },
});

export const uploadProfileImage = defineCall({
  name: 'account.profile_image',
  method: 'POST',
  path: '/profile_images',
  summary: 'Upload the own profile picture: jpg, jpeg, png or gif',
  input: {},
  reply: z.object({ thumb_path: z.string(), profile_image: z.string() }),
  permission: 'account.profile_image',
  errors: ['INVALID_FILE'],
  files: { field: 'file', maxBytes: 20_000_000 },
});
