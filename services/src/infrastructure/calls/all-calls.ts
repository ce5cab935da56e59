import type { Call } from '@paddock/contract/core/call';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'permission' in value && 'path' in value;

/** The contract's call files by name; in tests they are its sources. */
const files = readdirSync(dirname(fileURLToPath(import.meta.resolve('@paddock/contract/calls/boot'))))
  .flatMap((name) => /^([\w-]+)\.[jt]s$/.exec(name)?.[1] ?? [])
  .sort();

const found: Call[] = [];
for (const file of files) {
  const declared = (await import(`@paddock/contract/calls/${file}`)) as object;
  found.push(...Object.values(declared).filter(isCall));
}

/** Every call of the API, for the OpenAPI document and for tests over all calls: what the files of the contract's `calls` export. */
export const allCalls: readonly Call[] = found;
