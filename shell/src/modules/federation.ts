import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { addressOf, moduleTimeoutMs } from './release-files';
import type { Release } from './module-states';
import type { Fetched } from './fetch-release';

/** Runs a module's code and returns its exports. */
export type Factory = () => unknown;

/** Integrity of each allowed entry script, by full URL. */
const entries = new Map<string, string>();
let attempts = 0;

/** Adds integrity and a timeout to every entry script; refuses an unlisted one. */
const listedEntriesOnly: ModuleFederationRuntimePlugin = {
  name: 'listed-entries-only',
  createScript({ url }) {
    const integrity = entries.get(url);
    if (integrity === undefined) throw new Error(`MODULE_UNLISTED: ${url} is not in the boot reply`);
    return { script: scriptOf(url, integrity), timeout: moduleTimeoutMs };
  },
};
registerPlugins([listedEntriesOnly]);

/** Requests a shared part whose file did not load again at its next use: Module Federation would keep the failure. */
const sharedAgain: ModuleFederationRuntimePlugin = {
  name: 'shared-again',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null;
  },
};
// The containers of modules have instances of their own.
registerGlobalPlugins([sharedAgain]);

/**
 * Opens a release's container. The exposed module is fetched together with the entry and runs when the factory is called.
 * @throws Module Federation's errors
 */
export async function openContainer({ release, globalName, entryFile, exposed }: Fetched): Promise<Factory> {
  const entry = addressOf(release, entryFile);
  entries.set(entry, release.integrity[entryFile]!);
  // Remove the container of an earlier attempt at this version, or Module Federation would reuse it.
  Reflect.set(globalThis, globalName, undefined);
  Reflect.deleteProperty(globalThis, `${release.id}@${release.version}`);
  for (const file of exposed) runScript(release, file);
  // Use a new name each time: `force` removes the remote together with the shell's shared modules that this remote
  // loaded first (Module Federation 2.9).
  const name = `${globalName}_try_${++attempts}`;
  registerRemotes([{ name, entry, entryGlobalName: globalName }]);
  return (await loadRemote<Factory>(`${name}/lifecycles`, { loadFactory: false, from: 'runtime' }))!;
}

/** Chunks wait in the container's list for the entry. The container requests a missing chunk again and reports its failure. */
function runScript(release: Release, file: string): void {
  const script = scriptOf(addressOf(release, file), release.integrity[file]!);
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}

function scriptOf(address: string, integrity: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = address;
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  return script;
}
