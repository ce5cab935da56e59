import type { Type } from '@nestjs/common';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { StartError } from './infrastructure/start-error.js';

/** Folders whose module every process starts, or that is no service. */
const shared = ['community', 'demo', 'deployment', 'infrastructure'];

/** The folders of the services by name: `<name>/<name>.module.ts`, here or in `content`. */
export function serviceFolders(): Map<string, string> {
  const extension = extname(import.meta.filename);
  const names = ['.', 'content'].flatMap((parent) =>
    readdirSync(join(import.meta.dirname, parent)).map((name) => [name, join(parent, name)] as const),
  );
  return new Map(
    names.filter(
      ([name, folder]) =>
        !shared.includes(folder) && existsSync(join(import.meta.dirname, folder, `${name}.module${extension}`)),
    ),
  );
}

/** The modules of these services, or of all. */
export async function chosenServices(names: readonly string[]): Promise<Type[]> {
  const folders = serviceFolders();
  const unknown = names.find((name) => !folders.has(name));
  if (unknown)
    throw new StartError(`SERVICES names '${unknown}', which is not one of ${[...folders.keys()].join(', ')}.`);
  const modules: Type[] = [];
  for (const name of names.length > 0 ? names : folders.keys()) {
    const file = (await import(`./${folders.get(name)}/${name}.module.js`)) as Record<string, Type>;
    modules.push(...Object.values(file));
  }
  return modules;
}

/** The modules whose calls another process answers: those that `SERVICES` does not name. */
export async function servedElsewhere(names: readonly string[]): Promise<Set<Type>> {
  const own = await chosenServices(names);
  return new Set((await chosenServices([])).filter((module) => !own.includes(module)).flatMap(withImports));
}

/** A service may have modules of its own, as chats has groups. */
function withImports(module: Type): Type[] {
  const imported = (Reflect.getMetadata('imports', module) ?? []) as Type[];
  return [module, ...imported.flatMap(withImports)];
}
