import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import { clickLink } from '@paddock/contract/calls/shout-links';
import { markViewed, readViews } from '@paddock/contract/calls/shout-readers';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { ViewCounts } from './view-counts.js';

let services: TestServices;
let ann: TestMember;
let bob: TestMember;
let group: string;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,shouts', RATE_LIMITS: 'off' });
  [ann, bob] = [await services.member(), await services.member()];
  group = (await services.group(ann, [bob]))._id;
});
afterAll(() => services.close());

async function post(target: object = { group }, as = ann): Promise<string> {
  const input = { client_id: randomUUID(), shout: 'Box', ...target };
  return (await services.call(postShout, input, { as })).body.id;
}
const see = (as: TestMember, ...ids: string[]) => services.call(markViewed, { ids }, { as });
const read = (id: string, as = ann) => services.call(readViews, { id }, { as });
const setMarks = (as: TestMember, seen_marks: boolean) =>
  services.call(updatePreferences, { id: as.id, seen_marks }, { as });
const views = async (id: string, as = ann) => (await read(id, as)).body.views;

describe(ViewCounts, () => {
  it('counts each member once and the author never, also on parallel reports', async () => {
    const [id, other] = [await post({ group: '0' }), await post({ group: '0' })];
    const fans = await Promise.all(Array.from({ length: 8 }, () => services.member()));
    const reports = fans.flatMap((fan) => [see(fan, id), see(fan, id, other), see(fan, other, id), see(fan, id, id)]);
    const replies = await Promise.all([...reports, see(ann, id, other)]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect([await views(id), await views(other)]).toEqual([8, 8]);
    await see(fans[0]!, id);
    expect((await read(id)).body).toEqual({ views: 8, links: [] });
  });

  it('comes with the clicks of each link', async () => {
    const url = 'https://paddock.example/laps';
    const id = await post({ group, shout: `see ${url}` });
    await services.call(clickLink, { id, url }, { as: bob });
    expect((await read(id)).body.links).toEqual([{ url, click_count: 1 }]);
  });

  it('ignores unknown, deleted and unreadable shouts', async () => {
    const [id, gone] = [await post(), await post()];
    await services.call(deleteShout, { id: gone }, { as: ann });
    const outsider = await services.member();
    expect((await see(outsider, id, gone, newId())).body).toEqual({ ok: true });
    expect(await views(id)).toBe(0);
    await see(bob, newId(), gone, id);
    expect(await views(id)).toBe(1);
  });

  it.each([[[]], [Array.from({ length: 51 }, () => newId())], [['../x']]])('refuses the ids %j', async (ids) => {
    expect((await services.call(markViewed, { ids }, { as: bob })).body.code).toBe('INVALID_INPUT');
  });

  it('shows everybody in reach the count inside the edit window, later only the author and admins', async () => {
    const id = await post();
    const admin = await services.member({ admin: true });
    await see(bob, id);
    for (const as of [ann, bob, admin]) expect(await views(id, as)).toBe(1);
    await underFlags(services, 'motorsport', { max_edit_delta: 0 }, async () => {
      expect([await views(id, ann), await views(id, admin)]).toEqual([1, 1]);
      const refused = await read(id, bob);
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    });
    const outsider = await services.member();
    expect((await read(id, outsider)).body.code).toBe('SHOUT_NOT_FOUND');
  });

  it('of a group owner who did not write it ends with the window: the rule names author and admins', async () => {
    const id = await post({ group }, bob);
    await underFlags(services, 'motorsport', { max_edit_delta: 0 }, async () =>
      expect((await read(id, ann)).body.code).toBe('FORBIDDEN'),
    );
  });

  it.each(['reader', 'author'] as const)(
    'does not tell that a direct message was seen while the seen marks of the %s are off',
    async (who) => {
      const [author, reader] = [await services.member(), await services.member()];
      const id = await post({ recipients: [reader.id] }, author);
      const hidden = who === 'reader' ? reader : author;
      await setMarks(hidden, false);
      await see(reader, id);
      expect(await views(id, author)).toBe(0);
      await setMarks(hidden, true);
      await see(reader, id);
      expect(await views(id, author)).toBe(1);
    },
  );
});
