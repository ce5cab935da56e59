import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteSponsor, markAllSponsorsRead, markSponsorRead, readSponsor } from '@paddock/contract/calls/notices';
import { randomUUID } from 'node:crypto';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { sponsorCalls, withNoticesTabs } from '../../../test/sponsors-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';

let services: TestServices;
let calls: ReturnType<typeof sponsorCalls>;
let admin: TestMember;
let ann: TestMember;
const admins = (workplace: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [workplace] }] });
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  calls = sponsorCalls(services);
  admin = await services.member(admins(''));
  ann = await services.member();
});
afterAll(() => services.close());

const mark = (as: TestMember, id: string, namespace?: string) =>
  services.call(markSponsorRead, { id, ...(namespace && { namespace }) }, { as });

describe('a notice', () => {
  it('has all its fields, and its owner and group beside the page', async () => {
    const fields = {
      ...{ title: 'Pit lane hours', desc: 'From 8 to 19.\nMarshals first.', url: 'https://series.example/hours' },
      ...{ url2: 'http://map.example/', email: 'office@series.example', phone: '+32 87 000 114', location: 'Gate 3' },
      ...{ twitter_handle: '@series', color: '#d92d3a', tags: ['pit', 'hours', 'pit'] },
      ...{ custom_field_0: 'Doc 14', custom_field_1: 'b', custom_field_2: 'c' },
    };
    const made = await calls.of(admin, fields);
    expect(made).toMatchObject({
      ...fields,
      twitter_handle: 'series',
      tags: ['pit', 'hours'],
      namespace: '0',
      new: false,
    });
    const { body } = await calls.list({ as: ann });
    expect(body.sponsors.find(({ id }) => id === made.id)).toMatchObject({
      new: true,
      can_edit: false,
      can_delete: false,
    });
    expect(body.users.map(({ id }) => id)).toContain(admin.id);
    expect(body).toMatchObject({ can_create: false, can_move: false, self: { id: ann.id } });
  });

  it('is created once, however often it is sent', async () => {
    const client_id = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => calls.create(admin, { client_id, title: 'Once' })));
    expect(new Set(replies.map(({ body }) => body.sponsor.id)).size).toBe(1);
    expect((await calls.titles(ann)).filter((title) => title === 'Once')).toHaveLength(1);
  });

  it.each([
    [{ title: ' ' }, { title: 'title_REQUIRED' }],
    [{ title: 'x'.repeat(141) }, { title: 'title_LENGTH_PATTERN' }],
    [{ title: 'a\u202Eb' }, { title: 'title_INVALID_PATTERN' }],
    [{ desc: 'x'.repeat(1001) }, { desc: 'desc_LENGTH_PATTERN' }],
    [{ url: 'javascript:alert(1)' }, { url: 'url_INVALID_PATTERN' }],
    [{ url2: 'data:text/html,x' }, { url2: 'url2_INVALID_PATTERN' }],
    [{ url: `https://a.example/${'x'.repeat(140)}` }, { url: 'url_LENGTH_PATTERN' }],
    [{ email: 'nobody' }, { email: 'email_INVALID' }],
    [{ phone: '1;alert(1)' }, { phone: 'phone_INVALID_PATTERN' }],
    [{ phone: '1'.repeat(141) }, { phone: 'phone_LENGTH_PATTERN' }],
    [{ twitter_handle: 'a/b' }, { twitter_handle: 'twitter_handle_INVALID_PATTERN' }],
    [{ location: 'x'.repeat(141) }, { location: 'location_LENGTH_PATTERN' }],
    [{ custom_field_0: 'x'.repeat(1001) }, { custom_field_0: 'INVALID_CUSTOM_FIELD_0' }],
    [{ custom_field_1: 'x'.repeat(1001) }, { custom_field_1: 'INVALID_CUSTOM_FIELD_1' }],
    [{ custom_field_2: 'x'.repeat(1001) }, { custom_field_2: 'INVALID_CUSTOM_FIELD_2' }],
    [{ color: 'red' }, { color: 'color_INVALID_PATTERN' }],
    [{ group: 'ffffffffffffffffffffffff' }, { group: 'GROUP_NOT_FOUND' }],
    [{ owner: 'ffffffffffffffffffffffff' }, { owner: 'USER_NOT_FOUND' }],
    [{ acknowledge: { until: '2020-01-01T00:00:00Z' } }, { acknowledge: 'INVALID_END_DATE' }],
    [{ acknowledge: { groups: ['ffffffffffffffffffffffff'] } }, { acknowledge: 'GROUP_NOT_FOUND' }],
  ])('%j is refused with %j and changes nothing', async (fields, codes) => {
    const before = await calls.titles(admin);
    expect((await calls.create(admin, fields as object)).body.fields).toEqual(codes);
    const made = await calls.of(admin, { title: 'Kept' });
    expect((await calls.update(admin, made.id, fields as object)).body.fields).toEqual(codes);
    expect((await services.call(readSponsor, { id: made.id }, { as: admin })).body.sponsor).toEqual(made);
    await services.call(deleteSponsor, { id: made.id }, { as: admin });
    expect(await calls.titles(admin)).toEqual(before);
  });

  it('is refused with the code of a custom field that is too long', async () => {
    const long = 'x'.repeat(1001);
    const both = await calls.create(admin, { custom_field_1: long, custom_field_2: long });
    expect([both.status, both.body]).toMatchObject([
      400,
      {
        code: 'INVALID_CUSTOM_FIELD_1',
        fields: { custom_field_1: 'INVALID_CUSTOM_FIELD_1', custom_field_2: 'INVALID_CUSTOM_FIELD_2' },
      },
    ]);
    const made = await calls.of(admin, { custom_field_0: 'x'.repeat(1000) });
    const update = await calls.update(admin, made.id, { custom_field_0: long });
    expect(update.body.code).toBe('INVALID_CUSTOM_FIELD_0');
  });

  it.each(['(020) 7946 0958', '(+44) 20 7946 0958', '+32 87 000 114 #2'])('has the phone %s', async (phone) => {
    expect(await calls.of(admin, { phone })).toMatchObject({ phone });
  });

  it('stores hostile text as text', async () => {
    const title = '<img src=x onerror=alert(1)>';
    expect(await calls.of(admin, { title, desc: '<script>1</script>' })).toMatchObject({
      title,
      desc: '<script>1</script>',
    });
  });

  it('takes 6 pictures and files together, and no file of another member', async () => {
    const paths = await Promise.all(Array.from({ length: 7 }, () => uploadPicture(services, admin)));
    const tooMany = await calls.create(admin, { image_urls: paths.slice(0, 4), files: paths.slice(4) });
    expect(tooMany.body).toMatchObject({ code: 'TOO_MANY_FILES', fields: { files: 'TOO_MANY_FILES' } });
    const made = await calls.of(admin, { image_urls: paths.slice(0, 3), files: paths.slice(3, 6) });
    expect([made.image_urls.length, made.files.length]).toEqual([3, 3]);
    const foreign = await uploadPicture(services, ann);
    expect((await calls.create(admin, { files: [foreign] })).body.code).toBe('FILE_NOT_FOUND');
    const { body } = await calls.update(admin, made.id, {
      image_urls: [made.image_urls[0]!],
      remove_fields: ['files'],
    });
    expect([body.sponsor.image_urls.length, body.sponsor.files.length]).toEqual([1, 0]);
    expect(await statusOfFile(services, made.image_urls[1]!)).toBe(404);
    expect(await statusOfFile(services, body.sponsor.image_urls[0]!)).toBe(200);
  });

  it('keeps what an update does not name, and loses what it removes, also by JSON', async () => {
    const made = await calls.of(admin, {
      desc: 'Long',
      phone: '112',
      location: 'Gate',
      tags: ['a'],
      custom_field_0: 'x',
    });
    const one = await calls.update(admin, made.id, { title: 'New', remove_fields: '["phone","tags"]' });
    expect(one.body.sponsor).toMatchObject({
      title: 'New',
      desc: 'Long',
      location: 'Gate',
      tags: [],
      custom_field_0: 'x',
    });
    expect(one.body.sponsor).not.toHaveProperty('phone');
    const two = await calls.update(admin, made.id, { location: '', remove_fields: ['custom_field_0'] });
    expect(two.body.sponsor).not.toHaveProperty('location');
    expect(two.body.sponsor).not.toHaveProperty('custom_field_0');
    for (const bad of ['[phone', '["owner"]', '{}', '["id"]'])
      expect((await calls.update(admin, made.id, { remove_fields: bad })).status).toBe(400);
  });
});

