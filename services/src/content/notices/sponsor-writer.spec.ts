import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { homeRows, readHome } from '@paddock/contract/calls/home';
import { readSponsor } from '@paddock/contract/calls/notices';
import { sponsorCalls, withNoticesTabs } from '../../../test/sponsors-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { SponsorWriter } from './sponsor-writer.js';

let services: TestServices;
let calls: ReturnType<typeof sponsorCalls>;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'home,notices', RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  calls = sponsorCalls(services);
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
afterAll(() => services.close());

const read = async (id: string) => (await services.call(readSponsor, { id }, { as: admin })).body.sponsor;

describe(SponsorWriter, () => {
  it('keeps both of two changes of one moment, with the group and the draft state', async () => {
    const { _id: group } = await services.group(admin, []);
    for (let round = 0; round < 3; round += 1) {
      const { id } = await calls.of(admin, { desc: 'Old' });
      const replies = await Promise.all([
        calls.update(admin, id, { group, hidden: true }),
        calls.update(admin, id, { desc: 'New' }),
        calls.update(admin, id, { phone: '112' }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await read(id)).toMatchObject({ desc: 'New', phone: '112', hidden: true, group: { id: group } });
    }
  });

  it('refuses a change of an owner who is none any more when it is stored', async () => {
    const [owner, next] = [await services.member(), await services.member()];
    const { id } = await calls.of(admin, { owner: owner.id });
    const [given, late] = await Promise.all([
      calls.update(admin, id, { owner: next.id }),
      calls.update(owner, id, { title: 'Late' }),
    ]);
    expect([given.status, late.status === 200 ? 'before' : late.body.code]).toEqual([
      200,
      expect.stringMatching(/^(before|FORBIDDEN)$/),
    ]);
    expect((await read(id)).owner!.id).toBe(next.id);
  });

  it('deletes the files of the list that it replaced, and no others', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => uploadPicture(services, admin)));
    const { id } = await calls.of(admin, { image_urls: [first!] });
    await Promise.all([second, third].map((path) => calls.update(admin, id, { image_urls: [path!] })));
    const { image_urls } = await read(id);
    expect(image_urls).toHaveLength(1);
    const statuses = await Promise.all([first, second, third].map((path) => statusOfFile(services, path!)));
    expect(await statusOfFile(services, image_urls[0]!)).toBe(200);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });
});

it('shows the posted notices on home, however many drafts an admin has', async () => {
  const { id } = await calls.of(admin, { title: 'Posted' });
  for (let index = 0; index < 2 * (homeRows + 1); index += 1) await calls.of(admin, { title: 'Draft', hidden: true });
  const { notices } = (await services.call(readHome, {}, { as: admin })).body;
  expect(notices!.rows[0]!.id).toBe(id);
  expect(notices!.rows.map(({ title }) => title)).not.toContain('Draft');
});
