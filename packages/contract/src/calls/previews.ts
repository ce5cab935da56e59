import { z } from 'zod';
import { defineCall, done, instant } from '../core/call.js';
import { flagValue } from './operations.js';

/** The roles that a preview can show the community in; `member` is a member without roles. */
export const previewRoles = ['member', 'workplace_admin', 'super_admin'] as const;
export type PreviewRole = (typeof previewRoles)[number];

const role = z.enum(previewRoles);
const file = z.string().trim().max(100_000);

/** A preview as its session sees it. */
export const shownPreview = z.object({ role, ends: instant });

/** The form of a preview of a whole file; the service uses the same schemas. */
export const previewForm = () => z.strictObject({ file: file.min(1, 'REQUIRED'), role });

/**
 * POST operations/preview: shows the caller's community under a changed deployment file to the caller's session alone, as a member with this
 * role. The session is read-only until the preview ends: by `previews.end`, with the session, or after an hour. DEPLOYMENT_REFUSED: the
 * deployment would refuse the file.
 */
export const startPreview = defineCall({
  name: 'previews.start',
  method: 'POST',
  path: '/operations/preview',
  summary: 'Show a changed deployment file to this session alone',
  input: {
    role,
    /** The text of the community's own file. Without it, the present one with another value of a flag. */
    file: file.optional(),
    /** A path of the list of flags. */
    path: z.string().max(200).optional(),
    /** The new value as JSON; absent or empty removes the community's own value. */
    value: flagValue.optional(),
  },
  reply: shownPreview,
  permission: 'operations.preview',
  errors: ['DEPLOYMENT_REFUSED'],
});

/** DELETE operations/preview: the session shows the deployment in force, with the roles of its member. */
export const endPreview = defineCall({
  name: 'previews.end',
  method: 'DELETE',
  path: '/operations/preview',
  summary: 'End the preview of this session',
  input: {},
  reply: done,
  permission: 'operations.preview',
});
