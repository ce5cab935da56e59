import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readClassified, readClassifieds, updateClassified } from '@paddock/contract/calls/classifieds';
import type { CallInput } from '@paddock/contract/core/call';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { adOf, type ClassifiedInput, placeAd, setDates, withClassifieds } from '../../../test/classifieds-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { uploadFile } from '../../../test/uploads.js';
import { ClassifiedWriter } from './classified-writer.js';

let services: TestServices;
let owner: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', withClassifieds);
  await services.configure('workplace', withClassifieds);
  owner = await services.member();
});
afterAll(() => services.close());

const update = (id: string, changes: Omit<CallInput<typeof updateClassified>, 'id'>, as = owner) =>
  services.call(updateClassified, { id, ...changes }, { as });
const stored = async (id: string) => (await services.call(readClassified, { id }, { as: owner })).body.classified;
const pictures = (count: number, as = owner) =>
  Promise.all(Array.from({ length: count }, () => uploadPicture(services, as)));
const own = async () =>
  (await services.call(readClassifieds, { own: true, count: 50 }, { as: owner })).body.classifieds;

/** A bad value of a field, with the code of the reply and of the field. */
const refused: [string, Partial<Record<keyof ClassifiedInput, unknown>>, string, Record<string, string>][] = [
  ['no title', { title: undefined }, 'MISSING_FIELD', { title: 'MISSING_FIELD' }],
  ['a blank title', { title: ' \u200b ' }, 'INVALID_INPUT', { title: 'title_INVALID_PATTERN' }],
  ['an empty title', { title: '   ' }, 'MISSING_FIELD', { title: 'MISSING_FIELD' }],
  ['a title of 141', { title: 'x'.repeat(141) }, 'INVALID_INPUT', { title: 'title_LENGTH_PATTERN' }],
  ['no description', { desc: undefined }, 'MISSING_FIELD', { desc: 'MISSING_FIELD' }],
  ['an empty description', { desc: '\n ' }, 'MISSING_FIELD', { desc: 'MISSING_FIELD' }],
  ['a description of 2001', { desc: 'x'.repeat(2001) }, 'INVALID_INPUT', { desc: 'desc_LENGTH_PATTERN' }],
  ['no category', { category: undefined }, 'MISSING_FIELD', { category: 'MISSING_FIELD' }],
  ['an unknown category', { category: 'boats' }, 'INVALID_INPUT', { category: 'category_INVALID_PATTERN' }],
  ['the pseudo-category', { category: 'my_ads' }, 'INVALID_INPUT', { category: 'category_INVALID_PATTERN' }],
  ['no lifetime', { lifetime: undefined }, 'MISSING_FIELD', { lifetime: 'MISSING_FIELD' }],
  ...[0, 91, 1.5, -1, '30 days', '1e1', '0x10', '1.5'].map(
    (lifetime) =>
      [
        `a lifetime of ${JSON.stringify(lifetime)}`,
        { lifetime },
        'INVALID_LIFETIME',
        { lifetime: 'INVALID_LIFETIME' },
      ] as (typeof refused)[number],
  ),
];

