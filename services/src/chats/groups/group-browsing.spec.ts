import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeGroupMember } from '@paddock/contract/calls/group-members';
import { browseGroups } from '@paddock/contract/calls/group-browsing';
import { word } from '../../../test/people-calls.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let [owner, ann, admin]: TestMember[] = [];
const hq = (more: object = {}) => services.member({ community: 'workplace', workplace: 'hq', ...more });
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats', RATE_LIMITS: 'off' });
  owner = await hq();
  ann = await hq();
  admin = await hq({ acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
});
afterAll(() => services.close());

/** The groups of all pages. */
async function seen(as: TestMember, count = 20, query?: string) {
  const groups = [];
  for (let after: string | undefined; ;) {
    const { status, body } = await services.call(browseGroups, { count, query, after }, { as });
    expect(status).toBe(200);
    groups.push(...body.groups);
    if (body.next === null) return groups;
    after = body.next;
  }
}

describe('browsing groups', () => {
  it('shows an invisible group to its members and to workplace admins, marked as invisible', async () => {
    const { _id: id } = await services.group(owner!, [], { invisible: true });
    const other = await services.member({ community: 'workplace', workplace: 'porto' });
    const elsewhere = await services.member({
      community: 'workplace',
      workplace: 'porto',
      acl: [{ title: 'workplace_admin', resources: ['porto'] }],
    });
    for (const as of [owner!, admin!])
      expect(await seen(as)).toContainEqual(expect.objectContaining({ id, invisible: true }));
    for (const as of [ann!, other, elsewhere]) expect((await seen(as)).map((group) => group.id)).not.toContain(id);
  });

  it('shows each visible group once over its pages, by title', async () => {
    const ids: string[] = [];
    for (const title of ['Zebra', 'Alpha', 'Middle']) ids.push((await services.group(owner!, [], { title }))._id);
    const found = (await seen(ann!, 2)).filter(({ id }) => ids.includes(id));
    expect(found.map(({ title }) => title)).toEqual(['Alpha', 'Middle', 'Zebra']);
    expect(found).toMatchObject([{ member: false, pending: false }, {}, {}]);
  });

  it('shows groups whose titles differ by accents alone over the end of a page', async () => {
    const name = word();
    const ids: string[] = [];
    for (const title of ['Café', 'Cafe', 'مكتبة', 'مكتبه'])
      ids.push((await services.group(owner!, [], { title: `${title} ${name}` }))._id);
    for (const query of [undefined, name]) {
      const found = (await seen(ann!, 1, query)).map(({ id }) => id).filter((id) => ids.includes(id));
      expect(found.toSorted()).toEqual(ids.toSorted());
    }
  });

  it('finds groups by beginnings of title words, over its pages', async () => {
    const name = word();
    const ids: string[] = [];
    for (const title of [`Tyres ${name}`, `Aero tyres ${name}`, `Fuel ${name}`])
      ids.push((await services.group(owner!, title.startsWith('Tyres') ? [ann!] : [], { title }))._id);
    const find = (query: string) => seen(ann!, 1, query);
    expect((await find(`tyr ${name}`)).map(({ id, member }) => [id, member])).toEqual([
      [ids[1], false],
      [ids[0], true],
    ]);
    expect(await find(`${name} nothing`)).toEqual([]);
    expect(await find('!')).toEqual([]);
  });

  it('tells a member that a group has removed them, and not an admin', async () => {
    const { _id: id } = await services.group(owner!, [ann!, admin!], { autojoin: true });
    for (const { id: uid } of [ann!, admin!])
      expect((await services.call(removeGroupMember, { id, uid }, { as: owner! })).status).toBe(200);
    expect((await seen(ann!)).find((group) => group.id === id)).toMatchObject({ member: false, removed: true });
    expect((await seen(admin!)).find((group) => group.id === id)).not.toHaveProperty('removed');
  });
});
