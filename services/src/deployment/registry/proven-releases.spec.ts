import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { moveChannel } from '@paddock/build/rspack/release/move-channel.mjs';
import { readBoot, writeLog } from '@paddock/contract/calls/boot';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { DeploymentService } from '../deployment.service.js';
import { ProvenReleases } from './proven-releases.js';

describe(ProvenReleases, () => {
  let database: TestDatabase;
  let services: TestServices;
  let member: TestMember;
  beforeAll(async () => {
    database = await startTestDatabase();
    services = await startTestServices({ MONGODB_URI: database.uri, MONGODB_DB: database.name });
    member = await services.member();
  });
  afterAll(async () => {
    await services.close();
    await database.stop();
  });

  const chats = async (from = services, community = 'motorsport') => {
    const { body } = await from.call(readBoot, {}, { host: `${community}.localhost` });
    const module = body.modules.find(({ id }) => id === 'mfe-chats')!;
    return [module.version, module.proven, module.fallback?.version];
  };
  const mounted = (version: string, as: TestMember | undefined = member) =>
    services.call(writeLog, { type: 'module_mounted', module: 'mfe-chats', version }, as && { as });
  const release = async (version: string) => {
    await releaseTestModule(services.folders.registryDir, 'mfe-chats', version);
    services.get(DeploymentService).poll();
  };
  const goBackTo = async (version: string) => {
    const table = { stable: version, previous: { stable: '1.2.0' } };
    await writeFile(join(services.folders.registryDir, 'mfe-chats', 'channels.json'), JSON.stringify(table));
    services.get(DeploymentService).poll();
  };

  it('offers the release that was shown last, although two bad ones came after it', async () => {
    expect(await chats()).toEqual(['1.0.0', false, undefined]);
    await mounted('1.0.0');
    expect(await chats()).toEqual(['1.0.0', true, undefined]);
    await release('1.1.0');
    await release('1.2.0');
    expect(await chats()).toEqual(['1.2.0', false, '1.0.0']);
  });

  it('takes no report without a session, and none of a release that is not the present one', async () => {
    await services.call(writeLog, { type: 'module_mounted', module: 'mfe-chats', version: '1.2.0' });
    await mounted('1.1.0');
    await mounted('9.9.9');
    expect(await chats()).toEqual(['1.2.0', false, '1.0.0']);
  });

  it('knows them after a restart, and in the community of the report only', async () => {
    await mounted('1.2.0');
    expect(await chats()).toEqual(['1.2.0', true, '1.0.0']);
    const { registryDir, deploymentsDir } = services.folders;
    const again = await startTestServices({
      MONGODB_URI: database.uri,
      MONGODB_DB: database.name,
      REGISTRY_DIR: registryDir,
      DEPLOYMENTS_DIR: deploymentsDir,
    });
    expect(await chats(again)).toEqual(['1.2.0', true, '1.0.0']);
    const { body } = await again.call(readBoot, {}, { host: 'workplace.localhost' });
    expect(body.modules.find(({ id }) => id === 'mfe-chats')).toMatchObject({ proven: false });
    await again.close();
  });

  it('lists them in the data folder, for the removal of old releases', async () => {
    const file = join(services.folders.dataDir, 'deployed/proven.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([
      { community: 'motorsport', module: 'mfe-chats', versions: ['1.0.0', '1.2.0'] },
    ]);
  });

  it('lists the failures that members report of releases in use, and no others', async () => {
    const failed = (version: string, code: string, as?: TestMember) =>
      services.call(writeLog, { type: 'module_failed', module: 'mfe-chats', version, code }, as && { as });
    await Promise.all([1, 2, 3].map(() => failed('1.2.0', 'MODULE_MOUNT', member)));
    await failed('1.2.0', 'MODULE_CRASHED', member);
    await failed('1.2.0', 'MODULE_MOUNT');
    await failed('0.9.0', 'MODULE_MOUNT', member);
    // Of the network, not of the release.
    for (const code of ['MODULE_TIMEOUT', 'MODULE_NOT_FOUND']) await failed('1.2.0', code, member);
    await failed('1.2.0', 'made up', member);
    const file = join(services.folders.dataDir, 'deployed/proven.json');
    const [row] = JSON.parse(await readFile(file, 'utf8')) as { failures: unknown[] }[];
    expect(row!.failures).toEqual([{ version: '1.2.0', code: 'MODULE_CRASHED', count: 4, last: expect.any(String) }]);
    expect(await chats()).toEqual(['1.2.0', true, '1.0.0']);
  });

  it('offers a pinned version a fall-back too', async () => {
    await services.configure(
      'motorsport',
      (file) => (file['modules'] = { ...(file['modules'] as object), 'mfe-chats': '1.1.0' }),
    );
    expect(await chats()).toEqual(['1.1.0', false, '1.2.0']);
    await services.configure(
      'motorsport',
      (file) => (file['modules'] = { ...(file['modules'] as object), 'mfe-chats': 'stable' }),
    );
  });

  it('never offers a recalled release again', async () => {
    await goBackTo('1.0.0');
    expect(await chats()).toEqual(['1.0.0', true, undefined]);
    await release('1.3.0');
    expect(await chats()).toEqual(['1.3.0', false, '1.0.0']);
  });

  it('forgets a recalled release in a community that has proved only that one', async () => {
    const colleague = await services.member({ community: 'workplace' });
    await mounted('1.3.0');
    await release('1.4.0');
    for (const as of [member, colleague]) await mounted('1.4.0', as);
    expect(await chats(services, 'workplace')).toEqual(['1.4.0', true, undefined]);
    const moduleDir = join(services.folders.registryDir, 'mfe-chats');
    await moveChannel({ moduleDir, channel: 'stable', version: '1.3.0', recall: true });
    services.get(DeploymentService).poll();
    // Both read their rows again after the change.
    const isForgotten = async () => (await chats(services, 'workplace'))[2] === undefined;
    for (const end = Date.now() + 10_000; !(await isForgotten()) && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await chats(services, 'workplace')).toEqual(['1.3.0', false, undefined]);
    expect(await chats()).toEqual(['1.3.0', true, '1.0.0']);
    await release('1.5.0');
    expect(await chats(services, 'workplace')).toEqual(['1.5.0', false, '1.3.0']);
  });
});
