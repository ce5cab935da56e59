import type { DeployedFlag } from '@paddock/contract/calls/operations';
import { readFileSync } from 'node:fs';

/** A flag as `npm run generate` lists it from the contract. */
interface ListedFlag {
  path: string;
  type: string;
  default?: unknown;
  meaning?: string;
}
const listed = JSON.parse(readFileSync(new URL('flag-list.json', import.meta.url), 'utf8')) as readonly ListedFlag[];

export const isFlag = (path: string) => listed.some((flag) => flag.path === path);

interface FlagFiles {
  /** The flags of the community's own file and of base.json. */
  own: unknown;
  base: unknown;
  /** The flags in force. */
  inForce: unknown;
}

/** Every flag with its value, and the file that it is from. */
export function flagRows({ own, base, inForce }: FlagFiles): DeployedFlag[] {
  return listed.map(({ path, type, meaning, default: usual }) => {
    const source =
      valueAt(own, path) !== undefined ? 'community' : valueAt(base, path) !== undefined ? 'base' : 'default';
    const value = source === 'default' ? valueAt(inForce, path) : valueAt(source === 'base' ? base : own, path);
    return {
      path,
      type,
      ...(meaning !== undefined && { meaning }),
      ...(usual !== undefined && { default: JSON.stringify(usual) }),
      ...(value !== undefined && { value: JSON.stringify(value) }),
      source,
    };
  });
}

function valueAt(flags: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inside, key) =>
        typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
          ? (inside as Record<string, unknown>)[key]
          : undefined,
      flags,
    );
}
