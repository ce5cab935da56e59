import { ApiError } from '@paddock/mfe-kit/api-error';
import { toast } from '@paddock/ui/toast';
import type { Modules } from './modules';

/**
 * Handles errors that no boundary catches: in event handlers, timers and unhandled promises. The module whose file threw
 * shows its error tile; the other modules keep working.
 */
export function watchForCrashes(modules: Modules): void {
  const report = (error: unknown, file = '') => {
    const owner = modules.ownerOf(`${file}\n${error instanceof Error ? (error.stack ?? '') : ''}`);
    if (owner) modules.threw(owner, 'MODULE_CRASHED', error);
  };
  window.addEventListener('error', (event) => report(event.error, event.filename));
  window.addEventListener('unhandledrejection', (event) => {
    // An unhandled refused call is not a crash: show its message and keep the page.
    if (event.reason instanceof ApiError) toast({ text: event.reason.message || event.reason.code, kind: 'bad' });
    else report(event.reason);
  });
}
