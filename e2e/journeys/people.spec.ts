import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import { chatRow, crew, driver, go, shoutCard, tab, conversation, unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf, signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('a member is found by search, opened and written to', async ({ openAs }) => {
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await tab(joaquin, 'People').click();
  const rows = joaquin.getByRole('region', { name: 'People' }).getByRole('link');
  await expect(rows.nth(5)).toBeVisible();

  const box = joaquin.getByRole('searchbox', { name: 'Search members' });
  await box.fill('nobody is called this');
  await expect(joaquin.getByRole('heading', { name: 'No members found' })).toBeVisible();
  await joaquin.getByRole('button', { name: 'Clear the search' }).click();
  await expect(rows.nth(5)).toBeVisible();
  await expect(box).toBeFocused();
  await box.fill('wolanska');
  await expect(joaquin.getByText('Found 1 member', { exact: true })).toBeVisible();
  await rows.filter({ hasText: crew }).click();
  await expect(joaquin).toHaveURL(/#\/main\/people\/\w+\?search=wolanska$/);

  const profile = joaquin.getByRole('region', { name: crew });
  await expect(profile.getByRole('heading', { level: 1, name: crew })).toBeVisible();
  await expect(profile.getByRole('link', { name: 'Halden Racing' })).toHaveAttribute(
    'href',
    /#\/main\/conversation\/\w+/,
  );
  await expect(profile).not.toContainText('@motorsport.example');
  await profile.getByRole('link', { name: 'Message' }).click();
  const text = unique('Found you in the directory');
  await joaquin.getByRole('textbox', { name: `Write to ${crew}` }).fill(text);
  await joaquin.getByRole('button', { name: 'Send' }).click();
  await expect(conversation(joaquin)).toContainText(text);
  await expect(chatRow(petra, driver)).toContainText(text);
});

test('a row’s message icon opens the direct chat, with the keyboard too', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await tab(page, 'People').click();
  // By its name: the search of the former tab stays until the people are loaded.
  await page.getByRole('searchbox', { name: 'Search members' }).fill('petra');
  const write = page.getByRole('button', { name: `Message ${crew}` });
  await write.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `Write to ${crew}` })).toBeVisible();
});

test('the directory loads to its end, every member once and in order', async ({ openAs, paddock }) => {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const all: string[] = [];
  for (let page: string | null = ''; page !== null;) {
    const { body } = await callApi(paddock, 'motorsport', 'GET', `/users/abc?count=60${page && `&page=${page}`}`, {
      token,
    });
    const step = body as { users: { id: string }[]; next: string | null };
    all.push(...step.users.map(({ id }) => id));
    page = step.next;
  }
  expect(all.length).toBeGreaterThan(60);
  const page = await openAs('driver');
  await tab(page, 'People').click();
  const list = page.getByRole('region', { name: 'People' });
  await expect(list.getByRole('link').nth(5)).toBeVisible();
  const seen: string[] = [];
  // The list renders only some of its rows, so this collects them while scrolling.
  await expect(async () => {
    const shown = await list
      .locator('a[href*="/main/people/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.replace(/.*\//, '')));
    seen.push(...shown.filter((id) => !seen.includes(id)));
    await list.locator('[data-scroll]').evaluate((scroll) => scroll.scrollBy(0, 500));
    expect(seen.length).toBeGreaterThanOrEqual(all.length);
  }).toPass({ intervals: [100] });
  expect(seen.filter((id) => all.includes(id))).toEqual(all);
});

test('the rail leads to letters that are not loaded, and the opened member stays marked on a phone', async ({
  openAs,
}) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto('/#/main/people?by=abc');
  const people = page.getByRole('region', { name: 'People' });
  const rail = people.getByRole('slider', { name: 'Jump to a letter' });
  const head = (letter: string) => people.getByRole('heading', { level: 2, name: letter, exact: true });
  await rail.focus();
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/letter=S/);
  await expect(head('S')).toBeInViewport();
  await expect(rail).toBeFocused();
  await expect(rail).toHaveAttribute('aria-valuetext', 'S');
  // Earlier letters load above, and the list stays where it is.
  await page.keyboard.press('r');
  await expect(head('R')).toBeInViewport();

  const row = people
    .locator('a[href*="/main/people/"]')
    .filter({ hasText: /^R|^[A-Z]{2}R/ })
    .first();
  const name = (await row.textContent())!;
  await row.click();
  await expect(page).toHaveURL(/#\/main\/people\/\w+/);
  await page.getByRole('button', { name: 'Back' }).first().click();
  const marked = people.locator('a[aria-current=true]');
  await expect(marked).toHaveText(name);
  await expect(marked).toBeInViewport();
});

