import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { takeAhead } from './fetch-ahead';
import type { Release } from './module-states';
import { ModuleError } from './module-error';
import { openRelease } from './open-release';

/**
 * Loads a release of a module, unless `fetchAhead` opened it already, and runs its code.
 * @throws {ModuleError}
 */
export async function loadRelease(release: Release, reload = false): Promise<MfeLifecycles> {
  const ahead = takeAhead(release);
  const factory = await (reload ? openRelease(release, true) : (ahead ?? openRelease(release)));
  try {
    const loaded = (await factory()) as { default?: MfeLifecycles } | null;
    if (typeof loaded?.default?.mount !== 'function') throw new Error('the module exports no lifecycles');
    return loaded.default;
  } catch (error) {
    throw new ModuleError('MODULE_EVALUATION', release.id, release.version, error);
  }
}
