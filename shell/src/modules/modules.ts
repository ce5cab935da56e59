import type { Boot, BootModule, writeLog } from '@paddock/contract/calls/boot';
import type { CallInput } from '@paddock/contract/core/call';
import type { ModuleNotice } from '@paddock/contract/core/client-errors';
import { serverNow } from '@paddock/mfe-kit/clock';
import { confinedKit } from '@paddock/mfe-kit/confined-kit';
import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { createStore, type Store } from '@paddock/mfe-kit/store';
import { explainLost, type Release } from './fetch-listed';
import { ModuleError } from './module-error';

/** A module's state in this page; the diagnostics page shows it. */
export interface ModuleState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** The version on the page, or the last one tried. */
  version: string;
  /** Milliseconds from the first request to running code. */
  milliseconds?: number;
  /** Why the module, or its newer version, failed. */
  error?: ModuleError;
  /** Number of failed attempts and the time of the last one. */
  failures: number;
  failedAt: number;
  /** The failed version that an earlier one replaces. */
  fellBackFrom?: string;
  /** Increases with each crash and retry, so that every piece on the page remounts. */
  generation: number;
}

export interface Loaded {
  lifecycles: MfeLifecycles;
  release: Release;
}

export interface Modules {
  states: Store<Readonly<Record<string, ModuleState>>>;
  /** Loads a module once; falls back to the previous version when the current one fails. */
  load(id: string): Promise<Loaded>;
  /** Retries a failed module without a page reload: fetches the boot reply and every file again. */
  retry(id: string): Promise<void>;
  /** Tells the server that this version works, unless it knows: later releases can fall back to it. */
  mounted(release: Release): void;
  /** Reports that a piece threw: while mounting (the previous version replaces it, if there is one) or later (the tile shows). */
  threw(id: string, phase: 'MODULE_MOUNT' | 'MODULE_CRASHED', cause: unknown): void;
  /** Reports that a piece threw while it left the page. The member sees nothing of it, and the next mount is a new one. */
  threwOnLeave(release: Release, cause: unknown): void;
  /** Reports a module that works, and blocks the page or leaks. */
  notice(facts: { module: string; version: string; code: ModuleNotice; message: string }): void;
  /** Called after a piece of a module has left the page; set by `watchModules`. */
  left?: (id: string) => void;
  /** Finds the module whose file threw an error. */
  ownerOf(text: string): string | undefined;
  find(id: string): BootModule | undefined;
  readonly kit: Kit;
  provide(kit: Kit): void;
  /** The kit that a release gets, confined to its manifest; the same one for all its pieces. */
  kitOf(release: Release): Kit;
}

export interface ModulesSettings {
  deployment: Store<Boot>;
  /** Refetches the boot reply. */
  refresh: () => Promise<void>;
  /** Loads one release; `reload` bypasses the browser's cache. */
  load: (release: Release, reload: boolean) => Promise<MfeLifecycles>;
}

const untouched = (version: string): ModuleState => ({
  phase: 'idle',
  version,
  failures: 0,
  failedAt: 0,
  generation: 0,
});

