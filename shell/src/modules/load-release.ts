import { contractVersion } from '@paddock/contract/contract-version';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { allowScripts } from '../boot/trusted-types';
import { satisfiesRange } from './contract-range';
import { addressOf, fetchListed, type Release } from './fetch-listed';
import { loadContainer } from './federation';
import { ModuleError } from './module-error';
import { sharedVersions } from './shared-versions';

/** What of Module Federation's manifest is read. */
interface ContainerManifest {
  metaData: { globalName: string; remoteEntry: { path: string; name: string } };
  shared: { name: string; requiredVersion?: string }[];
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
}

/**
 * Loads a release of a module: ranges first, then its files, each checked against the boot answer's table, then its code.
 * @throws {ModuleError}
 */
export async function loadRelease(release: Release, reload = false): Promise<MfeLifecycles> {
  const { id, version, manifest } = release;
  if (!satisfiesRange(contractVersion, manifest.contract))
    throw new ModuleError(
      'CONTRACT_MISMATCH',
      id,
      version,
      new Error(`wants contract ${manifest.contract}, found ${contractVersion}`),
    );
  allowScripts(Object.keys(release.integrity).map((file) => addressOf(release, file)));

  const container = (await (await fetchListed(release, release.entry, reload)).json()) as ContainerManifest;
  for (const { name, requiredVersion } of container.shared) {
    const found = sharedVersions().get(name);
    if (found === undefined || (requiredVersion && !satisfiesRange(found, requiredVersion)))
      throw new ModuleError(
        'CONTRACT_MISMATCH',
        id,
        version,
        new Error(`wants ${name} ${requiredVersion}, found ${found ?? 'none'}`),
      );
  }
  const { globalName, remoteEntry } = container.metaData;
  const entryFile = [remoteEntry.path, remoteEntry.name].filter(Boolean).join('/').replaceAll('//', '/');
  const first = container.exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync]);
  // A reload renews what is loaded later, too: one altered chunk in the cache would bring the tile back.
  const files = reload
    ? Object.keys(release.integrity).filter((file) => /\.(js|css)$/.test(file))
    : [entryFile, ...first];
  await Promise.all([...new Set(files)].map((file) => fetchListed(release, file, reload)));

  return evaluate(release, globalName, entryFile);
}

async function evaluate(release: Release, globalName: string, entryFile: string): Promise<MfeLifecycles> {
  let wrongSyntax = false;
  // The browser tells of a script that does not parse in this event only.
  const listen = (event: ErrorEvent) => {
    if (event.error instanceof SyntaxError && event.filename.includes(release.base)) wrongSyntax = true;
  };
  window.addEventListener('error', listen);
  try {
    const loaded = (await loadContainer(release, globalName, entryFile)) as { default?: MfeLifecycles } | null;
    if (typeof loaded?.default?.mount !== 'function') throw new Error('the module exports no lifecycles');
    return loaded.default;
  } catch (error) {
    const code = wrongSyntax ? 'MODULE_NOT_JAVASCRIPT' : codeOf(error);
    throw new ModuleError(code, release.id, release.version, error);
  } finally {
    window.removeEventListener('error', listen);
  }
}

/** A chunk that could not be fetched names itself; anything else was thrown by the module's own code. */
function codeOf(error: unknown): ModuleError['code'] {
  const { name, type, message } = error as { name?: string; type?: string; message?: string };
  if (message?.includes('MODULE_UNLISTED')) return 'MODULE_UNLISTED';
  if (name === 'ChunkLoadError' || /^Loading (CSS )?chunk/.test(message ?? ''))
    return type === 'timeout' ? 'MODULE_TIMEOUT' : 'MODULE_NOT_FOUND';
  return 'MODULE_EVALUATION';
}
