import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import {
  deleteClassified,
  markAllClassifiedsRead,
  markClassifiedRead,
  readClassified,
  readClassifiedCategories,
  readClassifieds,
  renewClassified,
  updateClassified,
} from '@paddock/contract/calls/classifieds';
import type { CallInput } from '@paddock/contract/core/call';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { UserRepository } from '../../community/users/user.repository.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { adOf, placeAd, setDates, withClassifieds } from '../../../test/classifieds-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { ClassifiedRepository } from './classified.repository.js';
import { ClassifiedsService } from './classifieds.service.js';
import { ClassifiedReadStates } from './classified-read-states.js';

let services: TestServices;
let owner: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  for (const community of ['motorsport', 'workplace']) await services.configure(community, withClassifieds);
  owner = await services.member();
});
afterAll(() => services.close());

const list = async (as: TestMember, input: CallInput<typeof readClassifieds> = {}) =>
  (await services.call(readClassifieds, input, { as })).body;
const titles = async (as: TestMember, input: CallInput<typeof readClassifieds> = {}) =>
  (await list(as, input)).classifieds.map(({ title }) => title);
const badge = async (as: TestMember) => (await services.call(readBadges, {}, { as })).body.badges.classifieds;
const read = (as: TestMember, id: string) => services.call(readClassified, { id }, { as });
const counts = async (as: TestMember) => (await services.call(readClassifiedCategories, {}, { as })).body;
/** A workplace of its own for lists: members of porto, of the studio … */
const inPlace = (workplace: string, fields = {}) => services.member({ community: 'workplace', workplace, ...fields });

