import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readHome } from '@paddock/contract/calls/home';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { HomeService } from './home.service.js';

let services: TestServices;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '' });
  await services.configure('motorsport', (file) => {
    file.tabs = ['home', 'chats'];
    file.modules = { 'mfe-content': 'stable' };
  });
  await services.configure('workplace', (file) => {
    file.tabs = ['chats'];
    file.flags.default_page = 'chats';
  });
  ann = await services.member();
});
afterAll(() => services.close());

const home = (as: TestMember) => services.call(readHome, {}, { as });
const under = (home_tab: object, work: () => Promise<void>) => underFlags(services, 'motorsport', { home_tab }, work);

describe(HomeService, () => {
  it('returns the deployment’s description and picture URL', () =>
    under(
      { default_description: 'Wet allocation opens at 08:00.', default_image: 'pitlane.svg', default_crop: { y: 84 } },
      async () => {
        expect((await home(ann)).body).toEqual({
          description: 'Wet allocation opens at 08:00.',
          image_url: '/deployments/pitlane.svg',
          crop: { x: 50, y: 84 },
        });
      },
    ));

  it('has no description and picture where none are configured', () =>
    under({}, async () => {
      expect((await home(ann)).body).toEqual({ description: '' });
    }));

  it('is refused without the home tab', async () => {
    const reply = await home(await services.member({ community: 'workplace' }));
    expect([reply.status, reply.body.code]).toEqual([403, 'FEATURE_DISABLED']);
  });
});
