import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shareShout } from '@paddock/contract/calls/shout-readers';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { ShareLinks } from './share-links.js';

let services: TestServices;
let ann: TestMember;
let admin: TestMember;
let id: string;
beforeAll(async () => {
  services = await startTestServices();
  [ann, admin] = [await services.member(), await services.member({ admin: true })];
  id = await post({ group: '0' });
});
afterAll(() => services.close());

async function post(target: object): Promise<string> {
  const input = { client_id: randomUUID(), shout: 'Box', ...target };
  return (await services.call(postShout, input, { as: ann })).body.id;
}
const share = async (as: TestMember, shout = id) => {
  const { status, body } = await services.call(shareShout, { id: shout }, { as });
  return status === 200 ? body.url : body.code;
};
const address = (shout: string): unknown => expect.stringMatching(new RegExp(`^https?://[^/]+/main/shout/${shout}$`));

describe(ShareLinks, () => {
  it.each([
    [false, false, undefined, undefined],
    [true, false, 'FEATURE_DISABLED', 'FEATURE_DISABLED'],
    [false, true, 'FORBIDDEN', undefined],
    [true, true, 'FORBIDDEN', undefined],
  ])(
    'disable_sharing %p and only_admins_can_share %p answer a member %p, an admin %p',
    async (disable_sharing, only_admins_can_share, forMember, forAdmin) => {
      await underFlags(services, 'motorsport', { disable_sharing, only_admins_can_share }, async () => {
        expect(await share(ann)).toEqual(forMember ?? address(id));
        expect(await share(admin)).toEqual(forAdmin ?? address(id));
      });
    },
  );

  it('of a comment is the address of its shout', async () => {
    expect(await share(ann, await post({ in_reply_to: id }))).toEqual(address(id));
  });

  it('needs a shout that the member may read', async () => {
    const [bob, outsider] = [await services.member(), await services.member()];
    const secret = await post({ recipients: [bob.id] });
    expect(await share(bob, secret)).toEqual(address(secret));
    for (const as of [outsider, admin]) expect(await share(as, secret)).toBe('SHOUT_NOT_FOUND');
    await services.call(deleteShout, { id: secret }, { as: ann });
    expect(await share(bob, secret)).toBe('SHOUT_NOT_FOUND');
  });
});
