import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root as workspace } from '../config/places.mjs';
import { shellInputs, versionInputs } from './module-inputs.mjs';
import { versionOf } from '../release/release-module.mjs';

const modules = readdirSync(workspace).filter((name) => name.startsWith('mfe-'));
let root;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'paddock-inputs-'));
  const shell = ['shell', 'packages/mfe-kit', 'packages/ui'];
  for (const part of [...modules, ...shell, 'packages/contract', 'packages/build/src/rspack', 'package-lock.json'])
    cpSync(path.join(workspace, part), path.join(root, part), {
      recursive: true,
      filter: (file) => !/[\\/](node_modules|dist)([\\/]|$)/.test(file),
    });
});
afterAll(() => rm(root, { recursive: true }));

const versions = async () =>
  Object.fromEntries(await Promise.all(modules.map(async (id) => [id, await versionOf(path.join(root, id), root)])));

let latest;
/** The modules that a change gives a new version. */
async function released(change) {
  const before = latest ?? (await versions());
  await change();
  latest = await versions();
  return modules.filter((id) => before[id] !== latest[id]);
}
const contractFile = (name) => path.join(root, 'packages/contract/src', name);
/** Replaces a text of a file once. */
const edit = async (file, from, to) => {
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(from);
  await writeFile(file, text.replace(from, to));
};
const lock = async (change) => {
  const file = path.join(root, 'package-lock.json');
  const content = JSON.parse(await readFile(file, 'utf8'));
  change(content.packages);
  await writeFile(file, JSON.stringify(content));
};

describe(versionInputs, () => {
  it.each([
    ['the address of a call', 'calls/classifieds.ts', /path: '\/classifieds'/, "path: '/ads'", ['mfe-content']],
    ['a constant', 'calls/groups.ts', /maxGroupTitle = 140/, 'maxGroupTitle = 120', ['mfe-chats']],
    ['a call of no module', 'calls/realtime.ts', /$/, '\nexport const added = 1;', []],
    ['a flag', 'core/flags.ts', /rsvp: off/, 'laps: off, rsvp: off', []],
    [
      'a link',
      'core/links.ts',
      /export interface Links \{/,
      "export interface Links {\n  'laps.list': Record<never, never>;",
      [],
    ],
    ['a field of a reply', 'calls/chats.ts', /reply: z\.object\(\{/, 'reply: z.object({ laps: z.number(), ', []],
    ['a comment', 'core/call.ts', /^/, '/* changed */', []],
  ])('gives new versions only to the modules that use %s in %s', async (_, file, from, to, expected) =>
    expect(await released(() => edit(contractFile(file), from, to))).toEqual(expected),
  );

  it('gives no new version for comments, layout, tests and their helpers, commands and dev', async () => {
    const rspack = (name) => path.join(root, 'packages/build/src/rspack', name);
    const chats = (name) => path.join(root, 'mfe-chats', name);
    const same = async () => {
      await appendFile(chats('src/index.ts'), '\n\n// Nothing new\n');
      await edit(chats('src/messages/en.json'), /^\{/, '{\n\n');
      await edit(chats('package.json'), /"private": true/, '"description": "Chats", "private": true');
      await writeFile(chats('src/test-helper.ts'), 'export const help = 1;');
      await appendFile(rspack('config/base-config.mjs'), '\n// changed');
      await appendFile(rspack('dev/start-dev.mjs'), '\nexport const changed = 1;');
      await appendFile(rspack('release/registry.mjs'), '\nexport const changed = 1;');
    };
    expect(await released(same)).toEqual([]);
  });

  it('gives every module a new version for the build and its loaders', async () => {
    for (const file of ['config/base-config.mjs', 'config/icon-keys-loader.mjs'])
      expect(
        await released(() => appendFile(path.join(root, 'packages/build/src/rspack', file), '\nexport const x = 1;')),
      ).toEqual(modules);
  });

  it('gives no module a new version for another tab: its contract file and its entry in the lock file', async () => {
    expect(await released(() => writeFile(contractFile('calls/timing.ts'), 'export {};'))).toEqual([]);
    const add = (packages) => {
      packages['mfe-timing'] = { name: '@paddock/mfe-timing', dependencies: { 'timing-charts': '^1.0.0' } };
      packages['node_modules/timing-charts'] = { version: '1.0.0' };
    };
    expect(await released(() => lock(add))).toEqual([]);
  });

  it('gives new versions for another version of a bundled package, direct or indirect', async () => {
    const change = (name) => (packages) => (packages[`node_modules/${name}`].version = '99.0.0');
    expect(await released(() => lock(change('lucide-react')))).toEqual(modules);
    expect(await released(() => lock(change('@rspack/binding')))).toEqual(modules);
  });

  it('gives no new version for tests and changelogs', async () => {
    const write = async () => {
      await writeFile(path.join(root, 'mfe-chats/src/new.test.ts'), '');
      await appendFile(path.join(root, 'mfe-chats/CHANGELOG.md'), '- New');
    };
    expect(await released(write)).toEqual([]);
    expect(
      await released(() => appendFile(path.join(root, 'mfe-chats/src/index.ts'), '\nexport const x = 1;')),
    ).toEqual(['mfe-chats']);
  });
});

describe(shellInputs, () => {
  /** Whether a change gives the shell a new build. */
  async function isBuilt(change) {
    const inputs = () => JSON.stringify([...shellInputs(root)].map(([name, content]) => [name, content.toString()]));
    const before = inputs();
    await change();
    return inputs() !== before;
  }

  it.each(['packages/mfe-kit/src/define-mfe.ts', 'shell/src/index.ts', 'packages/contract/src/calls/boot.ts'])(
    'contain %s',
    async (file) => expect(await isBuilt(() => appendFile(path.join(root, file), '\n// changed'))).toBe(true),
  );

  it('contain the packages of mfe-kit', async () =>
    expect(await isBuilt(() => lock((packages) => (packages['node_modules/idb'].version = '99.0.0')))).toBe(true));

  it('contain nothing of a tab', async () => {
    expect(await isBuilt(() => writeFile(contractFile('calls/laps.ts'), 'export {};'))).toBe(false);
    expect(await isBuilt(() => lock((packages) => (packages['mfe-laps'] = { name: '@paddock/mfe-laps' })))).toBe(false);
    expect(await isBuilt(() => appendFile(path.join(root, 'mfe-chats/src/index.ts'), '//'))).toBe(false);
  });
});