/** The modules of the current deployment: loaded on first use, cached by version, each with its state. */
export function createModules({ deployment, refresh, load }: ModulesSettings): Modules {
  const states = createStore<Readonly<Record<string, ModuleState>>>({});
  const loading = new Map<string, Promise<Loaded>>();
  /** Releases that failed in this page, by id@version: only Retry tries them again. */
  const bad = new Set<string>();
  /** Modules whose mount this page has reported. */
  const reported = new Set<string>();
  const kits = new Map<string, Kit>();
  let kit: Kit | undefined;

  const find = (id: string) => deployment.get().modules.find((module) => module.id === id);
  const key = ({ id, version }: Pick<Release, 'id' | 'version'>) => `${id}@${version}`;
  const stateOf = (id: string) => states.get()[id] ?? untouched(find(id)?.version ?? '');
  const set = (id: string, change: Partial<ModuleState>) =>
    states.set((now) => ({ ...now, [id]: { ...stateOf(id), ...change } }));

  function releasesOf(module: BootModule): Release[] {
    return module.fallback ? [module, { ...module.fallback, id: module.id }] : [module];
  }

  function candidates(module: BootModule): Release[] {
    const all = releasesOf(module);
    const good = all.filter((release) => !bad.has(key(release)));
    return good.length > 0 ? good : all;
  }

  const reportFailure = ({ module, version, code, message }: ModuleError) =>
    void report({ type: 'module_failed', module, version, code, message: message.slice(0, 500) });

  /** Sends a report without a retry: another window will have the same one. */
  const report = (facts: CallInput<typeof writeLog>) =>
    kit?.api.send({ name: 'logs.write', method: 'POST', path: '/logs' }, facts).catch(() => undefined);

  function failed(error: ModuleError) {
    const { module, version } = error;
    bad.add(`${module}@${version}`);
    set(module, { error, failures: stateOf(module).failures + 1, failedAt: serverNow() });
    reportFailure(error);
  }

  async function attempt(id: string, reload: boolean): Promise<Loaded> {
    const module = find(id);
    if (!module) throw new ModuleError('MODULE_UNLISTED', id, '');
    const started = performance.now();
    let first: ModuleError | undefined;
    for (const release of candidates(module)) {
      set(id, { phase: 'loading', version: release.version });
      try {
        const lifecycles = await load(release, reload);
        const fellBackFrom = release.version === module.version ? undefined : module.version;
        const milliseconds = performance.now() - started;
        set(id, { phase: 'ready', milliseconds, fellBackFrom, ...(!fellBackFrom && { error: undefined }) });
        return { lifecycles, release };
      } catch (error) {
        const failure =
          error instanceof ModuleError ? error : new ModuleError('MODULE_EVALUATION', id, release.version, error);
        failed(failure);
        first ??= failure;
      }
    }
    const error = first ?? new ModuleError('MODULE_UNLISTED', id, module.version);
    set(id, { phase: 'failed', version: error.version, error });
    throw error;
  }

  function start(id: string, reload = false): Promise<Loaded> {
    const under = attempt(id, reload);
    loading.set(id, under);
    // Not during a fall-back: a second container of the previous version would take the first one's later chunks.
    under.catch(() => loading.get(id) === under && loading.delete(id));
    return under;
  }

  // A new version in the deployment retries a failed module. A running module stays until a reload.
  deployment.subscribe(() => {
    for (const [id, state] of Object.entries(states.get()))
      if (state.phase === 'failed' && find(id) && find(id)?.version !== state.version)
        set(id, { ...untouched(find(id)!.version), generation: state.generation + 1 });
  });

  return {
    states,
    find,
    load: (id) => loading.get(id) ?? start(id),
    async retry(id) {
      const before = loading.get(id);
      await refresh();
      for (const known of [...bad]) if (known.startsWith(`${id}@`)) bad.delete(known);
      // The first page to see the new boot reply is loading it already: two containers of one version take each other's
      // chunks, and both miss some.
      const now = loading.get(id);
      await (now !== before && now ? now : start(id, true)).catch(() => undefined);
      set(id, { generation: stateOf(id).generation + 1 });
    },
    mounted({ id, version }) {
      const listed = find(id);
      if (listed?.version !== version || listed.proven || reported.has(id) || !kit?.session.get().token) return;
      reported.add(id);
      void report({ type: 'module_mounted', module: id, version });
    },
    threw(id, phase, cause) {
      const { version } = stateOf(id);
      const fail = (error: ModuleError) => {
        const state = stateOf(id);
        if (state.phase !== 'ready') return;
        const other = phase === 'MODULE_MOUNT' && find(id)?.fallback !== undefined && state.fellBackFrom === undefined;
        failed(error);
        loading.delete(id);
        set(id, other ? { generation: state.generation + 1 } : { phase: 'failed' });
      };
      const module = find(id);
      const release = module && releasesOf(module).find((one) => one.version === version);
      const lost = release && explainLost(release, cause);
      if (lost) void lost.then(fail);
      else fail(new ModuleError(phase, id, version, cause));
    },
    threwOnLeave: ({ id, version }, cause) => reportFailure(new ModuleError('MODULE_CRASHED', id, version, cause)),
    notice: (facts) => void report({ type: 'module_noticed', ...facts }),
    ownerOf: (text) =>
      deployment
        .get()
        .modules.find(({ base, fallback }) => text.includes(base) || (fallback && text.includes(fallback.base)))?.id,
    get kit() {
      if (!kit) throw new Error('the kit is not there yet');
      return kit;
    },
    provide: (made) => void (kit = made),
    kitOf(release) {
      const made = kits.get(key(release)) ?? confinedKit(this.kit, release.manifest);
      kits.set(key(release), made);
      return made;
    },
  };
}
