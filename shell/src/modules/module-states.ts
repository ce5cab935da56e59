import { outageCodes } from '@paddock/contract/core/client-errors';
import type { Boot, BootModule } from '@paddock/contract/calls/boot';
import { createStore, type Store } from '@paddock/mfe-kit/store';
import type { ModuleError } from './module-error';

/** One release of a module in the boot reply: the current one or the fall-back. */
export type Release = Pick<BootModule, 'id' | 'version' | 'base' | 'entry' | 'manifest' | 'integrity' | 'first'>;

/** A module's state in this page; the diagnostics page shows it. */
export interface ModuleState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** The version on the page, or the last one tried. */
  version: string;
  /** Milliseconds from the first request to running code. */
  milliseconds?: number;
  /** The failure of the module, or of its newer version. */
  error?: ModuleError;
  /** Number of failed attempts and the time of the last one. */
  failures: number;
  failedAt: number;
  /** The failed version that an earlier one replaces. */
  fellBackFrom?: string;
  /** The version that the deployment has now, while the page runs another one. */
  offered?: string;
  /** The version on the page was recalled: the offered one replaces it as soon as it has loaded. */
  isRecalled?: boolean;
  /** Increases with each crash, retry and replacement, so that every piece on the page remounts. */
  generation: number;
}

export const releaseKey = ({ id, version }: Pick<Release, 'id' | 'version'>): string => `${id}@${version}`;

/** The listed release and the one to fall back to. */
export const releasesOf = (module: BootModule): Release[] =>
  module.fallback ? [module, { ...module.fallback, id: module.id }] : [module];

/** An outage kept the module's files away: they may be available by now. */
export const isLost = (state: ModuleState | undefined): boolean =>
  state?.phase === 'failed' && outageCodes.has(state.error?.code ?? '');

export const untouched = (version: string): ModuleState => ({
  phase: 'idle',
  version,
  failures: 0,
  failedAt: 0,
  generation: 0,
});

/** The states of the modules in this page, and the releases that failed in it. */
export function createStates(deployment: Store<Boot>) {
  const states = createStore<Readonly<Record<string, ModuleState>>>({});
  const find = (id: string) => deployment.get().modules.find((module) => module.id === id);
  const stateOf = (id: string) => states.get()[id] ?? untouched(find(id)?.version ?? '');
  const set = (id: string, change: Partial<ModuleState>) =>
    states.set((now) => ({ ...now, [id]: { ...stateOf(id), ...change } }));
  /** By id@version: only Retry tries them again. */
  return { states, find, stateOf, set, bad: new Set<string>() };
}

export type States = ReturnType<typeof createStates>;
