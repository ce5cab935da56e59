import type { Boot } from '@paddock/contract/boot';
import type { Modules } from './modules';

/** Loads the modules that are not on the page yet, one after another, when the browser has nothing else to do. */
export function preloadWhenIdle(modules: Modules, boot: Boot): () => void {
  let stopped = false;
  const idle = () =>
    new Promise<void>((resolve) =>
      'requestIdleCallback' in window
        ? requestIdleCallback(() => resolve(), { timeout: 3000 })
        : setTimeout(resolve, 500),
    );
  void (async () => {
    await idle();
    await firstPage(modules);
    for (const { id } of boot.modules) {
      await idle();
      if (stopped) return;
      // A module that failed waits for the one who opens it.
      if (modules.states.get()[id]?.phase !== 'failed') await modules.load(id).catch(() => undefined);
    }
  })();
  return () => {
    stopped = true;
  };
}

/** The page that was asked for goes first: the others would share its line. Menu and diagnostics ask for none. */
const firstPage = (modules: Modules) =>
  new Promise<void>((resolve) => {
    const look = () => {
      const settled = Object.values(modules.states.get()).every(({ phase }) => phase !== 'loading');
      if (settled) resolve();
      return settled;
    };
    if (look()) return;
    const stop = modules.states.subscribe(() => look() && stop());
  });
