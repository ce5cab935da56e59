import { contractVersion } from '@paddock/contract/core/contract-version';
import { satisfiesRange } from './contract-range';
import { fetchReleaseFile, preloadFirst, withAllFiles } from './release-files';
import type { Release } from './module-states';
import { ModuleError } from './module-error';
import { loadShared, sharedVersions } from './shared-versions';

/** The part of Module Federation's manifest that we read; our build adds `firstShared`. */
interface ContainerManifest {
  metaData: { globalName: string; remoteEntry: { path: string; name: string } };
  shared: { name: string; requiredVersion?: string }[];
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
  /** Shared modules that the first screen needs. Older releases omit it. */
  firstShared?: string[];
}

/** A release whose files are verified and in the browser's cache. */
export interface Fetched {
  /** With the integrity of all its files. */
  release: Release;
  /** The global name under which the entry script stores its container. */
  globalName: string;
  entryFile: string;
  /** Scripts of the exposed modules. */
  exposed: string[];
}

/**
 * Fetches the files that a release needs first and verifies each against the list of its files: those known by name at once, the rest when
 * the container manifest names them. Checks the version ranges.
 * @throws {ModuleError}
 */
export async function fetchRelease(listed: Release, reload = false): Promise<Fetched> {
  const { id, version, manifest } = listed;
  const mismatch = (text: string) => new ModuleError('CONTRACT_MISMATCH', id, version, new Error(text));
  if (!satisfiesRange(contractVersion, manifest.contract))
    throw mismatch(`wants contract ${manifest.contract}, found ${contractVersion}`);

  if (!reload) preloadFirst(listed);
  const release = await withAllFiles(listed, reload);
  const requests = new Map<string, Promise<Response>>();
  const ask = (file: string) => {
    const answer = requests.get(file) ?? fetchReleaseFile(release, file, { reload });
    requests.set(file, answer);
    return answer;
  };
  // A failed file is reported when the module needs it.
  for (const file of listed.first ?? []) ask(file).catch(() => undefined);
  const container = (await (await ask(release.entry)).json()) as ContainerManifest;
  for (const { name, requiredVersion } of container.shared) {
    const found = sharedVersions().get(name);
    if (found === undefined || (requiredVersion && !satisfiesRange(found, requiredVersion)))
      throw mismatch(`wants ${name} ${requiredVersion}, found ${found ?? 'none'}`);
  }
  const { globalName, remoteEntry } = container.metaData;
  const entryFile = [remoteEntry.path, remoteEntry.name].filter(Boolean).join('/').replaceAll('//', '/');
  const exposed = container.exposes.flatMap(({ assets }) => assets.js.sync);
  const styles = container.exposes.flatMap(({ assets }) => assets.css.sync);
  // Requested together with the module's own code, which would request them only when it runs.
  loadShared(container.firstShared ?? []);
  // A reload also refetches later chunks: one altered chunk in the cache would bring the error tile back.
  const later = reload ? Object.keys(release.integrity).filter((file) => /\.(js|css)$/.test(file)) : [];
  await Promise.all([entryFile, ...exposed, ...styles, ...later].map(ask));
  return { release, globalName, entryFile, exposed };
}
