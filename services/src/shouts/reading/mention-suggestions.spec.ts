import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postShout, suggestMentions } from '@paddock/contract/calls/shouts';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { MentionSuggestions } from './mention-suggestions.js';

let services: TestServices;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  ann = await services.member({ fullname: 'Ann Lee' });
});
afterAll(() => services.close());

let count = 0;
const member = (fullname: string, more: { username?: string; company?: string; workplace?: string } = {}) => {
  const { company, ...rest } = more;
  return services.member({ fullname, username: `u${++count}`, ...rest, ...(company && { fields: { company } }) });
};
const suggest = async (id: string, query: string, as = ann) =>
  (await services.call(suggestMentions, { id, query }, { as })).body;
const names = async (id: string, query: string, as = ann) =>
  (await suggest(id, query, as)).users.map(({ fullname }) => fullname);
const groupOf = async (...members: TestMember[]) => (await services.group(ann, members))._id;

describe(MentionSuggestions, () => {
  it('puts full and user names before companies, and beginnings before later words; at most three', async () => {
    const group = await groupOf(
      await member('Cara Moss', { company: 'Zorn Racing' }),
      await member('Bea Zorn'),
      await member('Zorn Eder'),
      await member('Dora Hill', { username: 'zorny' }),
    );
    expect(await names(group, 'zor')).toEqual(['Zorn Eder', 'Dora Hill', 'Bea Zorn']);
    expect(await names(group, 'ZORNR')).toEqual([]);
    expect(await names(group, 'racing')).toEqual(['Cara Moss']);
  });

  it('puts recent partners first among equal matches, of this conversation before direct chats', async () => {
    const members = await Promise.all(['Quin A', 'Quin B', 'Quin C', 'Quin D', 'Quin E'].map((name) => member(name)));
    const group = await groupOf(...members);
    expect(await names(group, 'quin')).toEqual(['Quin A', 'Quin B', 'Quin C']);
    await services.call(postShout, { recipients: [members[3]!.id], shout: 'Hello' }, { as: ann });
    await services.call(postShout, { group, shout: 'Copy' }, { as: members[4]! });
    expect(await names(group, 'quin')).toEqual(['Quin E', 'Quin D', 'Quin A']);
  });

  it('offers only those who can read the conversation, and never the caller', async () => {
    const [inside, outside, elsewhere] = [
      await member('Vera In'),
      await member('Vera Out'),
      await services.member({ community: 'workplace', workplace: 'hq', fullname: 'Vera Elsewhere' }),
    ];
    const group = await groupOf(inside);
    expect(await names(group, 'vera')).toEqual(['Vera In']);
    expect(await names(inside.id, 'vera')).toEqual(['Vera In']);
    expect(await names('0', 'vera')).toEqual(['Vera In', 'Vera Out']);
    expect(await names(group, 'ann')).toEqual([]);
    expect(elsewhere.row.fullname).toBe('Vera Elsewhere');
    expect((await suggest(inside.id, 'vera', outside)).users).toEqual([
      expect.objectContaining({ fullname: 'Vera In' }),
    ]);
  });

  it('omits pending, unverified and banned members', async () => {
    await services.member({ fullname: 'Yves Pending', pending: true });
    await services.member({ fullname: 'Yves Unverified', email_verified: false });
    await services.member({ fullname: 'Yves Banned', banned: true });
    expect(await names('0', 'yves')).toEqual([]);
  });

  it('finds names without accents, and nothing for punctuation', async () => {
    const group = await groupOf(await member('Łukasz Błoński'), await member('Joaquín Núñez'));
    expect(await names(group, 'nun')).toEqual(['Joaquín Núñez']);
    expect(await names(group, 'joaq')).toEqual(['Joaquín Núñez']);
    expect(await names(group, '_')).toEqual([]);
    expect((await suggest(group, '')).code).toBe('INVALID_INPUT');
  });

  it('finds the best names among hundreds of colleagues', async () => {
    await Promise.all(Array.from({ length: 150 }, (_, index) => member(`Aa ${index}`, { company: 'Wexler' })));
    await member('Wexler Zz');
    expect((await names('0', 'wex'))[0]).toBe('Wexler Zz');
  });

  it('finds the few of a large group among many of its workplace', async () => {
    const outside = Array.from({ length: 30 }, (_, index) => member(`Ulf ${index}`, { username: `ulf${index}` }));
    await Promise.all(outside);
    const few = [await member('Ulf Zorn', { username: 'ulfz' }), await member('Otto Ulfsen')];
    const group = await groupOf(...few);
    const strangers = Array.from({ length: 300 }, newId);
    await services.get(MembershipRepository).addAll(tenantOf('motorsport'), group, strangers, { readOnly: new Set() });
    expect(await names(group, 'ulf')).toEqual(['Ulf Zorn', 'Otto Ulfsen']);
    expect(await names(group, 'ulfs')).toEqual(['Otto Ulfsen']);
  });

  it.each([true, 'members'] as const)('offers only authors under hide_members %j', async (hide_members) => {
    const eve = await member('Tess Eve');
    const [partner, author] = [await member('Tess Partner'), await member('Tess Author')];
    const group = await groupOf(eve, partner, author);
    await services.call(postShout, { recipients: [partner.id], shout: 'Hello' }, { as: eve });
    await services.call(postShout, { group, shout: 'Copy' }, { as: author });
    await underFlags(services, 'motorsport', { hide_members }, async () =>
      expect(await names(group, 'tess', eve)).toEqual(['Tess Author']),
    );
  });

  describe('with can_only_view_users_in_my_groups', () => {
    beforeAll(async () => {
      await services.configure('workplace', (file) => {
        file.flags['can_only_view_users_in_my_groups'] = true;
      });
    });
    it('offers only members of own groups, to everybody too', async () => {
      const hq = { community: 'workplace', workplace: 'hq' };
      const [me, shared] = [await services.member(hq), await services.member({ ...hq, fullname: 'Xena Shared' })];
      await services.member({ ...hq, fullname: 'Xena Unknown' });
      await services.group(me, [shared]);
      expect(await names('0', 'xena', me)).toEqual(['Xena Shared']);
    });
  });

  it('is served by indexes', async () => {
    const group = await groupOf(await member('Ira Hall'));
    await expectNoCollectionScan(services, async () => {
      for (const id of [group, '0']) await suggest(id, 'ir');
    });
  });
});
