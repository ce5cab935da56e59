import type { BootModule } from '@paddock/contract/calls/boot';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { ModuleError } from './module-error';
import { type Release, releaseKey, releasesOf, type States } from './module-states';

export interface Loaded {
  lifecycles: MfeLifecycles;
  release: Release;
}

/** Loads one release; `reload` bypasses the browser's cache. */
export type LoadRelease = (release: Release, reload: boolean) => Promise<MfeLifecycles>;

/** A release whose code runs in this page. */
export interface OpenedRelease extends Loaded {
  milliseconds: number;
}

/**
 * Opens each release once: a page that goes back to one gets its running code again. Two containers of one version would take each
 * other's chunks.
 */
export function createOpening(load: LoadRelease) {
  const opened = new Map<string, OpenedRelease>();
  const opening = new Map<string, Promise<OpenedRelease>>();

  function open(release: Release, reload = false): Promise<OpenedRelease> {
    const key = releaseKey(release);
    const known = opened.get(key);
    if (known && !reload) return Promise.resolve(known);
    const other = opening.get(key);
    if (other && !reload) return other;
    const started = performance.now();
    const under = load(release, reload).then(
      (lifecycles) => {
        const result = { lifecycles, release, milliseconds: performance.now() - started };
        opened.set(key, result);
        opening.delete(key);
        return result;
      },
      (error: unknown) => {
        opening.delete(key);
        throw error instanceof ModuleError
          ? error
          : new ModuleError('MODULE_EVALUATION', release.id, release.version, error);
      },
    );
    opening.set(key, under);
    return under;
  }
  return { opened, open };
}

export type Opening = ReturnType<typeof createOpening>;

/** Loads modules, each once at a time. */
export function createLoading(
  { find, set, bad }: States,
  { open }: Pick<Opening, 'open'>,
  failed: (error: ModuleError) => void,
) {
  const loading = new Map<string, Promise<Loaded>>();

  function candidates(module: BootModule): Release[] {
    const all = releasesOf(module);
    const good = all.filter((release) => !bad.has(releaseKey(release)));
    return good.length > 0 ? good : all;
  }

  async function attempt(id: string, { reload = false, inPlace = false }: Attempt): Promise<Loaded> {
    const module = find(id);
    if (!module) throw new ModuleError('MODULE_UNLISTED', id, '');
    let first: ModuleError | undefined;
    for (const release of candidates(module)) {
      if (!inPlace) set(id, { phase: 'loading', version: release.version });
      try {
        const { milliseconds, ...loaded } = await open(release, reload);
        bad.delete(releaseKey(release));
        // A temporarily refused version is offered again like a new one.
        const fellBackFrom = release.version === module.version || first?.isTemporary ? undefined : module.version;
        set(id, { ...onPage(release, milliseconds), fellBackFrom, ...(!fellBackFrom && { error: undefined }) });
        return loaded;
      } catch (error) {
        failed(error as ModuleError);
        first ??= error as ModuleError;
      }
    }
    const error = first ?? new ModuleError('MODULE_UNLISTED', id, module.version);
    set(id, { phase: 'failed', version: error.version, error, offered: undefined, isRecalled: undefined });
    throw error;
  }

  function start(id: string, how: Attempt = {}): Promise<Loaded> {
    const under = attempt(id, how);
    loading.set(id, under);
    // Not during a fall-back: a second container of the previous version would take the first one's later chunks.
    under.catch(() => loading.get(id) === under && loading.delete(id));
    return under;
  }
  return { loading, start };
}

interface Attempt {
  reload?: boolean;
  /** While another release stays on the page. */
  inPlace?: boolean;
}

export type Loading = ReturnType<typeof createLoading>;

/** The change of a module's state when a release comes onto the page. */
export const onPage = ({ version }: Release, milliseconds: number) => ({
  phase: 'ready' as const,
  version,
  milliseconds,
  offered: undefined,
  isRecalled: undefined,
});
