import { getInstance } from '@module-federation/enhanced/runtime';

/** Name → version of everything the shell shares, from the share scope that modules will use. */
export function sharedVersions(): Map<string, string> {
  const scope = getInstance()?.shareScopeMap['default'] ?? {};
  return new Map(Object.entries(scope).map(([name, versions]) => [name, Object.keys(versions)[0]!]));
}
