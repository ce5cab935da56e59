import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { DeploymentService } from '../deployment.service.js';
import { missingCalls, MissingCalls } from './missing-calls.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const poll = () => services.get(DeploymentService).poll();

async function release(version: string, calls: string[]) {
  const { registryDir } = services.folders;
  await releaseTestModule(registryDir, 'mfe-people', version);
  const file = join(registryDir, 'mfe-people', version, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, calls }));
}

const shown = async () => {
  const { body } = await services.call(readBoot, {}, { host: 'motorsport.localhost' });
  return body.modules.find(({ id }) => id === 'mfe-people')!;
};

describe(missingCalls, () => {
  it('compares method and path, and ignores the names of parameters', () =>
    expect(missingCalls(['GET /boot', 'PUT /boot', 'GET /events/{event}', 'GET /laps'])).toEqual([
      'PUT /boot',
      'GET /laps',
    ]));

  it('finds nothing missing for a release whose manifest names no calls', () => expect(missingCalls()).toEqual([]));
});

describe(MissingCalls, () => {
  it('keeps the release that was in use, says why, and shows the first later one that fits', async () => {
    await release('1.1.0', ['GET /boot']);
    poll();
    expect([(await shown()).version, (await shown()).held]).toEqual(['1.1.0', undefined]);
    await release('1.2.0', ['GET /boot', 'POST /laps/{id}']);
    poll();
    const held = { version: '1.2.0', calls: ['POST /laps/{id}'] };
    expect(await shown()).toMatchObject({ version: '1.1.0', held });
    expect(services.get(DeploymentService).problems.map(({ path, hint }) => [path, hint])).toContainEqual([
      'modules.mfe-people',
      'mfe-people 1.2.0 makes calls that these services do not have: POST /laps/{id}; 1.1.0 is kept',
    ]);
    await release('1.3.0', ['GET /boot']);
    poll();
    expect([(await shown()).version, (await shown()).held]).toEqual(['1.3.0', undefined]);
    expect(services.get(DeploymentService).problems).toEqual([]);
  });

  it('does not fall back to a release that waits, and leaves calls out of the reply', async () => {
    await release('1.4.0', ['POST /laps']);
    await release('1.5.0', ['GET /boot']);
    poll();
    const module = await shown();
    expect([module.version, module.fallback]).toEqual(['1.5.0', undefined]);
    expect(module.manifest).not.toHaveProperty('calls');
  });

  it('refuses a version that a deployment names, and keeps the community as it was', async () => {
    const before = (await shown()).version;
    await services.configure('motorsport', (file) => {
      file['modules'] = { ...(file['modules'] as object), 'mfe-people': '1.4.0' };
    });
    expect((await shown()).version).toBe(before);
    expect(services.get(DeploymentService).refused()).toContainEqual({
      community: 'motorsport',
      path: 'modules.mfe-people',
    });
  });
});

describe('services that have seen no release of the channel', () => {
  it('show its former release', async () => {
    const { folders } = services;
    await release('1.6.0', ['GET /boot']);
    await release('1.7.0', ['POST /laps']);
    const other = await startTestServices({ REGISTRY_DIR: folders.registryDir });
    const { body } = await other.call(readBoot, {}, { host: 'workplace.localhost' });
    expect(body.modules.find(({ id }) => id === 'mfe-people')).toMatchObject({
      version: '1.6.0',
      held: { version: '1.7.0', calls: ['POST /laps'] },
    });
    await other.close();
  });
});
