import { watchUnsent } from '../unsent/watch-unsent';
import type { Modules } from './modules';
import { watchModules } from './watch-modules';

const watched = new WeakSet<Modules>();

/** Starts, once, what the shell watches after the first page is there. */
export function watch(modules: Modules): void {
  if (watched.has(modules)) return;
  watched.add(modules);
  watchModules(modules);
  watchUnsent(modules.kit);
}
