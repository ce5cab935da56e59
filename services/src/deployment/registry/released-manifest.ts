import { manifest, type Manifest } from '@paddock/contract/core/manifest';
import { z } from 'zod';

/**
 * The `manifest.json` of a release. Releases never change, so those from before manifests carried titles and icons are read too: a tab
 * of theirs has its id as title, unless the deployment names one, and a plain icon.
 */
export const releasedManifest: z.ZodType<Manifest> = z.preprocess((value) => {
  const former = formerManifest.safeParse(value);
  return former.success ? former.data : value;
}, manifest);

const formerTab = z.object({ id: z.string().min(1), title_key: z.string() }).transform(({ id }) => ({
  id,
  title: { en: id.charAt(0).toUpperCase() + id.slice(1) },
  icon: [['rect', { x: 4, y: 4, width: 16, height: 16, rx: 3 }]],
}));

const formerManifest = z.looseObject({
  title: z.string().transform((en) => ({ en })),
  tabs: z.array(formerTab).default([]),
});