describe('a list of notices', () => {
  it('pages through every notice once, newest first, by cursor and by number', async () => {
    const place = await services.member({ community: 'workplace', workplace: 'hq', ...admins('hq') });
    const titles = Array.from({ length: 45 }, (_, n) => `Notice ${n}`);
    for (const title of titles) await calls.of(place, { title, namespace: 'partners' });
    const expected = titles.toReversed();
    const first = (await calls.list({ as: place }, { namespace: 'partners' })).body;
    expect(first.sponsors.map(({ title }) => title)).toEqual(expected.slice(0, 20));
    const more = (await calls.list({ as: place }, { namespace: 'partners', count: 50, page: first.next! })).body;
    expect(more.sponsors.map(({ title }) => title)).toEqual(expected.slice(20));
    expect(more.next).toBeNull();
    expect(await calls.titles(place, { namespace: 'partners', count: 20, page: '1' })).toEqual(expected.slice(20, 40));
    expect(await calls.titles(place, { namespace: 'partners', page: 'no-cursor' })).toEqual([]);
    expect(await calls.titles(place)).toEqual([]);
  });

  it('is sorted where the deployment says so, and not otherwise', async () => {
    const place = await services.member({ community: 'workplace', workplace: 'studio', ...admins('studio') });
    await calls.of(place, { title: 'Émile', sort_by: '2' });
    await calls.of(place, { title: 'alpha' });
    await calls.of(place, { title: 'Zulu', sort_by: '1' });
    const sorted = async (sort_by?: string) => {
      const found: string[] = [];
      await underFlags(services, 'workplace', { sponsors_tab: sort_by ? { sort_by } : {} }, async () => {
        for (let page: string | undefined = '0'; page !== undefined;) {
          const { body } = await calls.list({ as: place }, { count: 1, page: page === '0' ? undefined : page });
          found.push(...body.sponsors.map(({ title }) => title));
          expect(body.can_move).toBe(sort_by === undefined);
          page = body.next ?? undefined;
        }
      });
      return found;
    };
    expect(await sorted()).toEqual(['Zulu', 'alpha', 'Émile']);
    expect(await sorted('title')).toEqual(['alpha', 'Émile', 'Zulu']);
    expect(await sorted('sort_by')).toEqual(['Zulu', 'Émile', 'alpha']);
  });

  it('exists only in the namespaces that the deployment shows', async () => {
    expect((await calls.list({ as: ann }, { namespace: 'drivers' })).body.code).toBe('SPONSOR_NOT_FOUND');
    expect((await calls.create(admin, { namespace: 'drivers' })).body.code).toBe('SPONSOR_NOT_FOUND');
    const made = await calls.of(admin, { namespace: 'partners' });
    expect((await calls.update(admin, made.id, { namespace: '0', title: 'x' })).body.code).toBe('SPONSOR_NOT_FOUND');
    await services.configure('motorsport', (file) => {
      file.tabs = file.tabs.filter((tab) => typeof tab === 'string');
    });
    expect((await services.call(readSponsor, { id: made.id }, { as: ann })).body.code).toBe('SPONSOR_NOT_FOUND');
    await withNoticesTabs(services);
    expect((await services.call(readSponsor, { id: made.id }, { as: ann })).status).toBe(200);
  });

  it('is read by indexes', () => expectNoCollectionScan(services, () => calls.list({ as: ann })));
});

