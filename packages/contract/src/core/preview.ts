import { z } from 'zod';
import { instant } from './call.js';

/** The roles in which a preview can show a community; `member` is a member without roles. */
export const previewRoles = ['member', 'workplace_admin', 'super_admin'] as const;
export type PreviewRole = (typeof previewRoles)[number];
export const previewRole = z.enum(previewRoles);

/** A preview as its session sees it. */
export const shownPreview = z.object({ role: previewRole, ends: instant });
export type ShownPreview = z.output<typeof shownPreview>;
