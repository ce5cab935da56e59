import { contractVersion } from '@paddock/contract/contract-version';
import { satisfiesRange } from './contract-range';
import { fetchListed, type Release } from './fetch-listed';
import { ModuleError } from './module-error';
import { loadShared, sharedVersions } from './shared-versions';

/** What of Module Federation's manifest is read; `firstShared` is what our build adds. */
interface ContainerManifest {
  metaData: { globalName: string; remoteEntry: { path: string; name: string } };
  shared: { name: string; requiredVersion?: string }[];
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
  /** Shared modules that the first screen needs. Releases of before do not say. */
  firstShared?: string[];
}

/** A release whose files are in the browser's cache, each checked. */
export interface Fetched {
  /** Under which the entry script leaves its container. */
  globalName: string;
  entryFile: string;
}

/** Names that our builds give to the entry and to what it exposes. */
const firstByName = /^assets\/(remote-entry|__federation_expose_)/;

/**
 * Asks for the first files of a release before its manifest says which they are, so that all are on their way at once. Only
 * warms the cache: what is wrong with one is found by {@link fetchRelease}.
 */
export function warmRelease(release: Release): void {
  for (const file of Object.keys(release.integrity))
    if (firstByName.test(file)) fetchListed(release, file).catch(() => undefined);
}

/**
 * Fetches what a release needs first: ranges are compared, then its files, each checked against the boot answer's table.
 * @throws {ModuleError}
 */
export async function fetchRelease(release: Release, reload = false): Promise<Fetched> {
  const { id, version, manifest } = release;
  const mismatch = (text: string) => new ModuleError('CONTRACT_MISMATCH', id, version, new Error(text));
  if (!satisfiesRange(contractVersion, manifest.contract))
    throw mismatch(`wants contract ${manifest.contract}, found ${contractVersion}`);

  const container = (await (await fetchListed(release, release.entry, reload)).json()) as ContainerManifest;
  for (const { name, requiredVersion } of container.shared) {
    const found = sharedVersions().get(name);
    if (found === undefined || (requiredVersion && !satisfiesRange(found, requiredVersion)))
      throw mismatch(`wants ${name} ${requiredVersion}, found ${found ?? 'none'}`);
  }
  const { globalName, remoteEntry } = container.metaData;
  const entryFile = [remoteEntry.path, remoteEntry.name].filter(Boolean).join('/').replaceAll('//', '/');
  const first = container.exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync]);
  // A reload renews what is loaded later, too: one altered chunk in the cache would bring the tile back.
  const files = reload
    ? Object.keys(release.integrity).filter((file) => /\.(js|css)$/.test(file))
    : [entryFile, ...first];
  // On the same line as the module's own code, which would ask for them only once it runs.
  loadShared(container.firstShared ?? []);
  await Promise.all([...new Set(files)].map((file) => fetchListed(release, file, reload)));
  return { globalName, entryFile };
}
