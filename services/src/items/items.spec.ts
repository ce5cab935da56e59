import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readHome } from '@paddock/contract/calls/home';
import { deleteItem, type ItemType, readItems, updateItem } from '@paddock/contract/calls/items';
import { randomUUID } from 'node:crypto';
import { expectNoCollectionScan } from '../../test/expect-no-collection-scan.js';
import { type TestMember, type TestServices } from '../../test/start-test-services.js';
import { addItem, adminOf, entry, inputs, plan, startItemServices } from '../../test/item-calls.js';
import { underFlags } from '../../test/under-flags.js';
import { uploadFile } from '../../test/uploads.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { ItemRepository } from './item.repository.js';
import { ItemsService } from './items.service.js';

let services: TestServices;
let who: Record<'super' | 'hqAdmin' | 'portoAdmin' | 'hqMember' | 'pending' | 'racing', TestMember>;
beforeAll(async () => {
  services = await startItemServices();
  const at = (properties: object) => services.member({ community: 'workplace', ...properties });
  who = {
    super: await at({ admin: true }),
    hqAdmin: await at({ workplace: 'hq', acl: adminOf('hq') }),
    portoAdmin: await at({ workplace: 'porto', acl: adminOf('porto') }),
    hqMember: await at({ workplace: 'hq' }),
    pending: await at({ workplace: 'hq', pending: true }),
    racing: await services.member({ admin: true }),
  };
});
afterAll(() => services.close());

const add = (as: TestMember | undefined, input: object, workplace?: string) => addItem(services, as, input, workplace);
const list = async (as: TestMember | undefined, type: ItemType, subtype?: string, workplace?: string) =>
  services.call(
    readItems,
    { type, ...(subtype && { subtype }) },
    {
      ...(as && { as }),
      host: as ? `${as.community}.localhost` : 'workplace.localhost',
      ...(workplace !== undefined && { workplace }),
    },
  );
const fresh = () => `list_${randomUUID().slice(0, 8)}`;

