import { ApiError } from '@paddock/mfe-kit/api-error';
import { toast } from '@paddock/ui/toast';
import type { Modules } from './modules';

/**
 * What no boundary catches: throws in event handlers, timers and forgotten promises. Whose file the error came from gets
 * the tile; the other modules go on.
 */
export function watchForCrashes(modules: Modules): void {
  const report = (error: unknown, file = '') => {
    const owner = modules.ownerOf(`${file}\n${error instanceof Error ? (error.stack ?? '') : ''}`);
    if (owner) modules.threw(owner, 'MODULE_CRASHED', error);
  };
  window.addEventListener('error', (event) => report(event.error, event.filename));
  window.addEventListener('unhandledrejection', (event) => {
    // A refused call that nobody handled is no crash: it is said, and the page stays.
    if (event.reason instanceof ApiError) toast({ text: event.reason.message || event.reason.code, kind: 'bad' });
    else report(event.reason);
  });
}
