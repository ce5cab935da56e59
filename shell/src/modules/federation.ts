import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { addressOf, MODULE_TIMEOUT, type Release } from './fetch-listed';

/** Integrity of each entry script that may be loaded, by its full address. */
const entries = new Map<string, string>();
let attempts = 0;

/** Every entry script carries its integrity and a time limit; an unlisted one is refused. */
const listedEntriesOnly: ModuleFederationRuntimePlugin = {
  name: 'listed-entries-only',
  createScript({ url }) {
    const integrity = entries.get(url);
    if (integrity === undefined) throw new Error(`MODULE_UNLISTED: ${url} is not in the boot answer`);
    const script = document.createElement('script');
    script.src = url;
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
    return { script, timeout: MODULE_TIMEOUT };
  },
};
registerPlugins([listedEntriesOnly]);

/**
 * Loads what a release's container exposes.
 * @param globalName under which the entry script leaves its container, from the container's manifest
 */
export async function loadContainer(release: Release, globalName: string, entryFile: string): Promise<unknown> {
  const entry = addressOf(release, entryFile);
  entries.set(entry, release.integrity[entryFile]!);
  // What a former attempt of the same version left behind would be taken for this one's.
  Reflect.set(globalThis, globalName, undefined);
  Reflect.deleteProperty(globalThis, `${release.id}@${release.version}`);
  // Under a new name each time: `force` would remove the remote, and with it the shell's own shared modules that this
  // remote happened to load first (Module Federation 2.9).
  const name = `${globalName}_try_${++attempts}`;
  registerRemotes([{ name, entry, entryGlobalName: globalName }]);
  return loadRemote(`${name}/lifecycles`);
}
