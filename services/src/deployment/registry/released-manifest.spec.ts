import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { DeploymentService } from '../deployment.service.js';
import { releasedManifest } from './released-manifest.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const former = {
  id: 'mfe-people',
  title: 'People',
  version: '0.9.0',
  contract: '^1.0.0',
  tabs: [{ id: 'people', title_key: 'tabs.people', icon: 'users' }],
  routes: [],
  slots: { offers: [], uses: [] },
  links: {},
  permissions: [],
  budget_kb: 10,
};

describe('releasedManifest', () => {
  it('serves a release from before manifests carried titles, in place of refusing it', async () => {
    const { registryDir } = services.folders;
    await releaseTestModule(registryDir, 'mfe-people', '0.9.0');
    await writeFile(join(registryDir, 'mfe-people/0.9.0/manifest.json'), JSON.stringify(former));
    services.get(DeploymentService).poll();
    const boot = async () => (await services.call(readBoot, {}, { host: 'motorsport.localhost' })).body;
    const { modules, tabs } = await boot();
    expect(modules.find(({ id }) => id === 'mfe-people')).toMatchObject({
      version: '0.9.0',
      manifest: { title: 'People' },
    });
    expect(tabs.find(({ id }) => id === 'people')).toMatchObject({ title: 'People', module: 'mfe-people' });
    await services.configure('motorsport', (file) => (file.tabs = ['chats', { id: 'people', title: 'Paddock pass' }]));
    expect((await boot()).tabs.find(({ id }) => id === 'people')).toMatchObject({ title: 'Paddock pass' });
  });

  it.each([
    ['a title in no language', { ...former, title: {}, tabs: [] }],
    ['an unknown property', { ...former, colour: 'red' }],
    ['a tab without title and title_key', { ...former, tabs: [{ id: 'people', icon: 'users' }] }],
  ])('refuses %s', (_fault, given) => expect(releasedManifest.safeParse(given).success).toBe(false));
});
