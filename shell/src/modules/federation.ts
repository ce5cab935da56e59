import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { addressOf, MODULE_TIMEOUT, type Release } from './fetch-listed';
import type { Fetched } from './fetch-release';
import type { Factory } from './open-release';

/** Integrity of each entry script that may be loaded, by its full address. */
const entries = new Map<string, string>();
let attempts = 0;

/** Every entry script carries its integrity and a time limit; an unlisted one is refused. */
const listedEntriesOnly: ModuleFederationRuntimePlugin = {
  name: 'listed-entries-only',
  createScript({ url }) {
    const integrity = entries.get(url);
    if (integrity === undefined) throw new Error(`MODULE_UNLISTED: ${url} is not in the boot answer`);
    return { script: scriptOf(url, integrity), timeout: MODULE_TIMEOUT };
  },
};
registerPlugins([listedEntriesOnly]);

/**
 * Opens a release's container; what it exposes is fetched beside its entry, and runs when the factory is called.
 * @throws what Module Federation throws
 */
export async function openContainer(release: Release, { globalName, entryFile, exposed }: Fetched): Promise<Factory> {
  const entry = addressOf(release, entryFile);
  entries.set(entry, release.integrity[entryFile]!);
  // What a former attempt of the same version left behind would be taken for this one's.
  Reflect.set(globalThis, globalName, undefined);
  Reflect.deleteProperty(globalThis, `${release.id}@${release.version}`);
  for (const file of exposed) runScript(release, file);
  // Under a new name each time: `force` would remove the remote, and with it the shell's own shared modules that this
  // remote happened to load first (Module Federation 2.9).
  const name = `${globalName}_try_${++attempts}`;
  registerRemotes([{ name, entry, entryGlobalName: globalName }]);
  return (await loadRemote<Factory>(`${name}/lifecycles`, { loadFactory: false, from: 'runtime' }))!;
}

/** A chunk waits in its container's list for the entry. One that does not come is asked for again, and missed, by the container. */
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
