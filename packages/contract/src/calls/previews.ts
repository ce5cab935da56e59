import { z } from 'zod';
import { defineCall, done } from '../core/call.js';
import { previewRole, shownPreview } from '../core/preview.js';
import { deploymentFile, flagValue } from './operations.js';

/** The form of a preview; the service uses the same schema. */
export const previewForm = () => z.strictObject({ role: previewRole });

/**
 * POST operations/preview: shows the caller's community under a changed deployment file to the caller's session alone, as a member
 * with this role. The session is read-only until the preview ends: by `previews.end`, with the session, or after an hour.
 * DEPLOYMENT_REFUSED: the deployment would refuse the file.
 */
export const startPreview = defineCall({
  name: 'previews.start',
  method: 'POST',
  path: '/operations/preview',
  summary: 'Show a changed deployment file to this session alone',
  input: {
    role: previewRole,
    /** The text of the community's own file. Without it, the present one with another value of a flag. */
    file: deploymentFile.optional(),
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
