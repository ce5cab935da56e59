import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot, writeLog } from '@paddock/contract/calls/boot';
import { readDeployment } from '@paddock/contract/calls/operations';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestMember, startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { DeploymentService } from '../deployment.service.js';
import { DeployedService } from './deployed.service.js';

let services: TestServices;
let admin: TestMember;
let other: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'shouts' });
  admin = await services.member({ admin: true });
  other = await services.member({ admin: true, community: 'workplace', workplace: 'hq' });
});
afterAll(() => services.close());

const read = async (as = admin) => {
  const { status, body } = await services.call(readDeployment, {}, { as });
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
};
const moduleOf = async (id: string, as = admin) => (await read(as)).modules.find((module) => module.id === id)!;
const flagOf = async (path: string, as = admin) => (await read(as)).flags.find((flag) => flag.path === path)!;
const registry = (...path: string[]) => join(services.folders.registryDir, ...path);

describe(DeployedService, () => {
  it('shows the own community only', async () => {
    const [own, others] = [await read(), await read(other)];
    expect([own.community.id, own.file, others.community.id, others.file]).toEqual([
      ...['motorsport', 'motorsport.json'],
      ...['workplace', 'workplace.json'],
    ]);
    await services.configure('motorsport', (file) => (file['subtitle'] = 'Round seven'));
    expect((await read()).revision).not.toBe(own.revision);
    expect((await read(other)).revision).toBe(others.revision);
  });

  it('shows tabs with their module, and the flag that turns one off', async () => {
    const { tabs } = await read();
    expect(tabs.find(({ id }) => id === 'chats')).toEqual({ id: 'chats', title: 'chats', module: 'mfe-chats' });
    expect(tabs.filter(({ id }) => id === 'notices').map(({ namespace }) => namespace)).toContain('partners');
    expect(tabs.every((tab) => !('off_by' in tab))).toBe(true);
    await services.configure('motorsport', (file) => (file.flags['hide_people_tab'] = true));
    const people = () => read().then((body) => body.tabs.find(({ id }) => id === 'people'));
    expect(await people()).toMatchObject({ module: 'mfe-people', off_by: 'flags.hide_people_tab' });
    await services.configure('motorsport', (file) => delete file.flags['hide_people_tab']);
    expect(await people()).not.toHaveProperty('off_by');
  });

  it('shows each flag with its value, default, meaning and the file that sets it', async () => {
    expect(await flagOf('home_idle_minutes')).toMatchObject({
      type: 'integer',
      default: '30',
      meaning: expect.stringMatching(/^Minutes of absence/),
    });
    const before = await flagOf('rooms_tab.start_hour', other);
    await services.configure('motorsport', (file) => (file.flags['username_max'] = 12));
    expect(await flagOf('username_max')).toMatchObject({ value: '12', default: '25', source: 'community' });
    expect(await flagOf('username_max', other)).not.toMatchObject({ value: '12' });
    await services.configure('motorsport', (file) => delete file.flags['username_max']);
    expect((await flagOf('username_max')).source).not.toBe('community');
    expect(await flagOf('rooms_tab.start_hour', other)).toEqual(before);
    const { flags } = await read();
    expect(new Set(flags.map(({ path }) => path)).size).toBe(flags.length);
  });

  it('shows versions, channels, who released and moved them, and their state', async () => {
    expect(await moduleOf('mfe-people')).toEqual({
      ...{ id: 'mfe-people', title: 'mfe-people', version: '1.0.0', channel: 'stable', state: 'new' },
      releases: [{ version: '1.0.0', channels: ['stable'], recalled: false }],
    });
    const report = { module: 'mfe-people', version: '1.0.0' };
    await services.call(writeLog, { type: 'module_mounted', ...report }, { as: await services.member() });
    expect(await moduleOf('mfe-people')).toMatchObject({ state: 'proven' });
    expect(await moduleOf('mfe-people', other)).toMatchObject({ state: 'new' });
    const failure = { type: 'module_failed', ...report, code: 'MODULE_CRASHED' } as const;
    await services.call(writeLog, failure, { as: await services.member() });
    expect(await moduleOf('mfe-people')).toMatchObject({
      state: 'failing',
      failures: { count: 1, code: 'MODULE_CRASHED' },
    });
    const at = '2026-05-01T10:00:00.000Z';
    const log = [
      { at, by: 'Tamsin', version: '1.1.0', commit: '4ce5a8' },
      { at, by: 'Petra', version: '1.1.0', channel: 'canary' },
      { at: '2026-05-02T10:00:00.000Z', by: 'Aoife', version: '1.1.0', channel: 'stable', before: '1.0.0' },
    ];
    await writeFile(registry('mfe-people', 'log.jsonl'), `${log.map((act) => JSON.stringify(act)).join('\n')}\n{"at":`);
    await releaseTestModule(services.folders.registryDir, 'mfe-people', '1.1.0');
    services.get(DeploymentService).poll();
    expect(await moduleOf('mfe-people')).toMatchObject({
      ...{ version: '1.1.0', state: 'new' },
      released: { at, by: 'Tamsin', commit: '4ce5a8' },
      moved: { at: '2026-05-02T10:00:00.000Z', by: 'Aoife', before: '1.0.0' },
    });
    await services.configure(
      'motorsport',
      (file) => (file['modules'] = { ...(file['modules'] as object), 'mfe-people': '1.0.0' }),
    );
    expect(await moduleOf('mfe-people')).not.toHaveProperty('channel');
    expect(await moduleOf('mfe-people', other)).toMatchObject({ version: '1.1.0', channel: 'stable' });
  });

  it('shows the owner of a manifest and the bytes of the first load', async () => {
    await releaseTestModule(services.folders.registryDir, 'mfe-chats', '1.2.0');
    const manifest = { id: 'mfe-chats', title: { en: 'Chats' }, version: '1.2.0', contract: '^1.0.0', budget_kb: 10 };
    const tab = { id: 'chats', title: { en: 'Chats' }, icon: [['circle', { r: 9 }]] };
    await writeFile(
      registry('mfe-chats/1.2.0/manifest.json'),
      JSON.stringify({ ...manifest, owner: 'Pit wall team', tabs: [tab] }),
    );
    await mkdir(registry('mfe-chats/1.2.0/static'));
    await writeFile(registry('mfe-chats/1.2.0/remote.js'), 'x'.repeat(500));
    await writeFile(registry('mfe-chats/1.2.0/remote.js.gz'), 'x'.repeat(40));
    await writeFile(registry('mfe-chats/1.2.0/static/a.css'), 'x'.repeat(7));
    const assets = { js: { sync: ['remote.js'] }, css: { sync: ['static/a.css'] } };
    const entry = { metaData: { remoteEntry: { path: '', name: 'remote.js' } }, exposes: [{ assets }] };
    await writeFile(registry('mfe-chats/1.2.0/mf-manifest.json'), JSON.stringify(entry));
    services.get(DeploymentService).poll();
    expect(await moduleOf('mfe-chats')).toMatchObject({
      title: 'Chats',
      version: '1.2.0',
      owner: 'Pit wall team',
      bytes: 47,
    });
    // Members do not get it.
    expect(JSON.stringify((await services.call(readBoot, {})).body)).not.toContain('Pit wall team');
  });

  it('shows what the doctor finds, and what was refused', async () => {
    const { findings, refused } = await read();
    expect(refused).toEqual([]);
    await services.configure(
      'motorsport',
      (file) => (file['look'] = { ...(file['look'] as object), splash_image: 'none.png' }),
    );
    const found = (await read()).findings;
    expect(found.length).toBe(findings.length + (findings.some(({ path }) => path === 'look.splash_image') ? 0 : 1));
    expect(found.find(({ path }) => path === 'look.splash_image')).toEqual({
      path: 'look.splash_image',
      problem: "deployments/assets has no file 'none.png'",
      consequence: 'Splash and landing page show no picture, or show it late.',
      remedy: 'Add the file, or name one that is there.',
    });
    await writeFile(join(services.folders.deploymentsDir, 'motorsport.json'), '{ "id": ');
    services.get(DeploymentService).poll();
    const broken = await read();
    expect([broken.refused, broken.findings]).toEqual([
      [{ path: '', hint: expect.stringMatching(/^cannot be read/) }],
      [],
    ]);
    expect((await read(other)).refused).toEqual([]);
  });
});