test('an address of a member opens the list at that member', async ({ openAs, paddock }) => {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/users/abc?count=1&letter=T', { token });
  const [member] = (body as { users: { id: string; fullname: string }[] }).users;
  const page = await openAs('driver');
  await page.goto(`/#/main/people/${member!.id}?by=abc`);
  const marked = page.getByRole('region', { name: 'People' }).locator('a[aria-current=true]');
  await expect(marked).toContainText(member!.fullname);
  await expect(marked).toBeInViewport();
});

test('a press leads to the direct chat and a long press to the profile, where the deployment has it so', async ({
  openAs,
  changeDeployment,
}) => {
  await changeDeployment('motorsport', (file) => {
    file.flags['people_tab'] = { ...(file.flags['people_tab'] as object), long_press: 'profile' };
  });
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto('/#/main/people?search=wolanska');
  const row = page.getByRole('region', { name: 'People' }).getByRole('link', { name: new RegExp(crew) });
  await expect(row).toHaveAccessibleDescription('Press and hold for the profile');
  await row.press('ContextMenu');
  await expect(page).toHaveURL(/#\/main\/people\/\w+/);
  await page.goBack();
  await row.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 300 });
  await expect(page).toHaveURL(/#\/main\/people\/\w+/);
  await page.goBack();
  await row.dispatchEvent('pointerdown', { pointerType: 'mouse' });
  await row.click();
  await expect(page.getByRole('textbox', { name: `Write to ${crew}` })).toBeVisible();
});

test('a member is found by a tag', async ({ openAs, paddock }) => {
  const member = await signUp(paddock, 'motorsport');
  const tag = unique('Torque').replaceAll(' ', '');
  const change = { token: member.token, body: { fields: { tags: tag } } };
  expect((await callApi(paddock, 'motorsport', 'PUT', `/users/${member.id}`, change)).status).toBe(200);
  const page = await openAs('driver');
  await page.goto('/#/main/people');
  await page.getByRole('searchbox', { name: 'Search members' }).fill(tag);
  const found = page.getByRole('list', { name: 'Members found' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(member.fullname);
});

test('a profile has its own address; members of other communities do not exist', async ({
  page,
  workplace,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404 .*\/api\/users\//);
  const { stored } = await sessionOf(paddock, 'motorsport', 'crew');
  const { id } = JSON.parse(stored) as { id: string };
  await signInPage(page, workplace, await signUp(paddock, 'workplace'));
  await page.goto(`${workplace}/#/main/people`);
  await expect(page.getByRole('heading', { level: 1, name: 'Colleagues' })).toBeVisible();
  await go(page, `/main/profile/${id}`);
  await expect(page.getByText('This user does not exist.')).toBeVisible();
  await go(page, '/main/profile');
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL(/#\/main\/settings$/);
});

test('shouts of a banned member keep the name, which leads to no profile', async ({ openAs, paddock, pageErrors }) => {
  pageErrors.allow(/status of 404 .*\/api\/users\//);
  const gone = await signUp(paddock, 'motorsport');
  const said = unique('My last lap here');
  await callApi(paddock, 'motorsport', 'POST', '/shouts', {
    token: gone.token,
    body: { client_id: crypto.randomUUID(), group: '0', shout: said },
  });
  const { token } = await sessionOf(paddock, 'motorsport', 'super');
  const ban = (banned: boolean) =>
    callApi(paddock, 'motorsport', 'PUT', `/users/${gone.id}/ban`, { token, body: { banned } });
  expect((await ban(true)).status).toBe(200);

  const page = await openAs('driver');
  await tab(page, 'Shouts').click();
  await shoutCard(page, said).getByRole('link', { name: gone.fullname }).first().click();
  await expect(page.getByText('This user does not exist.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(gone.fullname)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(shoutCard(page, said)).toBeVisible();

  const admin = await openAs('super');
  await go(admin, `/main/profile/${gone.id}`);
  await expect(admin.getByRole('heading', { level: 1, name: gone.fullname })).toBeVisible();
});
