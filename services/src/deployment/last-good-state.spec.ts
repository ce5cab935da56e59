import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { makeTestFolders, type TestFolders } from '../../test/test-folders.js';
import { readEnvironment } from '../infrastructure/environment/environment.js';
import { createLogger } from '../infrastructure/logging/logger.js';
import { Metrics } from '../infrastructure/metrics/metrics.js';
import { StartError } from '../infrastructure/start-error.js';
import { DeploymentService } from './deployment.service.js';
import { LastGoodState } from './last-good-state.js';
import { ModuleRegistry } from './registry/module-registry.js';

describe(LastGoodState, () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices();
  });
  afterEach(async () => {
    for (const name of ['base.json', 'motorsport.json', 'workplace.json'])
      await cp(new URL(`../../../deployments/${name}`, import.meta.url), join(services.folders.deploymentsDir, name));
    services.get(DeploymentService).poll();
  });
  afterAll(() => services.close());
  const bootOf = async (community = 'motorsport') =>
    (await services.call(readBoot, {}, { host: `${community}.localhost` })).body;

  it('applies the change of one community while the file of another is refused, also after a restart', async () => {
    const before = await bootOf();
    await services.configure('motorsport', (file) => (file.tabs = ['Chats']));
    await services.configure('workplace', (file) => (file['title'] = { en: 'Rivermouth', ar: 'المصب' }));
    expect((await bootOf('workplace')).community.title).toBe('Rivermouth');
    expect(await bootOf()).toMatchObject({ revision: before.revision });
    const { problems } = services.get(DeploymentService);
    expect(problems.map(({ community, path }) => [community, path])).toEqual([['motorsport', 'tabs[0]']]);

    const again = started(services.folders);
    expect(again.state('motorsport')?.revision).toBe(before.revision);
    expect(again.find('workplace')?.title).toBe('Rivermouth');
    expect(again.problems).toEqual(problems);
  });

  it('keeps the last good release of a module with a spoilt channel file, and applies other changes', async () => {
    const { registryDir } = services.folders;
    const file = join(registryDir, 'mfe-events', 'channels.json');
    const good = await readFile(file, 'utf8');
    const version = JSON.parse(good) as { stable: string };
    await writeFile(file, '{ "stable": ');
    await services.configure('motorsport', (config) => (config['title'] = 'Still editable'));
    const boot = await bootOf();
    expect(boot.community.title).toBe('Still editable');
    expect(boot.modules.find(({ id }) => id === 'mfe-events')).toMatchObject({ version: version.stable });
    const { problems } = services.get(DeploymentService);
    expect(problems).toContainEqual(
      expect.objectContaining({
        path: 'modules.mfe-events',
        hint: expect.stringContaining(`is broken; release the module again; ${version.stable} is kept`),
      }),
    );
    // A restart, and a community without the module.
    await services.configure('workplace', (config) => {
      delete (config['modules'] as Record<string, string>)['mfe-events'];
      config.tabs = config.tabs.filter((tab) => (tab as { id: string }).id !== 'events');
    });
    const again = started(services.folders);
    expect(again.state('motorsport')?.revision).toBe(boot.revision);
    expect(again.problems.every(({ file: name }) => name.endsWith('motorsport.json'))).toBe(true);
    await writeFile(file, good);
    services.get(DeploymentService).poll();
    expect(services.get(DeploymentService).problems).toEqual([]);
  });

  it('keeps all modules while the registry cannot be read, and follows it again afterwards', async () => {
    const { registryDir } = services.folders;
    const before = await bootOf();
    await rename(registryDir, `${registryDir}.away`);
    services.get(DeploymentService).poll();
    const versions = ({ modules }: typeof before) => modules.map(({ id, version }) => `${id}@${version}`);
    expect(versions(await bootOf())).toEqual(versions(before));
    expect(services.get(DeploymentService).problems.length).toBeGreaterThan(0);
    await rename(`${registryDir}.away`, registryDir);
    services.get(DeploymentService).poll();
    expect(services.get(DeploymentService).problems).toEqual([]);
    expect(await bootOf()).toMatchObject({ revision: before.revision });
  });

  it('uses what changes while the process starts', async () => {
    const starting = started(services.folders);
    await services.configure('workplace', (file) => (file['title'] = 'Highwater'));
    starting.onApplicationBootstrap();
    starting.poll();
    expect(starting.find('workplace')?.title).toBe('Highwater');
    starting.onApplicationShutdown();
  });

  it('lets a community keep its host and its place as the default one against a newcomer', async () => {
    await services.configure('workplace', (file) => {
      file['default'] = true;
      file['hosts'] = ['motorsport.localhost'];
    });
    expect(services.get(DeploymentService).problems.map(({ community, path }) => [community, path])).toEqual([
      ['workplace', 'hosts'],
      ['workplace', 'default'],
    ]);
    expect(services.get(DeploymentService).refused()).toHaveLength(2);
    const metrics = await services.get(Metrics).registry.metrics();
    expect(metrics).toContain('paddock_refused_deployments{community="workplace"} 2');
    expect((await bootOf()).community.id).toBe('motorsport');
    expect((await bootOf('workplace')).community.id).toBe('workplace');
    await services.configure('motorsport', (file) => delete file['default']);
    expect(services.get(DeploymentService).ofHost('elsewhere')?.id).toBe('motorsport');
  });

  describe('the file', () => {
    const file = () => join(services.folders.dataDir, 'deployed/last-good.json');
    const retitle = (title: string) => services.configure('workplace', (config) => (config['title'] = title));

    it('is written beside the draft of a process of another container that has the same id', async () => {
      const draft = `${file()}.${process.pid}`;
      await writeFile(draft, 'half');
      await retitle('Rivermouth');
      expect(await readFile(file(), 'utf8')).toContain('Rivermouth');
      expect(await readFile(draft, 'utf8')).toBe('half');
      await rm(draft);
    });

    it('keeps no change from being used while it cannot be written, and has the next one', async () => {
      await rm(file());
      await mkdir(join(file(), 'in the way'), { recursive: true });
      await retitle('Highwater');
      expect((await bootOf('workplace')).community.title).toBe('Highwater');
      const names = await readdir(join(file(), '..'));
      expect(names.filter((name) => name.startsWith('last-good'))).toEqual(['last-good.json']);
      await rm(file(), { recursive: true });
      await retitle('Lowwater');
      expect(await readFile(file(), 'utf8')).toContain('Lowwater');
    });
  });

  it('forgets a community whose file was removed; without any good community there is no start', async () => {
    const file = join(services.folders.deploymentsDir, 'workplace.json');
    await rm(file);
    services.get(DeploymentService).poll();
    expect(
      started(services.folders)
        .all()
        .map(({ id }) => id),
    ).toEqual(['motorsport']);
    const { deploymentsDir, registryDir } = await makeTestFolders();
    for (const name of ['motorsport.json', 'workplace.json']) await writeFile(join(deploymentsDir, name), '{');
    const dataDir = await mkdtemp(join(tmpdir(), 'paddock-'));
    expect(() => started({ deploymentsDir, registryDir, dataDir })).toThrow(StartError);
  });
});

/** A start on these folders. */
function started({ deploymentsDir, dataDir, registryDir }: Omit<TestFolders, 'shellDir'>) {
  const environment = readEnvironment({
    MONGODB_URI: 'mongodb://127.0.0.1',
    DATA_DIR: dataDir,
    REGISTRY_DIR: registryDir,
    DEPLOYMENTS_DIR: deploymentsDir,
  });
  return new DeploymentService(new ModuleRegistry(environment), environment, createLogger('silent'), new Metrics());
}
