import { z } from 'zod';
import { defineCall } from '../core/call.js';
import { landing, language, legal, look, noticesLabels, noticesLayout, workplaceEntry } from '../core/deployment.js';
import { flags } from '../core/flags.js';
import { iconShapes, manifest } from '../core/manifest.js';
import { shownPreview } from '../core/preview.js';
import { tabId } from '../core/tabs.js';

/**
 * A manifest without its tabs (`tabs` of the reply has what the shell draws) and what only build and services read, its title in
 * the caller's language.
 */
const bootManifest = manifest
  .omit({ calls: true, tabs: true, budget_kb: true, languages: true, owner: true })
  .extend({ title: z.string() });

/** A module as the shell loads it: addresses below the registry, and the integrity of every file by path. */
export const bootModule = z.object({
  id: z.string(),
  version: z.string(),
  /** The folder of its files: `/<mfe>/<version>/`. */
  base: z.string(),
  /** The path of `mf-manifest.json` below `base`. */
  entry: z.string(),
  manifest: bootManifest,
  /**
   * Path below `base` → `sha384-…`. With `integrity.json`, that file lists all others; without it, all are here. The shell refuses files
   * that are not listed.
   */
  integrity: z.record(z.string(), z.string()),
  /** Beside `integrity.json`: files below `base` that are needed first, requested while the list is verified. */
  first: z.array(z.string()).optional(),
  /** A later release that waits for services with these calls: `version` is shown in its place. */
  held: z.object({ version: z.string(), calls: z.array(z.string()) }).optional(),
  /** The released version, while this session shows `version` in its place (`operations.override`); only its member gets that. */
  override_of: z.string().optional(),
  /** True once a member's window has shown this version; until then, windows that do so report it (`logs.write`). */
  proven: z.boolean().optional(),
  /** The last known good version, loaded when this one fails to load or mount. */
  fallback: z
    .object({
      version: z.string(),
      base: z.string(),
      entry: z.string(),
      manifest: bootManifest,
      integrity: z.record(z.string(), z.string()),
    })
    .optional(),
});
export type BootModule = z.output<typeof bootModule>;

/** A module or tab that this deployment does not show, with the reason for the diagnostics page. */
export const absentTab = z.object({
  tab: tabId,
  reason: z.enum(['not_in_deployment', 'turned_off', 'not_permitted']),
  /** The flag or rule that removed it. */
  detail: z.string(),
});

export const bootReply = z.object({
  community: z.object({
    id: z.string(),
    title: z.string(),
    subtitle: z.string().optional(),
    description: z.string().optional(),
    landing: landing.optional(),
    /** Addresses of the community's own legal texts. */
    legal: legal.optional(),
  }),
  /** Grows whenever the deployment's config changes. */
  revision: z.string(),
  contract_version: z.string(),
  languages: z.array(language),
  look: look.omit({ icon: true, icon_background: true, app_name: true }),
  /** Flags that clients may know; flags never hold secrets. */
  flags,
  tabs: z.array(
    z.object({
      id: tabId,
      /** In the caller's language: the deployment's, else the manifest's. */
      title: z.string(),
      icon: iconShapes,
      module: z.string(),
      namespace: z.string().optional(),
      labels: noticesLabels.optional(),
      layout: noticesLayout.optional(),
    }),
  ),
  modules: z.array(bootModule),
  /**
   * Those of the `running` releases that the window replaces at once: the community went back to an earlier one, or their files are
   * gone.
   */
  recalled: z.array(z.string()).optional(),
  absent: z.array(absentTab),
  /** The preview that this session has in place of the deployment in force (`previews.start`). */
  preview: shownPreview.optional(),
  workplaces: z.array(workplaceEntry),
  server_time: z.iso.datetime(),
  development: z.boolean(),
});
export type Boot = z.output<typeof bootReply>;

/** Returns community, look, flags, tabs and modules with versions and integrity in one reply. Never cached. */
export const readBoot = defineCall({
  name: 'boot.read',
  method: 'GET',
  path: '/boot',
  summary: 'Everything the shell needs before it shows anything',
  input: {
    /** The releases in the caller's window: `mfe-chats@1.0.0-1596492d,…`. */
    running: z
      .string()
      .max(2000)
      .regex(/^[\w.+-]+@[\w.+-]+(,[\w.+-]+@[\w.+-]+)*$/)
      .optional(),
    /** `file`: instead of the hashes of a module's files, that of its `integrity.json`. Shells of earlier releases need all. */
    integrity: z.literal('file').optional(),
  },
  reply: bootReply,
  permission: 'boot.read',
});

/** GET workplaces (A §7): those that the caller may enter; for super admins all. The default option has the id ''. */
export const readWorkplaces = defineCall({
  name: 'workplaces.list',
  method: 'GET',
  path: '/workplaces',
  summary: 'The workplaces that one may switch to',
  input: {},
  reply: z.object({
    workplaces: z.array(z.object({ id: z.string(), title: z.string(), image_url: z.string().optional() })),
  }),
  permission: 'account.read',
});

/** POST logs (A §7): a page view, a client error, or a module that mounted, failed, or blocks or leaks. Only logged and counted. */
export const writeLog = defineCall({
  name: 'logs.write',
  method: 'POST',
  path: '/logs',
  summary: 'Report a page view or a module that failed',
  input: {
    type: z.enum(['go_to_page', 'module_failed', 'module_mounted', 'module_noticed', 'client_error', 'csp_report']),
    page_name: z.string().max(140).optional(),
    module: z.string().max(60).optional(),
    version: z.string().max(60).optional(),
    code: z.string().max(60).optional(),
    message: z.string().max(500).optional(),
  },
  reply: z.object({ ok: z.literal(true) }),
  permission: 'logs.write',
});
