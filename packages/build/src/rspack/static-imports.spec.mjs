import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { root } from './base-config.mjs';
import { packagesOf, staticImports } from './static-imports.mjs';

let dir;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'paddock-imports-'));
  await writeFile(
    path.join(dir, 'entry.ts'),
    `import './first'; import type { A } from './type'; import { type B } from './type';
     import { store } from '@paddock/mfe-kit/store'; import { useState } from 'react';
     export const later = () => import('./later');`,
  );
  for (const name of ['type', 'later', 'second']) await writeFile(path.join(dir, `${name}.ts`), '');
  await writeFile(path.join(dir, 'first.ts'), "import { c } from './second'; import './entry';");
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('finds static imports through files and own packages, without types and dynamic imports', () => {
  expect([...staticImports([path.join(dir, 'entry.ts')])].sort()).toEqual(
    [
      ...['entry', 'first', 'second'].map((name) => path.join(dir, `${name}.ts`)),
      path.join(root, 'packages/mfe-kit/src/store.tsx'),
    ].sort(),
  );
});

it('returns the third-party packages among them', () =>
  expect([...packagesOf(staticImports([path.join(dir, 'entry.ts')]))].sort()).toEqual(['react']));
