import { outageCodes } from '@paddock/contract/core/client-errors';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Store } from '@paddock/mfe-kit/store';
import type { ModuleError } from './module-error';
import { releaseKey, type States, untouched } from './module-states';
import { type Loading, onPage, type OpenedRelease, type Opening } from './release-loading';

interface Parts extends Pick<Loading, 'loading' | 'start'>, Opening {
  deployment: Store<Boot>;
  states: States;
  failed: (error: ModuleError) => void;
  report: (error: ModuleError) => void;
}

/**
 * Brings another release of the deployment into an open page (ADR 0086): a new version is offered and waits for the member or for the next
 * opening of its tab; a recalled one is replaced at once.
 */
export function createReplacement({ deployment, states: own, loading, start, opened, open, failed, report }: Parts) {
  const { states, find, stateOf, set, bad } = own;
  /** Modules whose release is being replaced: only one at a time. */
  const replacing = new Set<string>();

  /** Compares the release on the page with the deployment's. */
  function follow(id: string): void {
    const state = stateOf(id);
    const listed = find(id);
    if (!listed || state.phase === 'idle' || state.phase === 'loading') return;
    if (state.phase === 'failed') {
      // A new version in the deployment retries a failed module.
      if (listed.version !== state.version) set(id, { ...untouched(listed.version), generation: state.generation + 1 });
      return;
    }
    if (listed.version === state.version) {
      if (state.offered !== undefined || state.fellBackFrom !== undefined)
        set(id, { offered: undefined, isRecalled: undefined, fellBackFrom: undefined, error: undefined });
      return;
    }
    // The deployment's version has failed in this page, which shows the one to fall back to.
    const fellBack = state.fellBackFrom === listed.version;
    // A second replacement would end at the same fall-back.
    const isFinal = fellBack && listed.fallback?.version === state.version;
    if (!isFinal && deployment.get().recalled?.includes(releaseKey({ id, version: state.version }))) {
      set(id, { offered: listed.version, isRecalled: true });
      void replace(id);
    } else if (fellBack) return;
    else if (bad.has(releaseKey(listed))) set(id, { offered: undefined, fellBackFrom: listed.version });
    else if (state.offered !== listed.version) set(id, { offered: listed.version, fellBackFrom: undefined });
  }

  async function oneAtATime<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    if (replacing.has(id)) return undefined;
    replacing.add(id);
    try {
      return await work();
    } finally {
      replacing.delete(id);
      // The deployment may have changed meanwhile.
      follow(id);
    }
  }

  /** Loads what the deployment has now and mounts it instead of the release on the page; shows the tile when that fails. */
  const replace = (id: string) =>
    oneAtATime(id, async () => {
      await start(id, { inPlace: true }).catch(() => undefined);
      set(id, { generation: stateOf(id).generation + 1 });
    });

  /** Loads the offered release, which stays off the page. A fault of it keeps the present one. */
  async function prepare(id: string): Promise<OpenedRelease | undefined> {
    const { offered } = stateOf(id);
    const listed = find(id);
    if (offered === undefined || listed?.version !== offered) return undefined;
    try {
      return await open(listed);
    } catch (error) {
      const fault = error as ModuleError;
      if (outageCodes.has(fault.code)) report(fault);
      else {
        failed(fault);
        if (stateOf(id).offered === offered) set(id, { offered: undefined, fellBackFrom: offered });
      }
      return undefined;
    }
  }

  /** @returns whether the release is the offered one, and now on the page */
  function show(id: string, { milliseconds, ...loaded }: OpenedRelease): boolean {
    const { offered, generation } = stateOf(id);
    if (offered !== loaded.release.version) return false;
    loading.set(id, Promise.resolve(loaded));
    const fresh = { fellBackFrom: undefined, error: undefined, generation: generation + 1 };
    set(id, { ...onPage(loaded.release, milliseconds), ...fresh });
    return true;
  }

  deployment.subscribe(() => Object.keys(states.get()).forEach(follow));

  return {
    follow,
    replace,
    prepare,
    async update(id: string) {
      const isShown = await oneAtATime(id, async () => {
        const release = await prepare(id);
        return release !== undefined && show(id, release);
      });
      return isShown === true;
    },
    /** Shows an offered release that has loaded already. */
    showPrepared(id: string) {
      const { offered = '' } = stateOf(id);
      const release = opened.get(releaseKey({ id, version: offered }));
      if (release && !replacing.has(id)) show(id, release);
    },
  };
}
