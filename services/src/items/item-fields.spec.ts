import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteItem, type ItemType, readItems, updateItem } from '@paddock/contract/calls/items';
import { readHome } from '@paddock/contract/calls/home';
import { postShout } from '@paddock/contract/calls/shouts';
import { tenantOfMember, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { addItem, adminOf, inputs, page, plan, startItemServices } from '../../test/item-calls.js';
import { TestWindows, until } from '../../test/test-windows.js';
import { underFlags } from '../../test/under-flags.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { FilesService } from '../community/files/files.service.js';
import { ItemsService } from './items.service.js';
import sharp from 'sharp';
import { Readable } from 'node:stream';

let services: TestServices;
let who: Record<'super' | 'hqAdmin' | 'hqMember', TestMember>;
beforeAll(async () => {
  services = await startItemServices();
  const at = (properties: object) => services.member({ community: 'workplace', ...properties });
  who = {
    super: await at({ admin: true }),
    hqAdmin: await at({ workplace: 'hq', acl: adminOf('hq') }),
    hqMember: await at({ workplace: 'hq' }),
  };
});
afterAll(() => services.close());

const add = (as: TestMember | undefined, input: object, workplace?: string) => addItem(services, as, input, workplace);

describe(ItemsService, () => {
  const long = (length: number) => 'x'.repeat(length);
  const arabic = 'ورشة الإطارات';
  describe('fields', () => {
    const cases: [ItemType, object, Record<string, string> | undefined][] = [
      ['subscription', { title: long(140) }, undefined],
      ['subscription', { title: long(141) }, { title: 'title_LENGTH_PATTERN' }],
      ['subscription', { title: long(100_000) }, { title: 'title_LENGTH_PATTERN' }],
      ['subscription', { title: '' }, { title: 'title_REQUIRED' }],
      ['subscription', { title: undefined }, { title: 'title_REQUIRED' }],
      ['subscription', { title: '   ' }, { title: 'title_REQUIRED' }],
      ['subscription', { title: 'a\u202Eb' }, { title: 'title_INVALID_PATTERN' }],
      ['dynamic-list', { title: 'a\nb' }, { title: 'title_INVALID_PATTERN' }],
      ['subscription', { title: '🏁🏎️' }, undefined],
      ['subscription', { title: arabic }, undefined],
      ['subscription', { description: long(1000) }, undefined],
      ['subscription', { description: long(1001) }, { description: 'description_LENGTH_PATTERN' }],
      ['subscription', { amount: 0 }, undefined],
      ['subscription', { amount: -1 }, { amount: 'amount_INVALID_PATTERN' }],
      ['subscription', { amount: 0.5 }, { amount: 'amount_INVALID_PATTERN' }],
      ['subscription', { amount: 100_000_000 }, undefined],
      ['subscription', { amount: 100_000_001 }, { amount: 'amount_LENGTH_PATTERN' }],
      ['subscription', { amount: '12' }, { amount: 'amount_INVALID_PATTERN' }],
      ['subscription', { amount: undefined }, { amount: 'amount_REQUIRED' }],
      ['subscription', { currency: 'usd' }, undefined],
      ['subscription', { currency: '' }, { currency: 'currency_REQUIRED' }],
      ['subscription', { currency: undefined }, { currency: 'currency_REQUIRED' }],
      ['subscription', { currency: 'XQQ' }, { currency: 'currency_INVALID_PATTERN' }],
      ['subscription', { currency: 'euro' }, { currency: 'currency_LENGTH_PATTERN' }],
      ['subscription', { additional_id: '0' }, undefined],
      ['subscription', { additional_id: long(141) }, { additional_id: 'additional_id_LENGTH_PATTERN' }],
      ['subscription', { subtype: 'x' }, { subtype: 'subtype_UNKNOWN' }],
      ['subscription', { url: 'https://example.org' }, { url: 'url_UNKNOWN' }],
      ['dynamic-list', { title: long(140) }, undefined],
      ['dynamic-list', { title: long(141) }, { title: 'title_LENGTH_PATTERN' }],
      ['dynamic-list', { title: ' ' }, { title: 'title_REQUIRED' }],
      ['dynamic-list', { title: arabic }, undefined],
      ['dynamic-list', { subtype: long(40) }, undefined],
      ['dynamic-list', { subtype: long(41) }, { subtype: 'subtype_LENGTH_PATTERN' }],
      ['dynamic-list', { subtype: '' }, { subtype: 'subtype_REQUIRED' }],
      ['dynamic-list', { subtype: undefined }, { subtype: 'subtype_REQUIRED' }],
      ['dynamic-list', { amount: 1 }, { amount: 'amount_UNKNOWN' }],
      ['home', { description: long(140) }, undefined],
      ['home', { description: long(141) }, { description: 'description_LENGTH_PATTERN' }],
      ['home', { description: long(100_000) }, { description: 'description_LENGTH_PATTERN' }],
      ['home', { description: '' }, { description: 'MISSING_FIELD' }],
      ['home', { description: '  ' }, { description: 'MISSING_FIELD' }],
      ['home', { description: undefined }, undefined],
      ['home', { description: '🏁' }, undefined],
      ['home', { url: 'https://example.org/a' }, undefined],
      ['home', { url: '' }, undefined],
      ['home', { url: 'javascript:alert(1)' }, { url: 'url_INVALID_PATTERN' }],
      ['home', { url: `https://example.org/${long(500)}` }, { url: 'url_LENGTH_PATTERN' }],
      ['home', { end: Date.now() + 60_000 }, undefined],
      ['home', { end: Date.now() - 60_000 }, { end: 'INVALID_END_DATE' }],
      ['home', { end: 'tomorrow' }, { end: 'end_INVALID_PATTERN' }],
      ['home', { event: 'a b' }, { event: 'event_INVALID_PATTERN' }],
      ['home', { crop: { x: 0, y: 100 } }, undefined],
      ['home', { crop: { x: 50, y: 101 } }, { crop: 'crop_LENGTH_PATTERN' }],
      ['home', { crop: { x: 0.5, y: 1 } }, { crop: 'crop_INVALID_PATTERN' }],
      ['home', { crop: { x: '1', y: 1 } }, { crop: 'crop_INVALID_PATTERN' }],
      ['home', { crop: { x: 1 } }, { crop: 'crop_REQUIRED' }],
      ['home', { crop: 'center' }, { crop: 'crop_INVALID_PATTERN' }],
      ['subscription', { crop: { x: 1, y: 1 } }, { crop: 'crop_UNKNOWN' }],
      ['home', { url: 'data:text/html,x' }, { url: 'url_INVALID_PATTERN' }],
      ['home', { title: 'Hello' }, { title: 'title_UNKNOWN' }],
    ];
    const named = cases.map(
      ([type, change, fields]) => [type, (JSON.stringify(change) ?? '').slice(0, 60), change, fields] as const,
    );
    it.each(named)('%s with %s', async (type, _, change, fields) => {
      const reply = await add(who.super, { ...inputs[type], ...change });
      expect([reply.status, reply.body.fields]).toEqual(fields ? [400, fields] : [200, undefined]);
    });

    it('requires the end of a home page where the deployment does', () =>
      underFlags(services, 'workplace', { home_tab: { validity: true } }, async () => {
        expect((await add(who.super, page)).body).toMatchObject({
          code: 'MISSING_FIELD',
          fields: { end: 'MISSING_FIELD' },
        });
        const { body } = await add(who.super, { ...page, end: Date.now() + 60_000 });
        expect(body.end).toMatch(/Z$/);
        const past = await services.call(updateItem, { id: body.id, end: Date.now() - 1 }, { as: who.super });
        expect(past.body).toMatchObject({ code: 'INVALID_END_DATE', fields: { end: 'INVALID_END_DATE' } });
      }));

    it('checks changes together with the stored fields and removes emptied ones', async () => {
      const { body } = await add(who.super, { ...plan, description: 'All tracks', additional_id: '0' });
      const emptied = await services.call(updateItem, { id: body.id, description: '' }, { as: who.super });
      expect(emptied.body).not.toHaveProperty('description');
      expect(emptied.body).toMatchObject({ title: 'Engineer', additional_id: '0', priceText: '12.34 EUR' });
      const nameless = await services.call(updateItem, { id: body.id, title: ' ' }, { as: who.super });
      expect(nameless.body.fields).toEqual({ title: 'title_REQUIRED' });
      const foreign = await services.call(updateItem, { id: body.id, url: 'https://example.org' }, { as: who.super });
      expect(foreign.body.fields).toEqual({ url: 'url_UNKNOWN' });
      const known = await add(who.super, { ...page, event: '0123456789abcdef01234567' });
      expect(known.body.code).toBe('EVENT_NOT_FOUND');
    });
  });

  describe('the home page', () => {
    const home = async (as: TestMember) => (await services.call(readHome, {}, { as })).body;

    it('shows the admins’ item, and the configured defaults once it is expired or hidden', async () => {
      const admin = await services.member({ community: 'workplace', workplace: 'studio', acl: adminOf('studio') });
      const member = await services.member({ community: 'workplace', workplace: 'studio' });
      const before = await home(member);
      const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
        .png()
        .toBuffer();
      const files = services.get(FilesService);
      const upload = await files.upload({ tenant: tenantOfMember(admin), user: admin.row }, undefined, {
        filename: 'quay.png',
        stream: Readable.from([png]),
      });
      const { body } = await add(admin, {
        ...page,
        description: 'Boats leave at nine.',
        url: 'https://example.org/',
        image_url: upload.path,
        crop: { x: 50, y: 84 },
      });
      const shown = await home(member);
      expect(shown).toMatchObject({
        description: 'Boats leave at nine.',
        url: 'https://example.org/',
        crop: { x: 50, y: 84 },
      });
      expect(
        (await services.request('GET', shown.image_url!, { headers: { host: 'workplace.localhost' } })).status,
      ).toBe(200);
      expect((await home(who.hqMember)).description).not.toBe('Boats leave at nine.');
      const kept = await services.call(
        updateItem,
        { id: body.id, image_url: body.image_url, description: 'Later.' },
        { as: who.super, workplace: 'studio' },
      );
      expect(kept.body.image_url).toBeDefined();
      await services.call(updateItem, { id: body.id, hidden: true }, { as: admin });
      expect(await home(member)).toEqual(before);
      expect(
        (await services.request('GET', shown.image_url!, { headers: { host: 'workplace.localhost' } })).status,
      ).toBe(404);
    });

    it('ignores a stored end, and drops it with the next change, where home pages have none', async () => {
      const admin = await services.member({ community: 'workplace', workplace: 'porto', acl: adminOf('porto') });
      const member = await services.member({ community: 'workplace', workplace: 'porto' });
      const validity = (on: boolean, work: () => Promise<void>) =>
        underFlags(services, 'workplace', { home_tab: { validity: on } }, work);
      const description = 'Slipway closed.';
      let id = '';
      await validity(true, async () => {
        id = (await add(admin, { ...page, description, end: Date.now() + 60_000 })).body.id;
        const items = services.get(Mongo).connection.collection<{ _id: string }>('items');
        await items.updateOne({ _id: id }, { $set: { end: new Date(Date.now() - 1) } });
        expect((await home(member)).description).not.toBe(description);
      });
      await validity(false, async () => {
        expect((await home(member)).description).toBe(description);
        const { status, body } = await services.call(updateItem, { id, url: 'https://example.org/' }, { as: admin });
        expect([status, body.end]).toEqual([200, undefined]);
      });
    });

    it('is listed with the deployment’s buttons, their counts, and the caller’s own record', async () => {
      const member = await services.member({ community: 'workplace', workplace: 'porto' });
      const admin = await services.member({ community: 'workplace', workplace: 'porto', acl: adminOf('porto') });
      const buttons = [
        { title: 'Talk', icon: 'flag', page: 'chats' },
        { title: 'Tides', icon: 'waves', url: 'https://tides.example.org/' },
      ];
      await underFlags(services, 'workplace', { home_tab: { buttons } }, async () => {
        await add(admin, page);
        await services.call(postShout, { group: '0', shout: 'Boat one is back' }, { as: admin });
        const { body } = await services.call(readItems, { type: 'home' }, { as: member });
        expect(body.self?.id).toBe(member.id);
        expect(body.items[0]!.buttons).toEqual([
          { ...buttons[0], badge: 1 },
          { ...buttons[1], badge: 0 },
        ]);
      });
    });

    it('announces each change to the windows of its workplace alone', async () => {
      const inside = await services.member({ community: 'workplace', workplace: 'studio' });
      const outside = await services.member({ community: 'workplace', workplace: 'porto' });
      const admin = await services.member({ community: 'workplace', workplace: 'studio', acl: adminOf('studio') });
      const windows = new TestWindows(services);
      const [there, elsewhere] = [await windows.open(inside), await windows.open(outside)];
      const { body } = await add(admin, page);
      await services.call(updateItem, { id: body.id, description: 'Later.' }, { as: admin });
      await services.call(deleteItem, { id: body.id }, { as: admin });
      const told = () => there.received.filter(({ event }) => event === 'updating_home');
      await until(() => told().length === 3);
      expect(told()[0]!.payload).toEqual({ workplace: 'studio' });
      expect(elsewhere.received.filter(({ event }) => event === 'updating_home')).toEqual([]);
      windows.closeAll();
    });

    it('refuses another member’s file', async () => {
      const upload = await services
        .get(FilesService)
        .upload({ tenant: tenantOfMember(who.hqMember), user: who.hqMember.row }, undefined, {
          filename: 'notes.txt',
          stream: Readable.from(['x']),
        });
      expect((await add(who.hqAdmin, { ...page, image_url: upload.path })).body.code).toBe('FILE_NOT_FOUND');
    });
  });
});
