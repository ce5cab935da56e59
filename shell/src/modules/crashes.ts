import type { Boot } from '@paddock/contract/calls/boot';
import type { Store } from '@paddock/mfe-kit/store';
import { explainLoadFailure, type FileFailure } from './release-files';
import { ModuleError } from './module-error';
import { type Release, releaseKey, releasesOf, type States } from './module-states';
import type { Loading, Opening } from './release-loading';

interface Parts extends Pick<Loading, 'loading' | 'start'>, Pick<Opening, 'opened'> {
  deployment: Store<Boot>;
  states: States;
  failed: (error: ModuleError) => void;
  replace: (id: string) => Promise<void>;
}

/** Finds the release of a failure and replaces it: by the tile, by an earlier version, or by the one that the deployment has meanwhile. */
export function createCrashes({ deployment, states: own, loading, start, opened, failed, replace }: Parts) {
  const { find, stateOf, set } = own;
  /** Late files that the server had again: a second loss of one shows the tile. */
  const reopenedFor = new Set<string>();
  /** Modules whose lost file is being explained. */
  const explaining = new Set<string>();

  function fail(error: ModuleError): void {
    const { module: id, version, code } = error;
    const state = stateOf(id);
    if (state.phase !== 'ready' || state.version !== version) return;
    const canFallBack = code === 'MODULE_MOUNT' && find(id)?.fallback !== undefined && !state.fellBackFrom;
    failed(error);
    opened.delete(releaseKey({ id, version }));
    // The deployment has another version already.
    if (state.offered !== undefined) return void replace(id);
    loading.delete(id);
    set(id, canFallBack ? { generation: state.generation + 1 } : { phase: 'failed' });
  }

  /** Shows that the module loads until its lost file is explained, then runs its code again or shows the tile. */
  function lose(id: string, lost: Promise<FileFailure>): void {
    if (explaining.has(id)) return;
    explaining.add(id);
    const { version, generation } = stateOf(id);
    const again = lost.then(({ error, back }) => {
      explaining.delete(id);
      if (stateOf(id).version === version && back !== undefined && !reopenedFor.has(back)) {
        reopenedFor.add(back);
        opened.delete(releaseKey({ id, version }));
        return start(id);
      }
      fail(error);
      throw error;
    });
    again.catch(() => loading.get(id) === again && loading.delete(id));
    loading.set(id, again);
    set(id, { generation: generation + 1 });
  }

  return {
    threw(id: string, phase: 'MODULE_MOUNT' | 'MODULE_CRASHED', cause: unknown) {
      const { version } = stateOf(id);
      const listed = find(id);
      const release =
        opened.get(releaseKey({ id, version }))?.release ??
        (listed && releasesOf(listed).find((one) => one.version === version));
      const lost = release && explainLoadFailure(release, cause);
      if (lost) lose(id, lost);
      else fail(new ModuleError(phase, id, version, cause));
    },
    releaseOf(text: string): Release | undefined {
      const inPage = [...opened.values()].map(({ release }) => release);
      const at = ({ base }: Release) => text.indexOf(base);
      // Of several modules in a stack, such as a page and a slot in it, the topmost one threw.
      return [...deployment.get().modules.flatMap(releasesOf), ...inPage]
        .filter((release) => at(release) >= 0)
        .sort((a, b) => at(a) - at(b))[0];
    },
  };
}
