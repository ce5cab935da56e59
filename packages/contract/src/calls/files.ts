import { z } from 'zod';
import { defineCall, done, id } from '../core/call.js';

/** Maximal bytes of one upload (specification A §9, media picker). */
export const maxUploadBytes = 188_743_680;

/**
 * Kinds of file that clients have an icon for, by the name's extension; `file` for all others.
 */
export const fileIcons = [
  'image',
  'video',
  'audio',
  'pdf',
  'document',
  'spreadsheet',
  'presentation',
  'archive',
  'text',
  'file',
] as const;
export type FileIcon = (typeof fileIcons)[number];

const pixels = z.number().int().min(1);

/**
 * A stored file in replies (specification A §3, File). All addresses are signed: they name viewer, file and expiry, and each
 * request checks the viewer's access again.
 */
export const attachedFile = z.object({
  id,
  name: z.string(),
  /** MIME type by the name's extension, which the content agrees with; `application/octet-stream` is a download only. */
  type: z.string(),
  size: z.number().int(),
  /** One of {@link fileIcons}. */
  icon: z.string(),
  /** The content as shown in the page: a picture, a video or a PDF. */
  path: z.string(),
  /** The same content as a download under a safe file name. */
  safeFilePath: z.string(),
  hasThumb: z.boolean(),
  /** A picture of 200×200 pixels. */
  thumb_path: z.string().optional(),
  /** The picture within 960×960 pixels, for feeds. */
  feed_path: z.string().optional(),
  /** Pixels of the picture or video as stored. */
  width: pixels.optional(),
  height: pixels.optional(),
  /** A picture of the video. */
  poster_path: z.string().optional(),
  /** Percent of a video that is being transcoded; absent when nothing is left to do. */
  processing: z.number().int().min(0).max(99).optional(),
  /** The folder. */
  parent: z.string().optional(),
});
export type AttachedFile = z.output<typeof attachedFile>;

/**
 * Uploads in parts by tus 1.0, with a session as `Authorization: Bearer`. `Upload-Metadata` holds `filename` and optionally
 * `parent` and `workplace`. The last part of the `Location` is the file's id: {@link readFile} finds it after the last PATCH.
 */
export const resumableUploadPath = '/api/files/resumable';

export const uploadFile = defineCall({
  name: 'files.upload',
  method: 'POST',
  path: '/files',
  summary: 'Upload one file; its type comes from its content',
  /** The folder; '' and 'null' mean none. */
  input: { parent: z.union([z.literal(''), id]).optional() },
  reply: attachedFile,
  permission: 'files.upload',
  errors: ['INVALID_FILE', 'TOO_MANY_FILES', 'NOT_FOUND'],
  files: { field: 'file', maxBytes: maxUploadBytes },
});

export const readFile = defineCall({
  name: 'files.read',
  method: 'GET',
  path: '/files/{id}',
  summary: 'An own upload, or a file of a record that the caller may read',
  input: { id },
  reply: attachedFile,
  permission: 'files.upload',
  errors: ['FILE_NOT_FOUND'],
});

export const deleteFile = defineCall({
  name: 'files.delete',
  method: 'DELETE',
  path: '/files/{id}',
  summary: 'Delete an own upload; FORBIDDEN while it is attached, FILE_NOT_FOUND for any other id',
  input: { id },
  reply: done,
  permission: 'files.delete',
  errors: ['FORBIDDEN', 'FILE_NOT_FOUND'],
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
