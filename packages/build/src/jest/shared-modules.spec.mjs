import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '@paddock/cli/paths.mjs';
import { harmlessState } from './harmless-state.mjs';
import { SharedModules } from './shared-modules.mjs';

const rootDir = mkdtempSync(join(tmpdir(), 'shared-modules-'));
afterAll(() => rmSync(rootDir, { recursive: true, force: true }));

/** Which of some files, given by their lines, are shared. */
function shared(files, harmlessState = []) {
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(rootDir, name), `${lines.join('\n')}\n`);
  const importsOf = (path) =>
    Object.entries(files)
      .filter(([name]) => path === join(rootDir, name))
      .flatMap(([, lines]) => lines.flatMap((line) => /from '\.\/(.*)\.js'/.exec(line)?.[1] ?? []))
      .map((name) => join(rootDir, `${name}.ts`));
  const modules = new SharedModules({ rootDir, cacheDirectory: join(rootDir, 'cache'), harmlessState, importsOf });
  return Object.keys(files).filter((name) => modules.has(join(rootDir, name)));
}

describe(SharedModules, () => {
  it.each([
    ['a variable', 'let count = 0;'],
    ['an exported variable', 'export let count = 0;'],
    ['an empty list', 'const found: string[] = [];'],
    ['an empty map', 'const formats = new Map<string, Intl.DateTimeFormat>();'],
    ['an instance of a class', 'const queue = new Queue(3);'],
    ['a static field', 'class A {\n  static count = 0;\n}'],
    ['mocks', "import { jest } from '@jest/globals';"],
    ['an import that is unknown before it runs', 'const load = (name) => import(`./${name}.js`);'],
  ])('does not share a module with %s', (_, line) => {
    expect(shared({ 'a.ts': [line] })).toEqual([]);
  });

  it.each([
    ['constants', "export const names = new Set(['a', 'b']);"],
    ['a form of text', "const form = new RegExp('a', 'u');"],
    ['read-only collections', 'const none: ReadonlyMap<number, string> = new Map();'],
    ['state in instances', 'export class A {\n  private count = 0;\n  static of() {}\n}'],
  ])('shares a module with %s', (_, line) => {
    expect(shared({ 'a.ts': [line] })).toEqual(['a.ts']);
  });

  it('does not share what imports state, directly or through others, also in a circle', () => {
    const files = {
      'state.ts': ['let count = 0;'],
      'direct.ts': ["import {} from './state.js';"],
      'far.ts': ["import {} from './direct.js';", "import {} from './near.js';"],
      'near.ts': ["import {} from './far.js';"],
      'one.ts': ["import {} from './two.js';"],
      'two.ts': ["import {} from './one.js';"],
    };
    expect(shared(files)).toEqual(['one.ts', 'two.ts']);
    expect(shared(files, ['state.ts'])).toEqual(Object.keys(files));
  });

  it('notices a source that has changed since', () => {
    const path = join(rootDir, 'late.ts');
    writeFileSync(path, 'export const a = 1;\n');
    const cacheDirectory = join(rootDir, 'cache');
    const modules = new SharedModules({ rootDir, cacheDirectory, harmlessState: [], importsOf: () => [] });
    expect([modules.has(path), modules.areOutdated]).toEqual([true, false]);
    rmSync(path);
    expect(modules.areOutdated).toBe(true);
  });

  // One variable in a module that all import makes each spec file load the services' modules for itself, 0.3 s of CPU.
  it('shares what every spec of the services imports', () => {
    const files = [
      'services/src/infrastructure/calls/language-of.ts',
      'services/src/infrastructure/mongo/mongo.ts',
      'services/src/infrastructure/outbox/outbox.ts',
      'services/src/community/sessions/session.service.ts',
      'services/src/community/users/user.repository.ts',
    ];
    const imported = /^(?:import|\}) (?!type)(?:.*from )?'(\.{1,2}|@paddock\/contract)(\/.*?)(?:\.js)?';$/gm;
    const importsOf = (path) =>
      [...readFileSync(path, 'utf8').matchAll(imported)].map(([, base, name]) => {
        const folder = base.startsWith('.') ? join(dirname(path), base) : join(root, 'packages/contract/src');
        return `${join(folder, name)}.ts`;
      });
    const cacheDirectory = join(rootDir, 'cache');
    const modules = new SharedModules({ rootDir: root, cacheDirectory, harmlessState, importsOf });
    expect(files.filter((file) => !modules.has(join(root, file)))).toEqual([]);
  });
});
