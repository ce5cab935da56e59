import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hourMs } from '@paddock/contract/core/durations';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { CommunityJobs } from './community-jobs.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '' });
});
afterAll(() => services.close());

describe(CommunityJobs, () => {
  it('logs the failure in one community, and runs the job for the others', async () => {
    const communities: string[] = [];
    const run = services.get(CommunityJobs).add({
      ...{ name: 'tests.job', everyMs: hourMs, failure: 'the job failed' },
      run: async ({ community }) => {
        communities.push(community);
        if (community === communities[0]) throw new Error('broken');
      },
    });
    await run();
    expect(communities).toEqual(expect.arrayContaining(['motorsport', 'workplace']));
    const failures = services.log.filter((line) => line.includes('the job failed'));
    expect(failures).toEqual([expect.stringContaining(`"community":"${communities[0]}"`)]);
  });
});
