import type { Boot } from '@paddock/contract/boot';
import { firstModule, type Visitor } from '../frame/destination';
import type { Release } from './fetch-listed';
import { type Fetched, fetchRelease, warmRelease } from './fetch-release';

const ahead = new Map<string, Promise<Fetched>>();
const key = ({ id, version }: Release) => `${id}@${version}`;

/** Fetches the module that the address leads to as soon as the boot answer names it, while the shell itself still loads. */
export function fetchAhead(boot: Boot, address: string, visitor: Visitor): void {
  const wanted = firstModule(boot, address, visitor);
  const release = boot.modules.find(({ id }) => id === wanted);
  if (!release) return;
  warmRelease(release);
  const fetched = fetchRelease(release);
  // Whoever loads the module hears of it.
  fetched.catch(() => undefined);
  ahead.set(key(release), fetched);
}

/** What was fetched ahead of a release, once: the next attempt fetches anew. */
export function takeAhead(release: Release): Promise<Fetched> | undefined {
  const fetched = ahead.get(key(release));
  ahead.delete(key(release));
  return fetched;
}
