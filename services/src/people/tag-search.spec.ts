import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { updateProfile } from '@paddock/contract/calls/profiles';
import { suggestMentions } from '@paddock/contract/calls/shouts';
import { expectNoCollectionScan } from '../../test/expect-no-collection-scan.js';
import { ids, peopleCalls, word } from '../../test/people-calls.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';

let services: TestServices;
let ann: TestMember;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,people,shouts', RATE_LIMITS: 'off' });
  ann = await services.member();
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
afterAll(() => services.close());

const { search } = peopleCalls(() => services);
const found = async (as: TestMember, query: string) => {
  const { status, body } = await search(as, { query });
  expect([status, body.total_users]).toEqual([200, body.results.length]);
  return ids(body.results);
};
const hidden = { profile_fields: [{ name: 'tags', type: 'text', public: false }] };

describe('the search by tags', () => {
  it('finds words of tags by their beginnings, together with words of the name', async () => {
    const [tag, name] = [word(), word()];
    const mia = await services.member({ fullname: `${name} Mia`, fields: { tags: `Pit wall, ${tag}` } });
    const named = await services.member({ fullname: `${tag} Noa` });
    expect((await found(ann, tag.slice(0, -2))).sort()).toEqual([mia.id, named.id].sort());
    expect(await found(ann, `${name} ${tag}`)).toEqual([mia.id]);
    expect(await found(ann, `#${tag}`)).toHaveLength(2);
  });

  it('lists a member once whose name and tags have the word, in any page size', async () => {
    const tag = word();
    const both = [];
    for (let at = 0; at < 3; at++) both.push(await services.member({ fullname: `${tag} M`, fields: { tags: tag } }));
    const seen: string[] = [];
    for (let page: string | null | undefined; page !== null;) {
      const { body } = await search(ann, { query: tag, count: 1, page });
      expect(body.total_users).toBe(3);
      seen.push(...ids(body.results));
      page = body.next;
    }
    expect(seen.sort()).toEqual(ids(both).sort());
  });

  it('follows a change of the profile', async () => {
    const [before, after] = [word(), word()];
    const mia = await services.member({ fields: { tags: before } });
    expect(await found(ann, before)).toEqual([mia.id]);
    await services.call(updateProfile, { id: mia.id, fields: { tags: after } }, { as: mia });
    expect([await found(ann, before), await found(ann, after)]).toEqual([[], [mia.id]]);
  });

  it('finds private tags for admins only, also after an admin has searched', () =>
    underFlags(services, 'motorsport', hidden, async () => {
      const tag = word();
      const mia = await services.member({ fields: { tags: tag } });
      expect(await found(admin, tag)).toEqual([mia.id]);
      for (const query of [tag, `#${tag}`, tag.slice(0, 5), `${mia.username} ${tag}`])
        expect(await found(ann, query)).toEqual([]);
    }));

  it('leaves the other searches to names', async () => {
    const tag = word();
    const mia = await services.member({ fields: { tags: tag } });
    const group = (await services.group(ann, [mia]))._id;
    for (const query of [tag, `#${tag}`]) {
      const mentions = await services.call(suggestMentions, { id: group, query }, { as: ann });
      const chats = await services.call(readChats, { verb: 'search', prop: 'all', query }, { as: ann });
      expect(mentions.status).toBe(200);
      expect(JSON.stringify([mentions.body, chats.body])).not.toContain(mia.id);
    }
  });

  it('reads by an index', () => expectNoCollectionScan(services, () => found(ann, `${word()} pit`)));
});