describe(ClassifiedWriter, () => {
  it.each(refused)('refuses %s, and changes nothing', async (_, fields, code, codes) => {
    const before = await own();
    const created = await placeAd(services, owner, fields as Partial<ClassifiedInput>);
    expect([created.status, created.body.code, created.body.fields]).toEqual([400, code, codes]);
    expect(await own()).toEqual(before);
    const { id } = await adOf(services, owner, { title: 'Before' });
    const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']));
    const changed = await update(id, given);
    expect([changed.body.code, changed.body.fields]).toEqual([code, codes]);
    expect(await stored(id)).toMatchObject({ title: 'Before', category: { key: 'tools' }, lifetime: 30 });
  });

  it.each([1, 90, '30', ' 45 ', '٣٠'])('takes a lifetime of %p', async (lifetime) => {
    const ad = await adOf(services, owner, { lifetime });
    const days = (Date.parse(ad.expires) - Date.parse(ad.created)) / dayMs;
    expect(days).toBe(ad.lifetime);
    expect(ad.lifetime).toBe(lifetime === '٣٠' ? 30 : Number(lifetime));
  });

  it('names the bounds of the deployment, in the language of the caller', async () => {
    const tab = {
      categories: [{ key: 'tools', icon: 'wrench' }],
      lifetime_min: 3,
      lifetime_max: 14,
      lifetime_default: 7,
    };
    for (const community of ['motorsport', 'workplace']) {
      const as = await services.member({ community });
      await underFlags(services, community, { classifieds_tab: tab }, async () => {
        expect((await placeAd(services, as, { lifetime: 15 })).body.message).toBe(
          'The lifetime must be a whole number of days from 3 to 14.',
        );
        expect((await placeAd(services, as, { lifetime: 2 })).body.code).toBe('INVALID_LIFETIME');
        expect((await placeAd(services, as, { lifetime: 3 })).status).toBe(200);
        expect((await placeAd(services, as, { lifetime: 14 })).status).toBe(200);
      });
    }
  });

  it('renews within the current bounds, and an update keeps a lifetime out of them only with a new one', async () => {
    const { id } = await adOf(services, owner, { lifetime: 90 });
    const tab = { categories: [{ key: 'tools', icon: 'wrench' }], lifetime_max: 14, lifetime_default: 7 };
    await underFlags(services, 'motorsport', { classifieds_tab: tab }, async () => {
      expect((await update(id, { title: 'Longer' })).body.code).toBe('MISSING_FIELD');
      expect((await update(id, { title: 'Longer', lifetime: 14 })).body.classified.lifetime).toBe(14);
    });
  });

  it('stores hostile text as text', async () => {
    const title = '<img src=x onerror=alert(1)> {{7*7}} $where';
    const desc = '<script>alert(1)</script>\n[a](javascript:alert(1)) \u0000"\'';
    const ad = await adOf(services, owner, { title, desc });
    expect(ad.title).toBe(title);
    expect(ad.desc).toContain('<script>alert(1)</script>');
    const found = await services.call(readClassifieds, { query: '<img src=x' }, { as: owner });
    expect(found.body.classifieds.map(({ id }) => id)).toEqual([ad.id]);
  });

  it('takes operators in no field', async () => {
    for (const fields of [{ title: { $ne: '' } }, { category: { $gt: '' } }, { lifetime: { $gt: 0 } }])
      expect((await placeAd(services, owner, fields as never)).body.code).toBe('INVALID_INPUT');
  });

  it('begins a new term with another lifetime only', async () => {
    const { id } = await adOf(services, owner, { lifetime: 30 });
    const expires = new Date(Date.now() + 5 * dayMs);
    await setDates(services, id, { expires });
    expect((await update(id, { title: 'Same', lifetime: 30 })).body.classified.expires).toBe(expires.toISOString());
    const changed = (await update(id, { lifetime: 60 })).body.classified;
    expect(Math.abs(Date.parse(changed.expires) - Date.now() - 60 * dayMs)).toBeLessThan(20_000);
    expect(changed.updated).toBeDefined();
  });

  it('takes 4 pictures, and refuses a fifth and what is no own picture', async () => {
    const five = await pictures(5);
    expect((await placeAd(services, owner, { image_urls: five })).body).toMatchObject({
      code: 'TOO_MANY_FILES',
      fields: { image_urls: 'TOO_MANY_FILES' },
    });
    const ad = await adOf(services, owner, { image_urls: five.slice(0, 4) });
    expect([ad.image_urls.length, ad.files.length]).toEqual([4, 4]);
    const foreign = await pictures(1, await services.member());
    for (const image_urls of [foreign, ['https://example.org/a.png'], ['/api/files/x/y?expires=1']])
      expect((await placeAd(services, owner, { image_urls })).body.code).toBe('FILE_NOT_FOUND');
    // A picture of another ad.
    const text = await uploadFile(services, owner, { name: 'plan.txt', content: 'Four wheel nuts' });
    expect((await placeAd(services, owner, { image_urls: [text.body.path] })).body.code).toBe('INVALID_FILE');
    expect((await placeAd(services, owner, { image_urls: [ad.image_urls[0]!] })).body.code).toBe('FILE_NOT_FOUND');
  });

  it('keeps, adds and removes pictures, and deletes the removed ones', async () => {
    const [one, two, three] = await pictures(3);
    const ad = await adOf(services, owner, { image_urls: [one!, two!] });
    const kept = ad.image_urls[1]!;
    const changed = (await update(ad.id, { image_urls: [kept, three!] })).body.classified;
    expect(changed.image_urls.length).toBe(2);
    expect([await statusOfFile(services, one!), await statusOfFile(services, kept)]).toEqual([404, 200]);
    expect((await update(ad.id, { title: 'Same pictures' })).body.classified.image_urls.length).toBe(2);
    expect((await update(ad.id, { image_urls: [] })).body.classified.image_urls).toEqual([]);
    expect(await statusOfFile(services, kept)).toBe(404);
  });

  it('refuses another id in the body than in the path, and unknown fields', async () => {
    const { id } = await adOf(services, owner);
    const change = { id, owner: randomUUID(), expires: '2099-01-01T00:00:00Z' };
    expect((await services.call(updateClassified, change as never, { as: owner })).body.code).toBe('INVALID_INPUT');
  });
});
