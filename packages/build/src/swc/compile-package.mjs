import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transform } from '@swc/core';
import { swcOptions } from './swc-options.mjs';

/**
 * Compiles `src/` of a Node package to `dist/`, with source maps; copies files that are not TypeScript; deletes the
 * output of removed sources. `npm run check` checks types, not this.
 */
export async function compilePackage(packageDir) {
  const source = join(packageDir, 'src');
  const target = join(packageDir, 'dist');
  const names = (await readdir(source, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(spec|test)\.ts$|\.d\.ts$/.test(entry.name))
    .map((entry) => relative(source, join(entry.parentPath, entry.name)));
  const written = (await Promise.all(names.map((name) => compileFile(source, target, name)))).flat();
  await removeStale(target, new Set(written));
}

async function compileFile(source, target, name) {
  const from = join(source, name);
  const to = join(target, name).replace(/\.ts$/, '.js');
  await mkdir(dirname(to), { recursive: true });
  if (to === join(target, name)) {
    await writeFile(to, await readFile(from));
    return [to];
  }
  const { code, map } = await transform(await readFile(from, 'utf8'), {
    ...swcOptions({ decorators: true }),
    filename: from,
    sourceFileName: relative(dirname(to), from),
  }).catch((error) => {
    // Behind the code frame, swc prints a stack of its own machine code.
    throw new Error(error.message.replace(/\s*Caused by:[^]*/, ''));
  });
  await writeFile(to, `${code}//# sourceMappingURL=${basename(to)}.map\n`);
  await writeFile(`${to}.map`, map ?? '');
  return [to, `${to}.map`];
}

async function removeStale(target, written) {
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.filter((file) => !written.has(file)).map((file) => rm(file)));
}
