import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { addressOf, MODULE_TIMEOUT, type Release } from './fetch-listed';

/** Integrity of each entry script that may be loaded, by its full address. */
const entries = new Map<string, string>();
const registered = new Set<string>();

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

/** The container's name, as the build preset makes it. */
const containerName = (id: string) => id.replaceAll('-', '_');

/** Loads what a release exposes. Replaces a release of the same module that was loaded before. */
export async function loadContainer(release: Release, entryFile: string): Promise<unknown> {
  const name = containerName(release.id);
  const entry = addressOf(release, entryFile);
  entries.set(entry, release.integrity[entryFile]!);
  // Chunks that a failed attempt of the same version left behind would be taken for this one's.
  Reflect.deleteProperty(globalThis, `${release.id}@${release.version}`);
  registerRemotes([{ name, entry, entryGlobalName: name }], { force: registered.has(name) });
  registered.add(name);
  return loadRemote(`${name}/lifecycles`);
}
