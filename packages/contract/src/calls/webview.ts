import { z } from 'zod';
import { defineCall } from '../core/call.js';

/**
 * Whether a page of another site can be shown in a frame. Only pages of the deployment's list are (FORBIDDEN): the browser would
 * load no other one, nor follow a redirection to one.
 */
export const checkWebview = defineCall({
  name: 'webview.check',
  method: 'GET',
  path: '/webview',
  summary: 'Whether a page may be shown in the web view, and lets itself be framed',
  input: {
    /** The page; by default the deployment's. */
    url: z.string().max(2000, 'LENGTH_PATTERN').optional(),
  },
  reply: z.object({
    url: z.string(),
    /** False when the site refuses frames (`X-Frame-Options`, `frame-ancestors`). True too where that is not known: the browser decides. */
    framed: z.boolean(),
  }),
  permission: 'webview.open',
  errors: ['FORBIDDEN'],
});
