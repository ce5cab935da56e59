import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTab } from './new.mjs';
import { root } from '../paths.mjs';

const given = [
  'deployments/motorsport.json',
  'package-lock.json',
  'packages/contract/src/core/tabs.ts',
  'deployments/workplace.json',
];
let workspace;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'paddock-new-'));
  for (const file of given) {
    await mkdir(join(workspace, file, '..'), { recursive: true });
    await cp(join(root, file), join(workspace, file));
  }
  for (const folder of ['community', 'content/rooms'])
    await mkdir(join(workspace, 'services/src', folder), { recursive: true });
});
afterEach(() => rm(workspace, { recursive: true }));

const json = async (from, file) => JSON.parse(await readFile(join(from, file), 'utf8'));

describe(makeTab, () => {
  it('writes into two folders, one contract file, one journey, one deployment and the lock file', async () => {
    const written = await makeTab({ workspace, id: 'lap-times' });
    const own = /^(mfe-lap-times|services\/src\/lap-times)\/|^packages\/contract\/src\/calls\/lap-times\.ts$/;
    expect(written.filter((file) => !own.test(file))).toEqual([
      'deployments/motorsport.json',
      'e2e/journeys/lap-times.spec.ts',
      'package-lock.json',
    ]);
    const contract = await readFile(join(workspace, 'packages/contract/src/calls/lap-times.ts'), 'utf8');
    for (const call of ['readLapTimes', 'createLapTimes'])
      expect(contract).toContain(`export const ${call} = defineCall({`);
    for (const file of ['lap-times.demo.ts', 'lap-times.personal-data.ts'])
      expect(written).toContain(`services/src/lap-times/${file}`);
    expect(written).toContain('mfe-lap-times/src/new-entry/new-entry.tsx');
    for (const file of written) expect(await readFile(join(workspace, file), 'utf8')).not.toMatch(/__\w+__/);
  });

  it('writes the Arabic title where the English one has its place', async () => {
    await makeTab({ workspace, id: 'timing', title: 'Live timing', titleAr: 'التوقيت المباشر' });
    const text = (file) => readFile(join(workspace, 'mfe-timing', file), 'utf8');
    expect(JSON.parse(await text('src/messages/ar.json')).title).toBe('التوقيت المباشر');
    expect((await text('manifest.ts')).match(/en: 'Live timing', ar: 'التوقيت المباشر'/g)).toHaveLength(2);
    await expect(makeTab({ workspace, id: 'laps', titleAr: "L'un" })).rejects.toThrow('without quotes');
  });

  it('adds the tab to the deployment and leaves its other lines as they are', async () => {
    const before = await json(workspace, given[0]);
    const lines = (await readFile(join(workspace, given[0]), 'utf8')).split('\n');
    await makeTab({ workspace, id: 'timing' });
    expect(await json(workspace, given[0])).toEqual({
      ...before,
      tabs: [...before.tabs, 'timing'],
      modules: { ...before.modules, 'mfe-timing': 'stable' },
    });
    const after = (await readFile(join(workspace, given[0]), 'utf8')).split('\n');
    expect(after.filter((line) => !lines.includes(line)).length).toBeLessThan(5);
  });

  it('adds the tab to another community, whose members open it in the journey', async () => {
    const before = await json(workspace, given[0]);
    await makeTab({ workspace, id: 'timing', community: 'workplace' });
    expect(await json(workspace, given[0])).toEqual(before);
    expect((await json(workspace, given[3])).tabs).toContain('timing');
    expect(await readFile(join(workspace, 'e2e/journeys/timing.spec.ts'), 'utf8')).toContain(
      "openAs('driver', { community: 'workplace' })",
    );
  });

  it('adds the workspace to the lock file, and nothing else', async () => {
    const { packages: before } = await json(workspace, given[1]);
    await makeTab({ workspace, id: 'timing' });
    const { packages: after } = await json(workspace, given[1]);
    expect(Object.keys(after).filter((key) => !(key in before))).toEqual([
      'mfe-timing',
      'node_modules/@paddock/mfe-timing',
    ]);
    expect(after).toMatchObject(before);
  });

  it.each(['events', 'links', 'hamburger', 'diagnostics', 'community', 'rooms'])('refuses the reserved name %s', (id) =>
    expect(makeTab({ workspace, id })).rejects.toThrow(`The name '${id}' is taken`),
  );

  it('overwrites nothing', async () => {
    await makeTab({ workspace, id: 'timing' });
    await expect(makeTab({ workspace, id: 'timing' })).rejects.toThrow("The name 'timing' is taken");
    await rm(join(workspace, 'services/src/timing'), { recursive: true });
    await expect(makeTab({ workspace, id: 'timing' })).rejects.toThrow('exists already');
  });
});

it('installs packages first, in a clone without any', async () => {
  await cp(join(root, 'packages/cli'), join(workspace, 'packages/cli'), { recursive: true });
  const prettier = { resolved: relative(workspace, join(root, 'node_modules/prettier')), link: true };
  const lock = { packages: { 'node_modules/prettier': prettier } };
  await writeFile(join(workspace, 'package-lock.json'), JSON.stringify(lock));
  await mkdir(join(workspace, 'node_modules'));
  await writeFile(join(workspace, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  const command = [join(workspace, 'packages/cli/src/paddock.mjs'), 'new', 'mfe-timing'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: workspace });
  expect(stdout).toContain('mfe-timing/manifest.ts');
});