describe(ItemsService, () => {
  describe('writing', () => {
    it.each<[ItemType, keyof typeof who | undefined, number, string | undefined]>([
      ['subscription', undefined, 401, 'INVALID_TOKEN'],
      ['subscription', 'pending', 403, 'PENDING_APPROVAL'],
      ['subscription', 'hqMember', 403, 'FORBIDDEN'],
      ['subscription', 'hqAdmin', 403, 'FORBIDDEN'],
      ['subscription', 'super', 200, undefined],
      ['home', undefined, 401, 'INVALID_TOKEN'],
      ['home', 'pending', 403, 'PENDING_APPROVAL'],
      ['home', 'hqMember', 403, 'FORBIDDEN'],
      ['home', 'hqAdmin', 200, undefined],
      ['home', 'portoAdmin', 200, undefined],
      ['home', 'super', 200, undefined],
      ['dynamic-list', undefined, 401, 'INVALID_TOKEN'],
      ['dynamic-list', 'pending', 403, 'PENDING_APPROVAL'],
      ['dynamic-list', 'hqMember', 403, 'FORBIDDEN'],
      ['dynamic-list', 'hqAdmin', 200, undefined],
      ['dynamic-list', 'super', 200, undefined],
    ])('%s by %s: %d %s', async (type, name, status, code) => {
      const reply = await add(name && who[name], inputs[type]);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    });

    it.each<[string, 'portoAdmin' | 'hqMember' | 'hqAdmin' | 'racing', () => Promise<string>, string]>([
      ['another workplace’s entry', 'portoAdmin', async () => (await add(who.hqAdmin, entry)).body.id, 'NOT_FOUND'],
      [
        'a member, an entry of their workplace',
        'hqMember',
        async () => (await add(who.hqAdmin, entry)).body.id,
        'FORBIDDEN',
      ],
      [
        'a workplace admin, the community’s entry',
        'hqAdmin',
        async () => (await add(who.super, entry)).body.id,
        'FORBIDDEN',
      ],
      ['a workplace admin, a plan', 'hqAdmin', async () => (await add(who.super, plan)).body.id, 'FORBIDDEN'],
      [
        'a workplace admin, a hidden plan',
        'hqAdmin',
        async () => (await add(who.super, { ...plan, hidden: true })).body.id,
        'NOT_FOUND',
      ],
      ['another community’s plan', 'racing', async () => (await add(who.super, plan)).body.id, 'NOT_FOUND'],
      ['another community’s entry', 'racing', async () => (await add(who.super, entry)).body.id, 'NOT_FOUND'],
    ])('refuses change and deletion to %s', async (_, name, make, code) => {
      const id = await make();
      const changed = await services.call(updateItem, { id, title: 'Mine' }, { as: who[name] });
      const deleted = await services.call(deleteItem, { id }, { as: who[name] });
      expect([changed.body.code, deleted.body.code]).toEqual([code, code]);
    });

    it('keeps the changes of admins who change different fields at the same time', async () => {
      const { id } = (await add(who.super, plan)).body;
      const changes = [{ title: 'Team' }, { amount: 4321 }, { description: 'For six' }, { hidden: true }];
      await Promise.all(changes.map((change) => services.call(updateItem, { id, ...change }, { as: who.super })));
      const { items } = (await list(who.super, 'subscription')).body;
      expect(items.find((one) => one.id === id)).toMatchObject(Object.assign({}, ...changes) as object);
    });

    it('changes and deletes an item, once', async () => {
      const { body } = await add(who.hqAdmin, { ...entry, subtype: fresh() });
      const changed = await services.call(updateItem, { id: body.id, title: 'Harbour' }, { as: who.hqAdmin });
      expect(changed.body).toMatchObject({ id: body.id, title: 'Harbour', subtype: body.subtype });
      expect((await services.call(deleteItem, { id: body.id }, { as: who.hqAdmin })).body).toEqual({ ok: true });
      expect((await list(who.hqAdmin, 'dynamic-list', body.subtype)).body.items).toEqual([]);
      expect((await services.call(deleteItem, { id: body.id }, { as: who.hqAdmin })).body.code).toBe('NOT_FOUND');
    });
  });

  it('refuses home pages, and nothing else, where home is not deployed', async () => {
    const { body } = await add(who.hqAdmin, inputs.home);
    let tabs: unknown[] = [];
    await services.configure('workplace', (file) => {
      tabs = file.tabs;
      file.tabs = tabs.filter((tab) => tab !== 'home');
    });
    const codes = async (as: TestMember) => {
      const replies = [
        await add(as, inputs.home),
        await services.call(updateItem, { id: body.id, description: 'Later.' }, { as }),
        await services.call(deleteItem, { id: body.id }, { as }),
      ];
      return replies.map((reply) => reply.body.code);
    };
    expect(await codes(who.hqAdmin)).toEqual(Array(3).fill('FEATURE_DISABLED'));
    expect(await codes(who.hqMember)).toEqual(Array(3).fill('FORBIDDEN'));
    expect((await add(who.hqAdmin, inputs['dynamic-list'])).status).toBe(200);
    await services.configure('workplace', (file) => {
      file.tabs = tabs;
    });
    expect((await services.call(deleteItem, { id: body.id }, { as: who.hqAdmin })).status).toBe(200);
  });

  it('returns the same item to a resend, also in concurrent calls', async () => {
    const subtype = fresh();
    const client_id = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => add(who.hqAdmin, { ...entry, subtype, client_id })));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await list(who.hqAdmin, 'dynamic-list', subtype)).body.items).toHaveLength(1);
  });

  describe('reading', () => {
    it('sorts plans by amount and formats their price', async () => {
      const racing = who.racing;
      for (const [title, amount] of [
        ['Season', 12_900],
        ['Crew', 0],
        ['Engineer', 1800],
      ] as const)
        await add(racing, { ...plan, title, amount });
      const { body } = await list(await services.member(), 'subscription');
      expect(body.items.map(({ title, priceText }) => [title, priceText])).toEqual([
        ['Crew', '0.00 EUR'],
        ['Engineer', '18.00 EUR'],
        ['Season', '129.00 EUR'],
      ]);
    });

    it.each<[ItemType, keyof typeof who | undefined, number, string | undefined]>([
      ['subscription', undefined, 401, 'INVALID_TOKEN'],
      ['subscription', 'pending', 200, undefined],
      ['home', undefined, 401, 'INVALID_TOKEN'],
      ['home', 'pending', 403, 'PENDING_APPROVAL'],
      ['home', 'hqMember', 200, undefined],
      ['dynamic-list', undefined, 200, undefined],
      ['dynamic-list', 'pending', 200, undefined],
    ])('%s by %s: %d %s', async (type, name, status, code) => {
      const reply = await list(name && who[name], type);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    });

    it('shows visitors only ids and titles of a list', async () => {
      const subtype = fresh();
      const { body } = await add(who.super, { ...entry, subtype });
      const short = [{ id: body.id, type: 'dynamic-list', title: 'Lab' }];
      expect((await list(undefined, 'dynamic-list', subtype)).body.items).toEqual(short);
      expect((await list(who.pending, 'dynamic-list', subtype)).body.items).toEqual(short);
      expect((await list(who.hqMember, 'dynamic-list', subtype)).body.items).toEqual([body]);
    });

    it('hides a workplace’s list from other workplaces and visitors, and shows the community’s list to all', async () => {
      const subtype = fresh();
      await add(who.super, { ...entry, subtype, title: 'For all' });
      await add(who.hqAdmin, { ...entry, subtype, title: 'At hq' });
      const titles = async (...args: Parameters<typeof list>) =>
        (await list(...args)).body.items.map(({ title }) => title);
      expect(await titles(undefined, 'dynamic-list', subtype)).toEqual(['For all']);
      expect(await titles(who.hqMember, 'dynamic-list', subtype)).toEqual(['For all', 'At hq']);
      expect(await titles(who.portoAdmin, 'dynamic-list', subtype)).toEqual(['For all']);
      expect(await titles(who.racing, 'dynamic-list', subtype)).toEqual([]);
      expect(await titles(who.super, 'dynamic-list', `${subtype}_other`)).toEqual([]);
      const choices = services.get(ExtensionPoints).all('list_choices').get('items')!;
      expect(await choices(tenantOf('workplace'), subtype)).toEqual(['For all']);
      expect(await choices(tenantOf('workplace', 'hq'), subtype)).toEqual(['For all', 'At hq']);
      expect(await choices(tenantOf('motorsport'), subtype)).toEqual([]);
    });

    it('shows hidden items to members who may write them', async () => {
      const subtype = fresh();
      await add(who.hqAdmin, { ...entry, subtype, hidden: true });
      expect((await list(who.hqAdmin, 'dynamic-list', subtype)).body.items).toHaveLength(1);
      expect((await list(who.hqMember, 'dynamic-list', subtype)).body.items).toEqual([]);
      expect((await list(undefined, 'dynamic-list', subtype)).body.items).toEqual([]);
      const { body } = await add(who.super, { ...plan, title: 'Secret', hidden: true });
      const ids = async (as: TestMember) => (await list(as, 'subscription')).body.items.map(({ id }) => id);
      expect(await ids(who.super)).toContain(body.id);
      expect(await ids(who.hqAdmin)).not.toContain(body.id);
      const choices = services.get(ExtensionPoints).all('list_choices').get('items')!;
      expect(await choices(tenantOf('workplace', 'hq'), subtype)).toEqual([]);
    });

    it('reads only by indexes', () =>
      expectNoCollectionScan(services, async () => {
        await list(who.hqMember, 'dynamic-list', 'department');
        await list(who.hqMember, 'subscription');
        await list(who.hqMember, 'home');
      }));
  });
});

