import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { appendFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { DeploymentService } from '../deployment.service.js';

describe('the releases that a boot reply recalls', () => {
  let services: TestServices;
  let moduleDir: string;
  beforeAll(async () => {
    services = await startTestServices();
    moduleDir = join(services.folders.registryDir, 'mfe-chats');
    await utimes(join(moduleDir, '1.0.0'), 1000, 1000);
    for (const [version, seconds] of [
      ['1.1.0', 2000],
      ['1.2.0', 3000],
    ] as const) {
      await releaseTestModule(services.folders.registryDir, 'mfe-chats', version);
      await utimes(join(moduleDir, version), seconds, seconds);
    }
    services.get(DeploymentService).poll();
  });
  afterAll(() => services.close());

  const recalled = async (running: string) =>
    (await services.call(readBoot, { running }, { host: 'motorsport.localhost' })).body.recalled;
  const goTo = async (version: string) => {
    await writeFile(join(moduleDir, 'channels.json'), JSON.stringify({ stable: version }));
    services.get(DeploymentService).poll();
  };

  it('contain no release while a window runs the present one or earlier ones', async () => {
    expect(await recalled('mfe-chats@1.2.0')).toBeUndefined();
    expect(await recalled('mfe-chats@1.0.0,mfe-events@1.0.0')).toBeUndefined();
  });

  it('contain the later releases after a rollback, until the next release', async () => {
    await goTo('1.1.0');
    expect(await recalled('mfe-chats@1.2.0,mfe-events@1.0.0')).toEqual(['mfe-chats@1.2.0']);
    expect(await recalled('mfe-chats@1.0.0')).toBeUndefined();
    await goTo('1.2.0');
    expect(await recalled('mfe-chats@1.1.0')).toBeUndefined();
  });

  it('follow the log of the registry and not the age of a copied folder', async () => {
    await releaseTestModule(services.folders.registryDir, 'mfe-chats', '1.4.0');
    await releaseTestModule(services.folders.registryDir, 'mfe-chats', '1.3.0');
    const line = (version: string, at: string, more = {}) => `${JSON.stringify({ at, by: 'ann', version, ...more })}\n`;
    await appendFile(
      join(moduleDir, 'log.jsonl'),
      line('1.3.0', '2026-05-01T10:00:00.000Z') +
        '{"at":"2026-05-0' +
        '\n' +
        line('1.4.0', '2026-05-02T10:00:00.000Z') +
        line('1.3.0', '2026-05-03T10:00:00.000Z', { channel: 'stable' }),
    );
    services.get(DeploymentService).poll();
    expect(await recalled('mfe-chats@1.4.0')).toEqual(['mfe-chats@1.4.0']);
    await goTo('1.4.0');
    expect(await recalled('mfe-chats@1.3.0')).toBeUndefined();
  });

  it('contain releases whose files are gone and names outside the registry', async () => {
    await rm(join(moduleDir, '1.0.0'), { recursive: true });
    expect(await recalled('mfe-chats@1.0.0')).toEqual(['mfe-chats@1.0.0']);
    for (const version of ['dev', '..', '1..'])
      expect(await recalled(`mfe-chats@${version}`)).toEqual([`mfe-chats@${version}`]);
    expect(await recalled('mfe-chats@dev,mfe-chats@..')).toEqual(['mfe-chats@..']);
  });

  it('contain no release of a module that the community does not have', async () => {
    expect(await recalled('mfe-invented@1.0.0')).toBeUndefined();
  });

  it.each([
    ['without a version', 'mfe-chats'],
    ['with a path', '../mfe-chats@1.0.0'],
    ['with an empty entry', 'mfe-chats@1.0.0,'],
    ['that is too long', `mfe-chats@${'1'.repeat(2000)}`],
  ])('cannot be asked for by a name %s', async (_, running) => {
    const reply = await services.call(readBoot, { running }, { host: 'motorsport.localhost' });
    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});
