import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { UnattendedCommunities } from './unattended-communities.js';

let services: TestServices;
beforeAll(async () => void (services = await startTestServices()));
afterAll(() => services.close());

const warnings = () =>
  services.log.flatMap((line) => {
    const { module, community, file, path, remedy } = JSON.parse(line) as Record<string, string>;
    return module === 'admins' ? [{ community, file, path, remedy }] : [];
  });
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe(UnattendedCommunities, () => {
  it('names file and flag of a community whose members wait for an admin, at the start and after a change', async () => {
    await services.get(UnattendedCommunities).watch();
    const workplace = {
      community: 'workplace',
      file: 'workplace.json',
      path: 'flags.admin_approval_required',
      remedy: 'npm run admin -- workplace <e-mail address>',
    };
    expect(warnings()).toEqual([workplace]);

    await services.configure('motorsport', ({ flags }) => (flags['subscription_required'] = true));
    await until(() => warnings().length > 1);
    expect(warnings()[1]).toMatchObject({ file: 'motorsport.json', path: 'flags.subscription_required' });
  });

  it.each<[string, Parameters<TestServices['member']>[0]]>([
    ['a super admin', { admin: true }],
    ['an admin of a workplace', { acl: [{ title: 'workplace_admin', resources: ['hq'] }], workplace: 'hq' }],
  ])('is content with %s', async (_name, fields) => {
    const own = await startTestServices();
    await own.member({ community: 'workplace', ...fields });
    await own.get(UnattendedCommunities).watch();
    expect(own.log.join()).not.toContain('members cannot enter');
    await own.close();
  });
});
