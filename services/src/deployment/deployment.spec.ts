import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot, writeLog } from '@paddock/contract/calls/boot';
import { readEvents } from '@paddock/contract/calls/events';
import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServices, type DeploymentFile, type TestServices } from '../../test/start-test-services.js';
import { makeTestFolders, releaseTestModule } from '../../test/test-folders.js';
import { readEnvironment } from '../infrastructure/environment/environment.js';
import { Metrics } from '../infrastructure/metrics/metrics.js';
import type { CommunityChange } from '../infrastructure/tenancy/communities.js';
import { DeploymentService } from './deployment.service.js';
import { problemText } from './deployment-problem.js';
import { readDeployments } from './read-deployments.js';
import { ModuleRegistry } from './registry/module-registry.js';

describe(readDeployments, () => {
  /** The problems of the real deployments after a change to one file. */
  async function problemsOf(change: (file: DeploymentFile) => void, name = 'motorsport.json') {
    const folders = await makeTestFolders();
    const path = join(folders.deploymentsDir, name);
    const file = JSON.parse(await readFile(path, 'utf8')) as DeploymentFile;
    change(file);
    await writeFile(path, JSON.stringify(file));
    const environment = readEnvironment({
      MONGODB_URI: 'mongodb://127.0.0.1',
      DATA_DIR: folders.dataDir,
      REGISTRY_DIR: folders.registryDir,
    });
    const { problems } = readDeployments(folders.deploymentsDir, new ModuleRegistry(environment));
    return problems.map((problem) => problemText(problem).replace(`${folders.deploymentsDir}/`, ''));
  }

  it('accepts the real deployments', async () => {
    expect(await problemsOf(() => undefined)).toEqual([]);
  });

  it.each<[string, (file: DeploymentFile) => void, string]>([
    ['an unknown key', (file) => (file['colour'] = 'red'), 'motorsport.json: colour: unknown key'],
    [
      'a misspelt flag',
      (file) => (file.flags['disable_like'] = true),
      "motorsport.json: flags.disable_like: unknown key; did you mean 'disable_likes'?",
    ],
    [
      'an unknown tab',
      (file) => (file.tabs[1] = 'chatz'),
      "motorsport.json: tabs[1]: no module in this deployment serves the tab 'chatz'",
    ],
    ['no id of a tab', (file) => (file.tabs[1] = 'Chats'), 'motorsport.json: tabs[1]: must be a tab'],
    [
      'an unknown tab with a title',
      (file) => (file.tabs[1] = { id: 'chatz', title: 'Chat' }),
      "motorsport.json: tabs[1]: no module in this deployment serves the tab 'chatz'",
    ],
    [
      'a flag of the wrong type',
      (file) => (file.flags['passkeys'] = 'yes'),
      'motorsport.json: flags.passkeys: Invalid input: expected boolean',
    ],
    [
      'a secret key in place of the public one',
      (file) => (file.flags['card_public_key'] = 'sk_test_1'),
      'motorsport.json: flags.card_public_key: must begin with pk_test_ or pk_live_',
    ],
    [
      'a contradiction',
      (file) => (file.flags['passwordMinLen'] = 60),
      'motorsport.json: flags.passwordMinLen: must not be above passwordMaxLen',
    ],
    [
      'a start page that is no tab',
      (file) => (file.flags['default_page'] = 'profile'),
      "motorsport.json: flags.default_page: 'profile' is not one of this deployment's tabs",
    ],
    [
      'a version that does not exist',
      (file) => (file['modules'] = { 'mfe-events': '9.9.9' }),
      'motorsport.json: modules.mfe-events: mfe-events/9.9.9/manifest.json is not in the registry',
    ],
    [
      'a channel that does not exist',
      (file) => (file['modules'] = { 'mfe-events': 'canary' }),
      "motorsport.json: modules.mfe-events: mfe-events has no channel 'canary' in the registry",
    ],
    [
      'a tab that no listed module serves',
      (file) => delete (file['modules'] as Record<string, string>)['mfe-events'],
      "motorsport.json: tabs[4]: no module in this deployment serves the tab 'events'",
    ],
    ['another id than its name', (file) => (file['id'] = 'gt'), "motorsport.json: id: the file of 'gt' must be named"],
    [
      "another community's host",
      (file) => (file['hosts'] = ['pit.example', 'workplace.localhost']),
      "motorsport.json: hosts: 'workplace.localhost' already leads to 'workplace'",
    ],
    [
      'a place instead of its time zone',
      (file) => (file.flags['time_zone'] = 'Berlin'),
      "motorsport.json: flags.time_zone: must be an IANA time zone such as Europe/Brussels; did you mean 'Europe/Berlin'?",
    ],
    [
      'a time zone that does not exist',
      (file) => (file['workplaces'] = [{ id: 'pit', title: 'Pit', time_zone: 'Nowhere' }]),
      'motorsport.json: workplaces[0].time_zone: must be an IANA time zone such as Europe/Brussels',
    ],
    [
      'an empty host',
      (file) => (file['hosts'] = ['']),
      'motorsport.json: hosts[0]: must be a host name in lower case, such as paddock.example',
    ],
    ['a second default', (file) => (file['default'] = true), 'default: only one community can be the default one'],
  ])('refuses %s, with file, path and hint', async (name, change, text) => {
    const problems = await problemsOf(change, name === 'a second default' ? 'workplace.json' : undefined);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toContain(text);
  });

  it('names the file with the problem', async () => {
    const problems = await problemsOf((file) => (file.flags['time_format'] = '25h'), 'base.json');
    expect(problems.every((text) => text.startsWith('base.json: flags.time_format: '))).toBe(true);
    expect(problems.length).toBeGreaterThan(0);
  });

  it('refuses the key __proto__ like any unknown key, without effect', async () => {
    const polluting = JSON.parse('{"__proto__": {"rsvp": true}}') as object;
    const problems = await problemsOf((file) => Object.assign(file, { flags: { ...file.flags, ...polluting } }));
    expect(problems).toEqual(['motorsport.json: flags.__proto__: unknown key']);
    expect(({} as Record<string, unknown>)['rsvp']).toBeUndefined();
  });
});

