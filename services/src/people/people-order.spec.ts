import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { abcBucketsOf, readPeople } from '@paddock/contract/calls/people';
import type { CallInput } from '@paddock/contract/core/call';
import { expectNoCollectionScan } from '../../test/expect-no-collection-scan.js';
import { ids, peopleCalls, word } from '../../test/people-calls.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';

let services: TestServices;
let owner: TestMember;
/** The same group's member who reads Arabic. */
let reader: TestMember;
let group: string;
const mark = word();
const names = ['王小明', 'Юлия', 'پريسا', 'أحمد', 'ءامنة', 'يوسف', 'بدر', '10th', 'Émile', 'Zoë', 'anna'];

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,people', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.languages = ['en', 'ar'];
  });
  owner = await services.member({ fullname: `Owner ${mark}` });
  reader = await services.member({ fullname: `Reader ${mark}`, language: 'ar' });
  const members = [reader];
  for (const name of names) members.push(await services.member({ fullname: `${name} ${mark}` }));
  group = (await services.group(owner, members))._id;
});
afterAll(() => services.close());

const { list } = peopleCalls(() => services);
type Input = CallInput<typeof readPeople> & { language?: string };
const byFullname = <T>(work: () => Promise<T>) =>
  underFlags(services, 'motorsport', { people_tab: { sort: 'fullname' } }, work);
const shown = (users: readonly { bucket: string; fullname: string }[]) =>
  users.map(({ bucket, fullname }) => `${bucket} ${fullname.replace(` ${mark}`, '')}`);
const page = async ({ language, ...input }: Input) => {
  const { status, body } = await list(language === 'ar' ? reader : owner, { group, count: 60, ...input });
  expect(status).toBe(200);
  return body;
};

const english = [
  ...['OTHERS Юлия', 'OTHERS ءامنة', 'OTHERS أحمد', 'OTHERS بدر', 'OTHERS يوسف', 'OTHERS پريسا', 'OTHERS 王小明'],
  ...['0-9 10th', 'A anna', 'E Émile', 'O Owner', 'R Reader', 'Z Zoë'],
];
const arabic = [
  ...['OTHERS Юлия', 'OTHERS پريسا', 'OTHERS 王小明', '0-9 10th', 'ا ءامنة', 'ا أحمد', 'ب بدر', 'ي يوسف'],
  ...['A anna', 'E Émile', 'O Owner', 'R Reader', 'Z Zoë'],
];

describe('the order by language', () => {
  it.each([
    ['en', english],
    ['ar', arabic],
  ])('lists names of all scripts for readers of %s, alike in any page size and as numbered pages', (language, order) =>
    byFullname(async () => {
      const input = { language };
      expect(shown((await page(input)).users)).toEqual(order);
      for (const count of [1, 2, 5]) {
        const stepped: string[] = [];
        for (let next: string | null | undefined; next !== null;) {
          const body: Awaited<ReturnType<typeof page>> = await page({ ...input, count, page: next });
          stepped.push(...shown(body.users));
          next = body.next;
        }
        expect(stepped).toEqual(order);
        const numbered = [];
        for (let at = 0; at * count < order.length; at++)
          numbered.push(...shown((await page({ ...input, count, page: String(at) })).users));
        expect(numbered).toEqual(order);
      }
    }),
  );

  it.each(['en', 'ar'] as const)('has its buckets in the order of %s', (language) =>
    byFullname(async () => {
      const { users } = await page({ language });
      const places = users.map(({ bucket }) => abcBucketsOf(language).indexOf(bucket));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places).not.toContain(-1);
    }),
  );
});

describe('a jump', () => {
  it.each([
    ['en', 'E', 'E Émile'],
    ['en', 'F', 'O Owner'],
    ['en', 'OTHERS', 'OTHERS Юлия'],
    ['en', '0-9', '0-9 10th'],
    ['ar', 'ا', 'ا ءامنة'],
    ['ar', 'ج', 'ي يوسف'],
    ['ar', 'A', 'A anna'],
  ])('leads readers of %s to %s, or the next bucket with members', (language, letter, first) =>
    byFullname(async () => {
      const { users, total_users } = await page({ language, letter });
      expect(shown(users)[0]).toBe(first);
      expect(total_users).toBe(names.length + 2);
    }),
  );

  it.each(['en', 'ar'])('goes on in both directions for readers of %s, every member once', (language) =>
    byFullname(async () => {
      const input = { language, count: 2 };
      let body = await page({ ...input, letter: 'E' });
      const users = shown(body.users);
      const start = body;
      while (body.previous !== null) {
        body = await page({ ...input, page: body.previous });
        users.unshift(...shown(body.users));
      }
      for (let { next } = start; next !== null;) {
        const further = await page({ ...input, page: next });
        users.push(...shown(further.users));
        next = further.next;
      }
      expect(users).toEqual(language === 'en' ? english : arabic);
    }),
  );

  it('shows the last members for a letter behind all of them', () =>
    byFullname(async () => {
      const last = await services.member({ fullname: `Only ${mark}` });
      const alone = (await services.group(last, []))._id;
      const { body } = await list(last, { group: alone, letter: 'Z' });
      expect([ids(body.users), body.next, body.previous]).toEqual([[last.id], null, null]);
    }));

  it('leads to a member, and to the beginning for one whom the caller does not see', () =>
    byFullname(async () => {
      const { users } = await page({});
      const emile = users.find(({ bucket }) => bucket === 'E')!;
      expect(ids((await page({ member: emile.id })).users)[0]).toBe(emile.id);
      const hidden = await services.member({ fullname: `Emily ${mark}`, pending: true });
      const stranger = await services.member({ fullname: `Emily ${mark}` });
      for (const member of [hidden.id, stranger.id, 'nobody']) {
        const body = await page({ member });
        expect([ids(body.users), body.previous]).toEqual([ids(users), null]);
      }
    }));

  it('refuses an invalid letter', async () => {
    const { status, body } = await list(owner, { letter: 'AA' });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('reads by indexes, in both directions', () =>
    byFullname(() =>
      expectNoCollectionScan(services, async () => {
        for (const language of ['en', 'ar']) {
          const { previous } = await page({ group: '0', count: 2, letter: 'O', language });
          await page({ group: '0', count: 2, page: previous!, language });
        }
      }),
    ));
});
