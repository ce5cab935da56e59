import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { root, varDir } from '../paths.mjs';
import { rebuildServices } from './rebuild-services.mjs';

let folder;
let steps;
let build;
let services;
let said;
beforeEach(async () => {
  await mkdir(varDir, { recursive: true });
  folder = await mkdtemp(join(varDir, 'rebuild-spec-'));
  await mkdir(join(folder, 'notes'));
  steps = [];
  const step = (name) => async () => void steps.push(name);
  build = jest.fn(async () => ['services']);
  const running = { stopServices: step('stop'), restartServices: step('start') };
  const folders = [relative(root, folder)];
  services = await rebuildServices(running, { build: () => build(), restarted: step('check'), folders });
  jest.spyOn(console, 'log').mockReturnValue();
  said = [];
  jest.spyOn(console, 'error').mockImplementation((text) => void said.push(text));
});
afterEach(async () => {
  await services.close();
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const save = (name) => writeFile(join(folder, name), `${Math.random()}`);
async function eventually(check) {
  for (let left = 100; left > 0 && !check(); left--) await wait(50);
  expect(check()).toBe(true);
}

describe(rebuildServices, () => {
  it('builds and restarts once for files that are saved together, also in folders below', async () => {
    await Promise.all([save('a.ts'), save('notes/b.ts'), save('c.ts')]);
    await eventually(() => steps.length === 3);
    await wait(400);
    expect([build.mock.calls.length, steps]).toEqual([1, ['stop', 'start', 'check']]);
  });

  it('notices a file each time it is replaced, as by an editor with atomic saves or by git', async () => {
    const unwatched = `${folder}-new`;
    for (const times of [1, 2, 3, 4]) {
      await writeFile(unwatched, String(times));
      await rename(unwatched, join(folder, 'a.ts'));
      await eventually(() => steps.length >= 3 * times);
    }
  });

  it('leaves the services running when nothing was built, or the build failed, and tries again', async () => {
    build.mockResolvedValueOnce([]).mockRejectedValueOnce(new Error('Building services failed:\nUnexpected token'));
    await save('a.ts');
    await eventually(() => build.mock.calls.length === 1);
    await save('a.ts');
    await eventually(() => build.mock.calls.length === 2);
    expect(steps).toEqual([]);
    await eventually(() => said.join('').includes('Unexpected token'));
    await save('a.ts');
    await eventually(() => steps.length === 3);
  });
});
