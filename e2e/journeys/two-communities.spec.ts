import { callApi } from '../fixtures/call-api.js';
import { tab } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('each community has its own tabs, look and features, side by side in one system', async ({ openAs }) => {
  const [motorsport, workplace] = await Promise.all([openAs('driver'), openAs('driver', { community: 'workplace' })]);
  const tabs = (page: typeof motorsport) =>
    page.getByRole('navigation', { name: 'Tabs' }).getByRole('listitem').filter({ visible: true });
  const inMotorsport = [/^Home/, /^Chats/, /^Shouts/, /^People/, /^Events/, /^Notices/, /^Partners/, /^Classifieds/];
  await expect(tabs(motorsport)).toHaveText([...inMotorsport, /^Links/, /^Files/, /^Rooms/, /^Dues/, /^Circuit map/]);
  const inWorkplace = [
    /^News/,
    /^Chats/,
    /^Colleagues/,
    /^Agenda/,
    /^Home/,
    /^Notices/,
    /^Marketplace/,
    /^Links/,
    /^Documents/,
    /^Meeting rooms/,
    /^Contributions/,
  ];
  await expect(tabs(workplace)).toHaveText(inWorkplace);
  await expect(workplace).toHaveURL(/#\/main\/shouts$/);
  await expect(motorsport).toHaveURL(/#\/main\/chats\b/);
  await expect(workplace).toHaveTitle(/News · Riverlight$/);
  await expect(workplace.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();

  const accent = (page: typeof motorsport) =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());
  expect(await accent(motorsport)).toBe('#ff5b1f');
  expect(await accent(workplace)).toBe('#0a7c86');

  await tab(motorsport, 'Shouts').click();
  await expect(motorsport.getByRole('article').first()).toBeVisible();
  await expect(motorsport.getByRole('button', { name: /^Like/ }).first()).toBeVisible();
  await expect(workplace.getByRole('article').first()).toBeVisible();
  await expect(workplace.getByRole('button', { name: /^Like/ })).toHaveCount(0);
  await expect(workplace.getByText(/likes? this|\d likes/)).toHaveCount(0);
});

test('the API of a community serves only its own features and members', async ({ paddock }) => {
  const here = await sessionOf(paddock, 'motorsport', 'driver');
  const there = await sessionOf(paddock, 'workplace', 'driver');
  const codeOf = async (...call: Parameters<typeof callApi>) => {
    const { status, body } = await callApi(...call);
    return [status, (body as { code?: string }).code];
  };
  const get = (community: 'motorsport' | 'workplace', path: string, token: string) =>
    codeOf(paddock, community, 'GET', path, { token });
  expect(await get('motorsport', '/events', here.token)).toEqual([200, undefined]);
  const like = (community: 'motorsport' | 'workplace', token: string) =>
    codeOf(paddock, community, 'PUT', '/shouts/fedcba9876543210fedcba98/like', { token });
  expect(await like('motorsport', here.token)).toEqual([404, 'SHOUT_NOT_FOUND']);
  expect(await like('workplace', there.token)).toEqual([403, 'FEATURE_DISABLED']);
  expect(await get('workplace', '/users/me', here.token)).toEqual([401, 'INVALID_TOKEN']);
  expect(await get('workplace', '/shouts', here.token)).toEqual([401, 'INVALID_TOKEN']);
  expect(await get('motorsport', '/users/me', there.token)).toEqual([401, 'INVALID_TOKEN']);
});
