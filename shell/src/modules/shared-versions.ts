import { getInstance } from '@module-federation/enhanced/runtime';

const scope = () => getInstance()?.shareScopeMap['default'] ?? {};

/** Name → version of everything the shell shares, from the share scope that modules will use. */
export function sharedVersions(): Map<string, string> {
  return new Map(Object.entries(scope()).map(([name, versions]) => [name, Object.keys(versions)[0]!]));
}

/** Loads the code of shared modules without running it. The consumer requests a missing one again and reports its failure. */
export function loadShared(names: readonly string[]): void {
  for (const name of names)
    for (const { get } of Object.values(scope()[name] ?? {})) void Promise.resolve(get()).catch(() => undefined);
}
