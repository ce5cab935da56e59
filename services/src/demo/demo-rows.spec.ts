import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tabsOf } from '@paddock/contract/core/deployment';
import { fileURLToPath } from 'node:url';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { UserRepository } from '../community/users/user.repository.js';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { readDemoContent } from './demo-content.js';
import { DemoRows } from './demo-rows.js';

const realDeployments = fileURLToPath(new URL('../../../deployments', import.meta.url));

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

describe(DemoRows, () => {
  it('gives each workplace of a filled community the rows of its own tabs, by the first member of the demo content', async () => {
    const extensions = services.get(ExtensionPoints);
    const [communities, users] = [services.get(Communities), services.get(UserRepository)];
    const environment = { ...services.get<Environment>(ENVIRONMENT as never), deploymentsDir: realDeployments };
    const added: string[][] = [];
    for (const tab of ['events', 'timing'])
      extensions.provide('demo', tab, async ({ community, workplace }, author) => {
        added.push([tab, community, workplace, author]);
      });
    const rows = new DemoRows(communities, extensions, users, environment);
    await rows.add();
    expect(added).toEqual([]);
    const { username } = readDemoContent(`${realDeployments}/demo`, 'workplace')!.members[0]!;
    const ann = await services.member({ community: 'workplace' });
    const stored = services.get(Mongo).connection.collection('users');
    await stored.updateOne({ _id: ann.id } as never, { $set: { username, username_key: username.toLowerCase() } });
    await rows.add();
    const workplace = communities.all().find(({ id }) => id === 'workplace')!;
    expect(tabsOf(workplace)).toContain('events');
    expect(added).toEqual(
      ['', ...workplace.workplaces.map(({ id }) => id)].map((id) => ['events', 'workplace', id, ann.id]),
    );
  });
});
