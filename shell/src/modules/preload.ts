import type { Boot } from '@paddock/contract/calls/boot';
import { isConnected } from '@paddock/mfe-kit/realtime';
import type { Store } from '@paddock/mfe-kit/store';
import type { QueryClient } from '@tanstack/react-query';
import type { Modules } from './modules';

/** Loads `first`, then the modules that are not on the page yet and offered versions, one after another, while the browser is idle. */
export function preloadWhenIdle(modules: Modules, boot: Boot, first: () => Promise<unknown>): () => void {
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
    await firstAnswers(modules.kit.queryClient);
    await first();
    await until(modules.kit.realtime.connection, isConnected);
    void import(/* webpackChunkName: "later" */ './start-watching').then(
      ({ watch }) => watch(modules),
      () => undefined,
    );
    for (const { id } of boot.modules) {
      await idle();
      await until(modules.kit.realtime.connection, isConnected);
      if (stopped) return;
      // A failed module waits until a member opens it, or for the end of an outage.
      if (modules.states.get()[id]?.phase !== 'failed') await modules.prepare(id).catch(() => undefined);
    }
  })();
  return () => {
    stopped = true;
  };
}

/** The requested page loads first: the others would share its bandwidth. Menu and diagnostics need no module. */
const firstPage = (modules: Modules) =>
  until(modules.states, (states) => Object.values(states).every(({ phase }) => phase !== 'loading'));

const until = <T>(store: Store<T>, holds: (value: T) => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!holds(store.get())) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });

/** Milliseconds in which a newly mounted page requests its data. */
const firstRequestsMs = 200;

/** Nor do they compete with that page's data: other modules load when no request is pending. */
async function firstAnswers(queries: QueryClient): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, firstRequestsMs));
  while (queries.isFetching() > 0);
}