describe(ClassifiedsService, () => {
  it('lists ads newest first, 20 and then 50, each once, by cursor and by page number', async () => {
    const ann = await inPlace('porto');
    const all = Array.from({ length: 75 }, (_, at) => `Ad ${at}`).reverse();
    for (const title of all.toReversed()) await adOf(services, ann, { title });
    const first = await list(ann);
    expect(first.classifieds.map(({ title }) => title)).toEqual(all.slice(0, 20));
    const second = await list(ann, { count: 50, page: first.next! });
    expect(second.classifieds.map(({ title }) => title)).toEqual(all.slice(20, 70));
    const third = await list(ann, { count: 50, page: second.next! });
    expect([third.classifieds.map(({ title }) => title), third.next]).toEqual([all.slice(70), null]);
    expect(await titles(ann, { count: 20, page: '3' })).toEqual(all.slice(60));
    expect(first.users.map(({ id }) => id)).toEqual([ann.id]);
    expect(first.self).toMatchObject({ id: ann.id, classified_new_receipts: 0 });
  });

  it('filters by own, category and title, whatever its case, and counts by category', async () => {
    const [ann, bob] = [await inPlace('studio'), await inPlace('studio')];
    await adOf(services, ann, { title: 'Slick Tyres (8)', category: 'tyres' });
    await adOf(services, bob, { title: 'Wet TYRES', category: 'tyres' });
    await adOf(services, bob, { title: 'Jack 2.0' });
    expect(await titles(ann, { own: true })).toEqual(['Slick Tyres (8)']);
    expect(await titles(ann, { category: 'tyres' })).toEqual(['Wet TYRES', 'Slick Tyres (8)']);
    expect(await titles(ann, { query: 'tYREs' })).toEqual(['Wet TYRES', 'Slick Tyres (8)']);
    expect(await titles(ann, { query: '(8)' })).toEqual(['Slick Tyres (8)']);
    expect(await titles(ann, { query: '2.0' })).toEqual(['Jack 2.0']);
    expect(await titles(ann, { query: '.*' })).toEqual([]);
    expect(await titles(ann, { query: 'tyres', category: 'tools' })).toEqual([]);
    expect(await titles(ann, { query: 'jack', own: true })).toEqual([]);
    const shown = await counts(ann);
    expect([shown.all, shown.my_ads]).toEqual([3, 1]);
    expect(shown.categories.map(({ key, count }) => [key, count])).toEqual([
      ['tyres', 2],
      ['tools', 1],
      ['rooms', 0],
    ]);
  });

  it('returns the first ad for a resend, also for two at once', async () => {
    const client_id = randomUUID();
    const [one, two] = await Promise.all([1, 2].map(() => placeAd(services, owner, { client_id })));
    const three = await placeAd(services, owner, { client_id, title: 'Another' });
    expect(new Set([one, two, three].map((reply) => reply!.body.classified.id)).size).toBe(1);
  });

  it('hides an expired ad from all but its owner: list, counts, search, badge, by id, pictures', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const admin = await services.member({ admin: true });
    const image_urls = [await uploadPicture(services, ann)];
    const { id } = await adOf(services, ann, { title: 'Expiring caravan', category: 'rooms', image_urls });
    const seen = (await read(bob, id)).body.classified;
    const before = [(await counts(bob)).all, await badge(bob)];
    expect(await statusOfFile(services, seen.image_urls[0]!)).toBe(200);
    await setDates(services, id, { expires: new Date(Date.now() - 1) });
    for (const as of [bob, admin]) {
      expect((await read(as, id)).body.code).toBe('CLASSIFIED_NOT_FOUND');
      expect(await titles(as, { query: 'expiring' })).toEqual([]);
      expect((await services.call(updateClassified, { id, title: 'x' }, { as })).body.code).toBe(
        'CLASSIFIED_NOT_FOUND',
      );
      expect((await services.call(markClassifiedRead, { id }, { as })).body.code).toBe('CLASSIFIED_NOT_FOUND');
    }
    expect([(await counts(bob)).all, await badge(bob)]).toEqual([before[0]! - 1, before[1]! - 1]);
    expect(await statusOfFile(services, seen.image_urls[0]!)).toBe(404);
    expect((await read(ann, id)).body.classified).toMatchObject({ expired: true, new: false, can_edit: true });
    expect(await titles(ann)).not.toContain('Expiring caravan');
    expect((await list(ann, { own: true })).classifieds).toMatchObject([{ id, expired: true }]);
    const renewed = (await services.call(renewClassified, { id }, { as: ann })).body.classified;
    expect(renewed.expired).toBe(false);
    expect((await read(bob, id)).status).toBe(200);
  });

  it('keeps the end of a renewed ad one term away, however often it is renewed', async () => {
    const { id } = await adOf(services, owner, { lifetime: 7 });
    const renew = async () => (await services.call(renewClassified, { id }, { as: owner })).body.classified.expires;
    const ends = await Promise.all([renew(), renew(), renew()]);
    const last = await renew();
    for (const end of [...ends, last]) expect(Math.abs(Date.parse(end) - Date.now() - 7 * dayMs)).toBeLessThan(20_000);
  });

  it('leaves no ad behind when it is renewed and deleted at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await adOf(services, owner);
      const replies = await Promise.all([
        services.call(renewClassified, { id }, { as: owner }),
        services.call(deleteClassified, { id }, { as: owner }),
        services.call(deleteClassified, { id }, { as: owner }),
      ]);
      const codes = replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code));
      expect(codes.slice(1).sort()).toEqual(['CLASSIFIED_NOT_FOUND', 'ok']);
      expect(['ok', 'CLASSIFIED_NOT_FOUND']).toContain(codes[0]);
      expect((await read(owner, id)).status).toBe(404);
    }
  });

  it('shows ads as new until they are opened or all are marked as read', async () => {
    const bob = await services.member();
    const before = (await badge(bob))!;
    const [a, b] = [await adOf(services, owner, { title: 'A' }), await adOf(services, owner, { title: 'B' })];
    await adOf(services, bob, { title: 'Own' });
    expect(await badge(bob)).toBe(before + 2);
    expect((await list(bob)).self.classified_new_receipts).toBe(before + 2);
    const opened = await services.call(markClassifiedRead, { id: a.id }, { as: bob });
    expect(opened.body).toEqual({ classified_new_receipts: before + 1 });
    await services.call(markClassifiedRead, { id: a.id }, { as: bob });
    const marks = Object.fromEntries((await list(bob)).classifieds.map(({ id, new: mark }) => [id, mark]));
    expect([marks[a.id], marks[b.id]]).toEqual([false, true]);
    expect((await services.call(markAllClassifiedsRead, {}, { as: bob })).body).toEqual({ classified_new_receipts: 0 });
    expect([await badge(bob), (await list(bob)).classifieds.filter((ad) => ad.new)]).toEqual([0, []]);
    expect(await badge(await services.member())).toBe(0);
  });

  it('counts an unread ad that is older than 100 read ones', async () => {
    const [seller, bob] = [await inPlace('hq'), await inPlace('hq')];
    const tenant = tenantOfMember(bob);
    await adOf(services, seller, { title: 'Old' });
    const row = (await services.get(ClassifiedRepository).own(tenant, seller.id, undefined, { limit: 1 }))[0]!;
    const copies = Array.from({ length: 100 }, () => ({ ...row, _id: newId(), client_id: randomUUID() }));
    await services
      .get(Mongo)
      .connection.collection('classifieds')
      .insertMany(copies as never[]);
    expect(await badge(bob)).toBe(100);
    for (const { _id } of copies) await services.get(ClassifiedReadStates).markRead(tenant, bob.id, _id);
    expect(await badge(bob)).toBe(1);
    await services.get(Mongo).connection.collection('classifieds').deleteMany({ owner: seller.id });
  });

  it('hides ads both ways where a member blocks another, and those of banned members; admins see all', async () => {
    const [ann, bob] = [await inPlace('hq'), await inPlace('hq')];
    const admin = await inPlace('hq', { acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const superAdmin = await inPlace('hq', { admin: true });
    const [ofAnn, ofBob] = [await adOf(services, ann), await adOf(services, bob)];
    const tenant = tenantOfMember(ann);
    const users = services.get(UserRepository);
    const ids = async (as: TestMember) => (await list(as)).classifieds.map(({ id }) => id);
    const both = [ofBob.id, ofAnn.id];
    expect(await ids(ann)).toEqual(both);
    await users.setBlocked(tenant, ann.id, bob.id, true);
    for (const [as, own, hidden] of [
      [ann, ofAnn.id, ofBob.id],
      [bob, ofBob.id, ofAnn.id],
    ] as const) {
      expect([await ids(as), (await counts(as)).all, await badge(as)]).toEqual([[own], 1, 0]);
      expect((await read(as, hidden)).body.code).toBe('CLASSIFIED_NOT_FOUND');
      expect((await services.call(markClassifiedRead, { id: hidden }, { as })).body.code).toBe('CLASSIFIED_NOT_FOUND');
    }
    expect([await ids(admin), await ids(superAdmin)]).toEqual([both, both]);
    await users.setBlocked(tenant, ann.id, bob.id, false);
    await users.setBlocked(tenant, bob.id, admin.id, true);
    expect(await ids(admin)).toEqual(both);
    await services.get(UserRepository).setBanned(tenant, bob.id, true, {});
    expect(await ids(ann)).toEqual([ofAnn.id]);
  });

  it('keeps communities and workplaces apart', async () => {
    const [hq, porto] = [await inPlace('hq'), await inPlace('porto')];
    const { id } = await adOf(services, hq, { title: 'Only in hq' });
    for (const as of [porto, owner]) {
      expect((await read(as, id)).body.code).toBe('CLASSIFIED_NOT_FOUND');
      expect((await services.call(deleteClassified, { id }, { as })).body.code).toBe('CLASSIFIED_NOT_FOUND');
      expect(await titles(as, { query: 'only in hq' })).toEqual([]);
    }
  });

  it('is refused without the tab', async () => {
    await services.configure('motorsport', (file) => {
      file.tabs = ['chats'];
      file.flags['default_page'] = 'chats';
    });
    const replies = [await services.call(readClassifieds, {}, { as: owner }), await placeAd(services, owner)];
    await services.configure('motorsport', withClassifieds);
    expect(replies.map(({ body }) => body.code)).toEqual(['FEATURE_DISABLED', 'FEATURE_DISABLED']);
  });

  it('shows a category that the deployment no longer has by its key', async () => {
    const { id } = await adOf(services, owner, { category: 'rooms' });
    const rest = { classifieds_tab: { categories: [{ key: 'tools', icon: 'wrench', title: 'Tools' }] } };
    await underFlags(services, 'motorsport', rest, async () => {
      expect((await read(owner, id)).body.classified.category).toEqual({ key: 'rooms', icon: 'tag' });
      const changed = await services.call(updateClassified, { id, title: 'Room, still' }, { as: owner });
      expect(changed.body.classified).toMatchObject({ title: 'Room, still', category: { key: 'rooms' } });
      expect((await placeAd(services, owner, { category: 'rooms' })).body.fields).toEqual({
        category: 'category_INVALID_PATTERN',
      });
    });
  });

  it('answers every query by an index', async () => {
    const member = await services.member({ blocked_users: [randomUUID()] });
    const { id } = await adOf(services, owner);
    await expectNoCollectionScan(services, async () => {
      await list(member, { category: 'tools', query: 'wrench' });
      await list(member, { own: true });
      await counts(member);
      await read(member, id);
      await badge(member);
      await services.call(markClassifiedRead, { id }, { as: member });
    });
  });
});
