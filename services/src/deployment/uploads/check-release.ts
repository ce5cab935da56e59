import { receivedFaults } from '@paddock/build/rspack/release/received-release.mjs';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { type Manifest, manifest as manifestSchema } from '@paddock/contract/core/manifest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { parseJson } from '../../infrastructure/parse-json.js';

/** A manifest is part of every boot reply. The largest one of this repository has 6 KB. */
const maxManifestBytes = 32 * 1024;

/**
 * Checks the files of an upload as a release checks what it has built, and reads them as data only.
 *
 * @throws RELEASE_REFUSED with all faults that were found
 */
export async function checkRelease(dir: string, named: { id: string; version: string }): Promise<Manifest> {
  const manifest = await readManifest(dir);
  if (manifest.id !== named.id || manifest.version !== named.version)
    throw refused([`manifest.json is that of ${manifest.id} ${manifest.version}`]);
  const faults = await receivedFaults({ dir, manifest, contractVersion });
  if (faults.length > 0) throw refused(faults);
  return manifest;
}

async function readManifest(dir: string): Promise<Manifest> {
  const bytes = await readFile(join(dir, 'manifest.json')).catch(() => {
    throw refused(['manifest.json is missing']);
  });
  if (bytes.length > maxManifestBytes) throw refused([`manifest.json has more than ${maxManifestBytes / 1024} KB`]);
  const { data, error } = manifestSchema.safeParse(parseJson(bytes.toString('utf8')));
  if (!data) throw refused(error.issues.map(({ path, message }) => `manifest.json ${path.join('.')}: ${message}`));
  return data;
}

const refused = (faults: readonly string[]) => new PaddockError('RELEASE_REFUSED', { message: faults.join('\n') });
