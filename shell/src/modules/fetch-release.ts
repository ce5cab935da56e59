import { contractVersion } from '@paddock/contract/core/contract-version';
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
  /** Scripts of what the container exposes. */
  exposed: string[];
}

/** Names that our builds give to the entry and to what it exposes. */
const firstByName = /^assets\/(remote-entry|__federation_expose_)/;

/**
 * Fetches what a release needs first, each file checked against the boot answer's table: what is first by its name at once,
 * the rest when the container manifest, whose ranges are compared, says what it is.
 * @throws {ModuleError}
 */
export async function fetchRelease(release: Release, reload = false): Promise<Fetched> {
  const { id, version, manifest } = release;
  const mismatch = (text: string) => new ModuleError('CONTRACT_MISMATCH', id, version, new Error(text));
  if (!satisfiesRange(contractVersion, manifest.contract))
    throw mismatch(`wants contract ${manifest.contract}, found ${contractVersion}`);

  const asked = new Map<string, Promise<Response>>();
  const ask = (file: string) => {
    const answer = asked.get(file) ?? fetchListed(release, file, reload);
    asked.set(file, answer);
    return answer;
  };
  const listed = Object.keys(release.integrity);
  // A reload renews what is loaded later, too: one altered chunk in the cache would bring the tile back.
  const early = listed.filter((file) => (reload ? /\.(js|css)$/ : firstByName).test(file));
  // What is wrong with one of them is said when it turns out to be needed.
  for (const file of early) ask(file).catch(() => undefined);
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
  // On the same line as the module's own code, which would ask for them only once it runs.
  loadShared(container.firstShared ?? []);
  await Promise.all([entryFile, ...exposed, ...styles, ...(reload ? early : [])].map(ask));
  return { globalName, entryFile, exposed };
}
