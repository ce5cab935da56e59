import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { releaseTestModule } from '../../test/test-folders.js';
import { DeploymentService } from './deployment.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

/** The lines that a change adds to the log, with their fields. */
async function logged(change: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = services.log.length;
  await change();
  const added = services.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  return added.filter(({ msg }) => msg === 'deployment changed');
}

describe('the log of deployments', () => {
  it('names the keys of a changed file, and no value', async () => {
    const [line, ...more] = await logged(() =>
      services.configure('motorsport', (file) => {
        file['title'] = 'Confidential Racing';
        file.flags['passkeys'] = file.flags['passkeys'] !== true;
        file.flags['card_public_key'] = 'pk_test_of_this_test';
      }),
    );
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      ...{ level: 'info', module: 'deployment', community: 'motorsport' },
      changed: ['title', 'flags.passkeys', 'flags.card_public_key'],
    });
    expect(JSON.stringify(line)).not.toMatch(/Confidential|pk_test/);
    expect(line).not.toHaveProperty('releases');
  });

  it('names the versions of a module whose channel has moved, for each community', async () => {
    const lines = await logged(async () => {
      await releaseTestModule(services.folders.registryDir, 'mfe-chats', '1.1.0');
      services.get(DeploymentService).poll();
    });
    expect(lines.map(({ community, changed, releases }) => [community, changed, releases])).toEqual(
      ['motorsport', 'workplace'].map((community) => [community, [], { 'mfe-chats': '1.0.0 → 1.1.0' }]),
    );
  });
});
