import { isDeepStrictEqual } from 'node:util';
import type { CommunityChange } from '../infrastructure/tenancy/communities.js';
import { isObject } from './in-language.js';
import type { DeployedCommunity } from './read-deployments.js';

/** What the log names of a change: deployment files contain texts and keys of other services, so no value is logged. */
export interface LoggedChange {
  /** Keys whose values differ, such as `flags.passkeys`; `added` or `removed` for a whole community. */
  changed: readonly string[];
  /** Versions of modules that were replaced, by module: `1.0.0 → 1.1.0`. */
  releases?: Readonly<Record<string, string>>;
}

/** Changed communities between two states of the deployments, each with the entry for the log. */
export function changesBetween(
  before: readonly DeployedCommunity[],
  after: readonly DeployedCommunity[],
): (CommunityChange & { logged: LoggedChange })[] {
  const ids = new Set([...before, ...after].map(({ config }) => config.id));
  return [...ids].flatMap((community) => {
    const previous = before.find(({ config }) => config.id === community);
    const next = after.find(({ config }) => config.id === community);
    if (previous?.revision === next?.revision) return [];
    const change = { community, revision: next?.revision ?? '', config: next?.config, previous: previous?.config };
    return [{ ...change, logged: loggedChange(previous, next) }];
  });
}

function loggedChange(previous: DeployedCommunity | undefined, next: DeployedCommunity | undefined): LoggedChange {
  if (!previous) return { changed: ['added'] };
  if (!next) return { changed: ['removed'] };
  const former = versionsOf(previous);
  const moved = [...versionsOf(next)].filter(([id, version]) => former.has(id) && former.get(id) !== version);
  const releases = moved.map(([id, version]) => [id, `${former.get(id)} → ${version}`] as const);
  return {
    changed: changedKeys(previous.config, next.config),
    ...(releases.length > 0 && { releases: Object.fromEntries(releases) }),
  };
}

const versionsOf = ({ modules }: DeployedCommunity) =>
  new Map(modules.map(({ module }) => [module.id, module.version] as const));

/** Keys at the top, and one level below where both values are objects. */
function changedKeys(before: object, after: object, path = ''): string[] {
  const fields = (value: object) => new Map<string, unknown>(Object.entries(value));
  const [former, present] = [fields(before), fields(after)];
  const keys = [...new Set([...former.keys(), ...present.keys()])];
  return keys.flatMap((key) => {
    const [one, other] = [former.get(key), present.get(key)];
    if (isDeepStrictEqual(one, other)) return [];
    const isDeeper = path === '' && isObject(one) && isObject(other);
    return isDeeper ? changedKeys(one, other, `${key}.`) : [`${path}${key}`];
  });
}