describe(DeploymentService, () => {
  let services: TestServices;
  let seen: CommunityChange[];
  beforeAll(async () => {
    services = await startTestServices();
    seen = [];
    services.get(DeploymentService).changes.subscribe((change) => seen.push(change));
  });
  afterEach(async () => {
    for (const name of ['base.json', 'motorsport.json', 'workplace.json'])
      await cp(new URL(`../../../deployments/${name}`, import.meta.url), join(services.folders.deploymentsDir, name));
    services.get(DeploymentService).poll();
    seen.length = 0;
  });
  afterAll(() => services.close());
  const bootOf = async (community = 'motorsport') =>
    (await services.call(readBoot, {}, { host: `${community}.localhost` })).body;

  it('boots each community with its own tabs, modules and look', async () => {
    const [motorsport, workplace] = await Promise.all([bootOf(), bootOf('workplace')]);
    const idsIn = async (name: string) => {
      const { tabs } = JSON.parse(
        await readFile(join(services.folders.deploymentsDir, name), 'utf8'),
      ) as DeploymentFile;
      return tabs.map((tab) => (typeof tab === 'string' ? tab : (tab as { id: string }).id));
    };
    expect(motorsport.tabs.map((tab) => tab.id)).toEqual(await idsIn('motorsport.json'));
    expect(motorsport.tabs).toContainEqual({
      id: 'events',
      title: 'events',
      icon: [['circle', { r: 9 }]],
      module: 'mfe-events',
    });
    expect(workplace.tabs.map((tab) => tab.id)).toEqual(await idsIn('workplace.json'));
    expect(workplace.tabs).toContainEqual(
      expect.objectContaining({ id: 'shouts', title: 'News', module: 'mfe-shouts' }),
    );
    expect(workplace.look.accent).not.toBe(motorsport.look.accent);
    expect(workplace.absent).toContainEqual({ tab: 'profile', reason: 'not_in_deployment', detail: 'tabs' });
    expect(motorsport.modules.find(({ id }) => id === 'mfe-events')).toMatchObject({
      version: '1.0.0',
      base: '/mfe-events/1.0.0/',
      integrity: expect.objectContaining({ 'assets/entry.js': 'sha384-1.0.0' }),
    });
  });

  it('names the hash of the file with all hashes, for shells that fetch it', async () => {
    const { body } = await services.call(readBoot, { integrity: 'file' }, { host: 'motorsport.localhost' });
    const list = await readFile(join(services.folders.registryDir, 'mfe-events/1.0.0/integrity.json'));
    const { integrity, first } = body.modules.find(({ id }) => id === 'mfe-events')!;
    expect(integrity).toEqual({ 'integrity.json': `sha384-${createHash('sha384').update(list).digest('base64')}` });
    expect(first).toEqual(['mf-manifest.json']);
  });

  it('removes a tab with its routes and restores it without a restart', async () => {
    const as = await services.member();
    const events = async () => (await services.call(readEvents, {}, { as })).body.code;
    const before = await bootOf();
    let tabs: unknown[] = [];
    await services.configure('motorsport', (file) => {
      tabs = file.tabs;
      file.tabs = ['chats', 'shouts'];
    });
    const without = await bootOf();
    expect(without.tabs.map((tab) => tab.id)).toEqual(['chats', 'shouts']);
    expect(without.absent).toContainEqual({ tab: 'rooms', reason: 'not_in_deployment', detail: 'tabs' });
    expect(without.revision).not.toBe(before.revision);
    expect(await events()).toBe('FEATURE_DISABLED');
    await services.configure('motorsport', (file) => (file.tabs = tabs));
    expect((await bootOf()).revision).toBe(before.revision);
    expect(await events()).toBeUndefined();
    expect(seen.map(({ community, revision }) => [community, revision])).toEqual([
      ['motorsport', without.revision],
      ['motorsport', before.revision],
    ]);
  });

  it('refuses and logs an invalid change and keeps the former state', async () => {
    const before = await bootOf();
    const logged = services.log.length;
    await services.configure('motorsport', (file) => {
      file['title'] = 'New title';
      file.tabs = ['chatz'];
    });
    expect(await bootOf()).toMatchObject({ revision: before.revision, community: before.community });
    const line = services.log.slice(logged).find((text) => text.includes('deployment change refused'));
    expect(JSON.parse(line!)).toMatchObject({ path: 'tabs[0]', file: expect.stringContaining('motorsport.json') });
    expect(seen).toEqual([]);
  });

  it.each([
    [
      'in another encoding',
      (text: string) => Buffer.from(text.replace('"title": "', '"title": "Caf\u00e9 '), 'latin1'),
    ],
    ['in UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['cut off', (text: string) => Buffer.from(text.slice(0, text.length / 2))],
    ['without content', () => Buffer.alloc(0)],
    [
      'with endless levels',
      (text: string) => Buffer.from(text.replace('{', `{ "x": ${'['.repeat(50_000)}${']'.repeat(50_000)},`)),
    ],
  ])('refuses a file %s, and goes on with the former state', async (_what, damaged) => {
    const before = await bootOf();
    const file = join(services.folders.deploymentsDir, 'motorsport.json');
    await writeFile(file, damaged(await readFile(file, 'utf8')));
    const deployments = services.get(DeploymentService);
    deployments.poll();
    expect(await bootOf()).toMatchObject({ revision: before.revision, community: before.community });
    expect(deployments.problems).toEqual([
      {
        ...{ community: 'motorsport', file: expect.stringContaining('motorsport.json'), path: '' },
        hint: expect.stringMatching(/^(cannot be read: .|must not have more than 50 levels$)/),
      },
    ]);
    expect(seen).toEqual([]);
  });

  it('follows a channel to a new release and keeps the former one as fallback', async () => {
    await releaseTestModule(services.folders.registryDir, 'mfe-chats', '1.1.0');
    services.get(DeploymentService).poll();
    const module = (await bootOf()).modules.find(({ id }) => id === 'mfe-chats');
    expect(module).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0', base: '/mfe-chats/1.0.0/' } });
    expect(seen.map(({ community }) => community).sort()).toEqual(['motorsport', 'workplace']);
  });

  it('counts the failures that clients report of the deployed releases, and of nothing else', async () => {
    const { version } = (await bootOf()).modules.find(({ id }) => id === 'mfe-chats')!;
    const report = { type: 'module_failed' as const, module: 'mfe-chats', version, code: 'MODULE_MOUNT' };
    for (const change of [{}, { version: '0.0.1' }, { module: 'mfe-invented' }, { code: 'INVENTED' }])
      expect((await services.call(writeLog, { ...report, ...change })).status).toBeLessThan(300);
    const notice = { ...report, type: 'module_noticed' as const, code: 'MODULE_BLOCKED', message: '1500 ms' };
    expect((await services.call(writeLog, notice)).status).toBeLessThan(300);
    const counted = (await services.get(Metrics).registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('paddock_module_failures_total{'));
    expect(counted).toEqual([
      `paddock_module_failures_total{community="motorsport",module="mfe-chats",version="${version}",code="MODULE_MOUNT"} 1`,
      `paddock_module_failures_total{community="motorsport",module="mfe-chats",version="${version}",code="MODULE_BLOCKED"} 1`,
    ]);
  });

  it('notices a change within two seconds', async () => {
    const change = new Promise<CommunityChange>((resolve) => {
      services.get(DeploymentService).changes.subscribe(resolve);
    });
    const file = join(services.folders.deploymentsDir, 'workplace.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"Riverlight"', '"Riverbright"'));
    expect(await change).toMatchObject({ community: 'workplace', config: { title: 'Riverbright' } });
  }, 4000);
});
