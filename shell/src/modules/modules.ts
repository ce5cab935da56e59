import type { Boot, BootModule, writeLog } from '@paddock/contract/calls/boot';
import type { CallInput } from '@paddock/contract/core/call';
import type { ModuleNotice } from '@paddock/contract/core/client-errors';
import { serverNow } from '@paddock/mfe-kit/clock';
import { confinedKit } from '@paddock/mfe-kit/confined-kit';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { isConnected } from '@paddock/mfe-kit/realtime';
import type { Store } from '@paddock/mfe-kit/store';
import { createCrashes } from './crashes';
import { ModuleError } from './module-error';
import { createStates, isLost, type ModuleState, type Release, releaseKey } from './module-states';
import { createLoading, createOpening, type Loaded, type LoadRelease } from './release-loading';
import { createReplacement } from './release-replacement';

export interface Modules {
  states: Store<Readonly<Record<string, ModuleState>>>;
  /** Loads a module once; falls back to the previous version when the current one fails. */
  load(id: string): Promise<Loaded>;
  /** Loads the module of a page that opens: the deployment's present version, if it has been prepared. */
  open(id: string): Promise<Loaded>;
  /** Loads a module that is not loaded, or the version that is offered instead of the one on the page. */
  prepare(id: string): Promise<unknown>;
  /** Replaces a module's version on the page by the offered one. Returns false, with the former on the page, if it does not load. */
  update(id: string): Promise<boolean>;
  /** The releases in this page, as `id@version`. */
  running(): string[];
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
  /** The same with its version. */
  releaseOf(text: string): Release | undefined;
  find(id: string): BootModule | undefined;
  readonly kit: Kit;
  /** Also follows the connection: each time it returns, modules that an outage kept away load, one after another. */
  provide(kit: Kit): void;
  /** The kit that a release gets, confined to its manifest; the same one for all its pieces. */
  kitOf(release: Release): Kit;
}

export interface ModulesSettings {
  deployment: Store<Boot>;
  /** Refetches the boot reply. */
  refresh: () => Promise<void>;
  load: LoadRelease;
}

/** Calls back each time the connection returns. */
function whenBack({ realtime: { connection } }: Kit, back: () => unknown): void {
  let wasConnected = isConnected(connection.get());
  connection.subscribe(() => {
    const isNow = isConnected(connection.get());
    if (isNow && !wasConnected) back();
    wasConnected = isNow;
  });
}

/** The modules of the current deployment: loaded on first use, cached by version, each with its state. */
export function createModules({ deployment, refresh, load }: ModulesSettings): Modules {
  const own = createStates(deployment);
  const { states, find, stateOf, set, bad } = own;
  const opening = createOpening(load);
  /** Releases whose mount this page has reported. */
  const reported = new Set<string>();
  const kits = new Map<string, Kit>();
  let kit: Kit | undefined;

  const reportFailure = ({ module, version, code, message }: ModuleError) =>
    void report({ type: 'module_failed', module, version, code, message: message.slice(0, 500) });

  /** Sends a report without a retry: another window will have the same one. */
  const report = (facts: CallInput<typeof writeLog>) =>
    kit?.api.send({ name: 'logs.write', method: 'POST', path: '/logs' }, facts).catch(() => undefined);

  function failed(error: ModuleError) {
    const { module, version } = error;
    if (!error.isTemporary) bad.add(releaseKey({ id: module, version }));
    set(module, { error, failures: stateOf(module).failures + 1, failedAt: serverNow() });
    reportFailure(error);
  }
  const { loading, start } = createLoading(own, opening, failed);
  const parts = { deployment, states: own, loading, start, ...opening, failed, report: reportFailure };
  const { follow, replace, prepare, update, showPrepared } = createReplacement(parts);
  const { threw, releaseOf } = createCrashes({ ...parts, replace });
  const loadOnce = (id: string) => {
    const known = loading.get(id);
    if (known) return known;
    const under = start(id);
    // The deployment may have changed meanwhile.
    under.then(
      () => follow(id),
      () => undefined,
    );
    return under;
  };
  return {
    states,
    find,
    load: loadOnce,
    open(id) {
      showPrepared(id);
      return loadOnce(id);
    },
    prepare: (id) => (stateOf(id).offered === undefined ? loadOnce(id) : prepare(id)),
    update,
    running: () =>
      Object.entries(states.get()).flatMap(([id, { phase, version }]) =>
        phase === 'ready' || phase === 'loading' ? [releaseKey({ id, version })] : [],
      ),
    async retry(id) {
      const before = loading.get(id);
      await refresh();
      for (const known of [...bad]) if (known.startsWith(`${id}@`)) bad.delete(known);
      // The first page to see the new boot reply is loading it already: two containers of one version take each other's
      // chunks, and both miss some.
      const now = loading.get(id);
      await (now !== before && now ? now : start(id, { reload: true })).catch(() => undefined);
      set(id, { generation: stateOf(id).generation + 1 });
      follow(id);
    },
    mounted({ id, version }) {
      const listed = find(id);
      const key = releaseKey({ id, version });
      if (listed?.version !== version || listed.proven || reported.has(key) || !kit?.session.get().token) return;
      reported.add(key);
      void report({ type: 'module_mounted', module: id, version });
    },
    threw,
    threwOnLeave: ({ id, version }, cause) => reportFailure(new ModuleError('MODULE_CRASHED', id, version, cause)),
    notice: (facts) => void report({ type: 'module_noticed', ...facts }),
    ownerOf: (text) => releaseOf(text)?.id,
    releaseOf,
    get kit() {
      if (!kit) throw new Error('the kit is not there yet');
      return kit;
    },
    provide(made) {
      kit = made;
      whenBack(made, async () => {
        for (const id of Object.keys(states.get())) if (isLost(stateOf(id))) await loadOnce(id).catch(() => undefined);
      });
    },
    kitOf(release) {
      const made = kits.get(releaseKey(release)) ?? confinedKit(this.kit, release.manifest);
      kits.set(releaseKey(release), made);
      return made;
    },
  };
}
