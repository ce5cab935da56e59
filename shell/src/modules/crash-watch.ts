import { ApiError } from '@paddock/mfe-kit/api-error';
import { toast } from '@paddock/ui/toast';
import type { Modules } from './modules';

/**
 * Handles errors that no boundary catches: in event handlers, timers and unhandled promises. The module whose file threw
 * shows its error tile; the other modules keep working.
 */
export function watchForCrashes(modules: Modules): void {
  const report = (error: unknown, file = '') => {
    const owner = modules.releaseOf(`${file}\n${error instanceof Error ? (error.stack ?? '') : ''}`);
    if (!owner) return;
    // A timer of a version that has left the page concerns nothing that the member sees.
    if (modules.states.get()[owner.id]?.version !== owner.version) modules.threwOnLeave(owner, error);
    else modules.threw(owner.id, 'MODULE_CRASHED', error);
  };
  window.addEventListener('error', (event) => report(event.error, event.filename));
  window.addEventListener('unhandledrejection', (event) => {
    // An unhandled refused call is not a crash: show its message and keep the page.
    if (event.reason instanceof ApiError) toast({ text: event.reason.message || event.reason.code, kind: 'bad' });
    else report(event.reason);
  });
}
