import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readClassifiedCategories, readClassifieds } from '@paddock/contract/calls/classifieds';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../../test/demo-reading.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { demoClassifieds } from './demo-classifieds.js';

const realDeployments = fileURLToPath(new URL('../../../deployments', import.meta.url));

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ DEMO: '1', DEPLOYMENTS_DIR: realDeployments });
});
afterAll(() => services.close());

const { signIn } = demoReading(() => services);
const list = async (as: TestMember, own = false) =>
  (await services.call(readClassifieds, { count: 50, own }, { as })).body.classifieds;

describe(demoClassifieds, () => {
  it.each([
    ['motorsport', '', 14],
    ['workplace', 'hq', 10],
    ['workplace', 'porto', 5],
    ['workplace', 'studio', 2],
  ])('fills %s in workplace %p, newest first, in categories of the deployment, with pictures', async (...place) => {
    const [community, workplace, count] = place;
    const steward = await signIn('steward', community, workplace);
    const ads = await list(steward);
    expect(ads.length).toBe(count);
    expect(ads.map(({ created }) => created)).toEqual(
      ads
        .map(({ created }) => created)
        .sort()
        .reverse(),
    );
    const known = services
      .get(Communities)
      .find(community)!
      .flags.classifieds_tab.categories.map(({ key }) => key);
    expect(ads.filter(({ category }) => !known.includes(category.key))).toEqual([]);
    for (const { image_urls } of ads.slice(0, 3))
      for (const address of image_urls) {
        const reply = await services.request('GET', address, { headers: { host: `${community}.localhost` } });
        expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
      }
  });

  it('has new ads, an expired one of its owner alone, and every category in use', async () => {
    const [driver, steward] = [await signIn('driver', 'motorsport'), await signIn('steward', 'motorsport')];
    expect((await list(steward)).filter((ad) => ad.new).length).toBe(2);
    expect((await list(driver, true)).map(({ title, expired }) => [title, expired])).toEqual([
      ['Two headsets and radio', false],
      ['Pit board, complete', true],
    ]);
    const { categories } = (await services.call(readClassifiedCategories, {}, { as: steward })).body;
    expect(categories.filter(({ count }) => count === 0)).toEqual([]);
  });
});
