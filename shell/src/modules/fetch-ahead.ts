import type { Boot } from '@paddock/contract/calls/boot';
import { firstModule, type Visitor } from '../frame/destination';
import type { Release } from './fetch-listed';
import { type Factory, openRelease } from './open-release';

const ahead = new Map<string, Promise<Factory>>();
const key = ({ id, version }: Release) => `${id}@${version}`;

/** Milliseconds that the shell's own code waits for a boot answer, so that the module's files are on their way while it runs. */
const MOMENT = 30;

/**
 * Opens the module that the address leads to as soon as the boot answer names it, while the shell itself still loads; its
 * code does not run yet.
 *
 * @returns what settles when the files are asked for, or a moment later
 */
export function fetchAhead(firstBoot: Promise<Boot>, visitor: Visitor): Promise<unknown> {
  const asked = firstBoot.then(
    (boot) => open(boot, window.location.hash.slice(1), visitor),
    () => undefined,
  );
  return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, MOMENT))]);
}

function open(boot: Boot, address: string, visitor: Visitor): void {
  const wanted = firstModule(boot, address, visitor);
  const release = boot.modules.find(({ id }) => id === wanted);
  if (!release) return;
  const opened = openRelease(release);
  // Whoever loads the module hears of it.
  opened.catch(() => undefined);
  ahead.set(key(release), opened);
}

/** What was opened ahead of a release, once: the next attempt begins anew. */
export function takeAhead(release: Release): Promise<Factory> | undefined {
  const opened = ahead.get(key(release));
  ahead.delete(key(release));
  return opened;
}
