import { z } from 'zod';
import type { LinkId, SlotId } from './links.js';
import type { Permission } from './permissions.js';
import { tabId } from './tabs.js';

const version = z.string().regex(/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/);
const route = z.string().regex(/^\/[\w/:*?-]*$/);
const dotted = z.string().regex(/^[a-z_]+\.[a-z_]+$/);

/**
 * What a tab module declares about itself. Emitted as `manifest.json` beside its bundle; the build fails when it names
 * something that does not exist.
 */
export const manifest = z.strictObject({
  id: z.string().regex(/^mfe-[a-z-]+$/),
  /** Shown on the module's tile and on the diagnostics page. */
  title: z.string().min(1).max(40),
  version,
  /** Range of contract versions that this module was built for. */
  contract: z.string().max(40),
  /** Tabs it serves. `title_key` is a key of the shell's texts (`tabs.chats`), `icon` a lucide name in the shell's set. */
  tabs: z.array(z.strictObject({ id: tabId, title_key: z.string(), icon: z.string() })).default([]),
  /** Addresses it serves beside its tabs, below the hash: `/main/settings`, `/login`; wouter patterns. */
  routes: z.array(z.strictObject({ path: route, signed_out: z.boolean().default(false) })).default([]),
  slots: z.strictObject({ offers: z.array(dotted).default([]), uses: z.array(dotted).default([]) }).prefault({}),
  /** Typed link ids it serves, each with its address pattern. */
  links: z.record(dotted, route).default({}),
  permissions: z.array(dotted).default([]),
  /** Maximal gzip KB of its first chunk and everything loaded with it. */
  budget_kb: z.number().positive(),
});
export type Manifest = z.output<typeof manifest>;
export type ManifestInput = z.input<typeof manifest>;

/** The content of a module's manifest.ts: ids that the contract does not declare do not compile. */
export type ManifestData = Omit<ManifestInput, 'version' | 'links' | 'slots' | 'permissions'> & {
  version?: string;
  links?: Partial<Record<LinkId, string>>;
  slots?: { offers?: SlotId[]; uses?: SlotId[] };
  permissions?: Permission[];
};

/** Types a manifest's data. The build checks it and adds the defaults and the version (`@paddock/build`). */
export function defineManifest(data: ManifestData): ManifestData {
  return data;
}
