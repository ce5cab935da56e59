import type { Boot } from '@paddock/contract/calls/boot';
import { firstModule, type Visitor } from '../frame/destination';
import type { Release } from './module-states';
import type { Factory } from './federation';
import { releaseKey } from './module-states';
import { openRelease } from './open-release';

const ahead = new Map<string, Promise<Factory>>();

/** Milliseconds for which the shell's own code waits for a boot reply, so that the module's files load while it runs. */
const bootWaitMs = 30;

/**
 * Opens the address's module as soon as the boot reply names it, while the shell itself still loads. The module's code does not run yet.
 *
 * @returns a promise that settles when the files are requested, or a moment later
 */
export function fetchAhead(firstBoot: Promise<Boot>, visitor: Visitor): Promise<unknown> {
  const opened = firstBoot.then(
    (boot) => open(boot, window.location.hash.slice(1), visitor),
    () => undefined,
  );
  return Promise.race([opened, new Promise((resolve) => setTimeout(resolve, bootWaitMs))]);
}

function open(boot: Boot, address: string, visitor: Visitor): void {
  const first = firstModule(boot, address, visitor);
  const release = boot.modules.find(({ id }) => id === first);
  if (!release) return;
  const opened = openRelease(release);
  // The caller that loads the module gets the error.
  opened.catch(() => undefined);
  ahead.set(releaseKey(release), opened);
}

/** Returns a release that was opened ahead, once: the next attempt starts again. */
export function takeAhead(release: Release): Promise<Factory> | undefined {
  const opened = ahead.get(releaseKey(release));
  ahead.delete(releaseKey(release));
  return opened;
}