describe('read marks', () => {
  it('are separate for each namespace, and agree with the badges', async () => {
    const [bob, chief] = [await services.member(), admin];
    const news = await calls.of(chief, { title: 'News' });
    const more = await calls.of(chief, { title: 'More' });
    const partner = await calls.of(chief, { title: 'Partner', namespace: 'partners' });
    expect(await calls.badges(bob)).toMatchObject({ notices: 2, 'notices:partners': 1 });
    expect((await mark(bob, news.id)).body).toEqual({ sponsor_new_receipts: { 0: 1, partners: 1 } });
    expect((await mark(bob, news.id)).body).toEqual({ sponsor_new_receipts: { 0: 1, partners: 1 } });
    expect((await mark(bob, partner.id, '0')).body.code).toBe('SPONSOR_NOT_FOUND');
    expect((await mark(bob, partner.id, 'partners')).body).toEqual({ sponsor_new_receipts: { 0: 1, partners: 0 } });
    const { body } = await calls.list({ as: bob });
    const isNew = (id: string) => body.sponsors.find((one) => one.id === id)?.new;
    expect([isNew(news.id), isNew(more.id), body.self.sponsor_new_receipts]).toEqual([
      false,
      true,
      { 0: 1, partners: 0 },
    ]);
    const all = await services.call(markAllSponsorsRead, {}, { as: bob });
    expect(all.body).toEqual({ sponsor_new_receipts: { 0: 0, partners: 0 } });
    expect(await calls.badges(bob)).toMatchObject({ notices: 0, 'notices:partners': 0 });
  });

  it('of one namespace stay when all of the other are read or its notices move', async () => {
    const bob = await services.member();
    const of = (title: string, namespace: string) => calls.of(admin, { title, namespace });
    const [news, lower, upper] = [await of('News', '0'), await of('Lower', 'partners'), await of('Upper', 'partners')];
    const before = await calls.titles(bob);
    const { created } = upper;
    expect((await calls.update(admin, lower.id, { created, swap_with: upper.id })).status).toBe(200);
    expect((await calls.update(admin, lower.id, { created: news.created, swap_with: news.id })).body.code).toBe(
      'SPONSOR_NOT_FOUND',
    );
    expect((await calls.titles(bob, { namespace: 'partners' })).slice(0, 2)).toEqual(['Lower', 'Upper']);
    expect(await calls.titles(bob)).toEqual(before);
    expect(await calls.badges(bob)).toMatchObject({ notices: 1, 'notices:partners': 2 });
    const read = await services.call(markAllSponsorsRead, { namespace: 'partners' }, { as: bob });
    expect(read.body).toEqual({ sponsor_new_receipts: { 0: 1, partners: 0 } });
    expect((await services.call(markAllSponsorsRead, { namespace: 'drivers' }, { as: bob })).body.code).toBe(
      'SPONSOR_NOT_FOUND',
    );
    await services.call(deleteSponsor, { id: upper.id }, { as: admin });
    expect(await calls.badges(bob)).toMatchObject({ notices: 1, 'notices:partners': 0 });
  });

  it('stay when an older notice is read after a newer one', async () => {
    const bob = await services.member();
    const [older, newer] = [await calls.of(admin, { title: 'Older' }), await calls.of(admin, { title: 'Newer' })];
    await mark(bob, newer.id);
    expect((await mark(bob, older.id)).body.sponsor_new_receipts).toMatchObject({ 0: 0 });
    const { sponsors } = (await calls.list({ as: bob })).body;
    expect(sponsors.filter(({ new: isNew }) => isNew)).toEqual([]);
    const next = await calls.of(admin, { title: 'Next' });
    expect(await calls.badges(bob)).toMatchObject({ notices: 1 });
    expect((await mark(bob, next.id)).body.sponsor_new_receipts).toMatchObject({ 0: 0 });
  });

  it('count neither own notices, nor drafts, nor those from before the account', async () => {
    await calls.of(admin, { title: 'Before' });
    const bob = await services.member();
    const draft = await calls.of(admin, { title: 'Draft', hidden: true });
    expect(await calls.badges(bob)).toMatchObject({ notices: 0 });
    await calls.update(admin, draft.id, { hidden: false });
    expect(await calls.badges(bob)).toMatchObject({ notices: 1 });
    expect(await calls.badges(admin)).toMatchObject({ notices: 0 });
    expect((await calls.titles(bob))[0]).toBe('Draft');
  });
});