describe('the item of home', () => {
  it('is the newest of any number', async () => {
    const tenant = tenantOf('workplace', 'hq');
    const items = services.get(ItemRepository);
    const row = { type: 'home', subtype: '', title: '', hidden: false, author: who.hqAdmin.id } as const;
    const session = {};
    for (let index = 0; index <= 500; index += 1)
      await items.add(tenant, { ...row, description: `Page ${index}`, client_id: randomUUID() }, session);
    await items.add(tenant, { ...row, description: 'Hidden', hidden: true, client_id: randomUUID() }, session);
    await items.add(tenant, { ...row, description: 'Over', end: new Date(0), client_id: randomUUID() }, session);
    const shown = async () => (await services.call(readHome, {}, { as: who.hqMember })).body.description;
    expect(await shown()).toBe('Over');
    await underFlags(services, 'workplace', { home_tab: { validity: true } }, async () =>
      expect(await shown()).toBe('Page 500'),
    );
  });

  it('has a picture and no other file', async () => {
    const upload = await uploadFile(services, who.hqAdmin, { name: 'plan.txt', content: 'Boats leave at ten.' });
    const { body } = await add(who.hqAdmin, { ...inputs.home, image_url: upload.body.path });
    expect(body.code).toBe('INVALID_FILE');
  });
});
