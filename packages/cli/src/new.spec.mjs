import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTab } from './new.mjs';
import { root } from './paths.mjs';

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
    expect(contract).toContain('export const readLapTimes = defineCall({');
    for (const file of written) expect(await readFile(join(workspace, file), 'utf8')).not.toMatch(/__\w+__/);
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

  it.each(['events', 'links', 'hamburger', 'diagnostics', 'community'])('refuses the reserved name %s', (id) =>
    expect(makeTab({ workspace, id })).rejects.toThrow(`The name '${id}' is taken`),
  );

  it('overwrites nothing', async () => {
    await makeTab({ workspace, id: 'timing' });
    await expect(makeTab({ workspace, id: 'timing' })).rejects.toThrow('exists already');
  });
});
