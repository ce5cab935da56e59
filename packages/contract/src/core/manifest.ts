import { z } from 'zod';
import { language } from './deployment.js';
import type { LinkId, SlotId } from './links.js';
import type { AnyPermission } from './permissions.js';
import { shellPages, tabId, type TabId } from './tabs.js';

const version = z.string().regex(/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/);
const route = z.string().regex(/^\/[\w/:*?-]*$/);
const dotted = z.string().regex(/^[a-z][a-z0-9_-]*\.[a-z_]+$/);
/** A name in the module's languages, English always. */
const title = z
  .partialRecord(language, z.string().min(1).max(40))
  .refine(({ en }) => en !== undefined, { error: 'needs English' });

const attribute = z.union([z.string().regex(/^[\w\s.,+-]*$/), z.number()]);
/** The shapes of an icon, in a square of 24 units, with their geometry: SVG elements without style, script or reference. */
export const iconShapes = z
  .array(
    z.tuple([
      z.enum(['path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect']),
      z.partialRecord(
        z.enum(['d', 'points', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height']),
        attribute,
      ),
    ]),
  )
  .min(1)
  .max(24);

/**
 * What a tab module declares about itself. Emitted as `manifest.json` beside its bundle; the build fails when it names
 * something that does not exist.
 */
export const manifest = z.strictObject({
  id: z.string().regex(/^mfe-[a-z-]+$/),
  /** Shown on the module's tile and on the diagnostics page. */
  title,
  version,
  /** The team that maintains it, for operators. */
  owner: z.string().min(1).max(60).optional(),
  /** Range of contract versions that this module was built for. */
  contract: z.string().max(40),
  /** Tabs it serves, with what the shell draws before it loads the module. */
  tabs: z
    .array(
      z.strictObject({
        id: tabId.refine((id) => !shellPages.includes(id), { error: 'is a page of the shell' }),
        title,
        icon: iconShapes,
      }),
    )
    .default([]),
  /** Addresses it serves beside its tabs, below the hash: `/main/settings`, `/login`; wouter patterns. */
  routes: z.array(z.strictObject({ path: route, signed_out: z.boolean().default(false) })).default([]),
  /** `uses`: slots of other modules that it shows; the build and the kit refuse others. */
  slots: z.strictObject({ offers: z.array(dotted).default([]), uses: z.array(dotted).default([]) }).prefault({}),
  /** Typed link ids it serves, each with its address pattern. */
  links: z.record(dotted, route).default({}),
  /** Typed links of other modules that it follows; the build and the kit refuse others. Releases from before have none. */
  follows: z.array(dotted).optional(),
  /** Permissions of every call that it makes; the build and the kit refuse others. */
  permissions: z.array(dotted).default([]),
  /** Calls of the services that it makes, `GET /people/{id}`; the build adds them. Releases from before have none. */
  calls: z.array(z.string().regex(/^(GET|POST|PUT|DELETE) \/[\w/{}.-]*$/)).optional(),
  /** Languages of all its texts; the build adds them. Releases from before have none. */
  languages: z.array(z.string()).optional(),
  /** Maximal gzip KB of its first chunk and everything loaded with it. */
  budget_kb: z.number().positive(),
});
export type Manifest = z.output<typeof manifest>;
export type ManifestInput = z.input<typeof manifest>;

/** The content of a module's manifest.ts: ids that the contract does not declare do not compile. */
export type ManifestData = Omit<
  ManifestInput,
  'version' | 'calls' | 'languages' | 'tabs' | 'links' | 'follows' | 'slots' | 'permissions'
> & {
  version?: string;
  /** `icon` is the name of a lucide icon (https://lucide.dev/icons), or the path of an SVG file below the module's folder: `./icon.svg`. */
  tabs?: (Omit<Manifest['tabs'][number], 'id' | 'icon'> & { id: TabId; icon: string })[];
  links?: Partial<Record<LinkId, string>>;
  follows?: LinkId[];
  slots?: { offers?: SlotId[]; uses?: SlotId[] };
  permissions?: AnyPermission[];
};

/**
 * Types a manifest's data. The build checks it, replaces icons by their shapes, and adds the defaults and the version
 * (`@paddock/build`).
 */
export function defineManifest(data: ManifestData): ManifestData {
  return data;
}
