import { watchUnsent } from '../unsent/watch-unsent';
import type { Modules } from './modules';
import { watchModules } from './watch-modules';

/** Starts, once, what the shell watches after the first page is there. */
export function watch(modules: Modules): void {
  if (modules.left) return;
  watchModules(modules);
  watchUnsent(modules.kit);
}
