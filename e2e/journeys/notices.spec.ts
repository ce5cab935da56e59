import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { picture } from '../fixtures/chosen-files.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const expand = (page: Page, title: string) => card(page, title).getByRole('button', { name: title }).first().click();

async function newNotice(paddock: Paddock, community: Community, fields: object): Promise<string> {
  const { token } = await sessionOf(paddock, community, 'steward');
  const body = { client_id: crypto.randomUUID(), ...fields };
  const reply = await callApi(paddock, community, 'POST', '/sponsors', { token, body });
  expect(reply.status).toBe(200);
  return (reply.body as { sponsor: { id: string } }).sponsor.id;
}

for (const community of ['motorsport', 'workplace'] as const)
  test(`a notice in ${community} is written, read, acknowledged, moved and deleted`, async ({ openAs, paddock }) => {
    const title = `Gate 4 stays closed ${community}`;
    const [steward, crew] = [
      await openAs('steward', { community }),
      await openAs('crew', { community, viewport: viewports.phone }),
    ];
    await crew.goto('/#/main/notices');
    await steward.goto('/#/main/notices/new');
    await expectAccessible(steward);
    await steward.getByRole('textbox', { name: 'Title' }).fill(title);
    await steward.getByRole('textbox', { name: 'Text' }).fill('Use gate 3, see https://series.example/gates');
    await steward.getByRole('textbox', { name: 'Phone' }).fill('+32 87 000 114');
    await steward.getByRole('checkbox', { name: /Ask to acknowledge/ }).check();
    // The fields below the box move the button.
    await expect(steward.getByRole('group', { name: 'Only these roles' })).toBeVisible();
    await steward.getByRole('button', { name: 'Publish' }).click();
    await expect(card(steward, title)).toBeVisible();

    // It arrives by itself, with a mark that goes when it expands.
    await expect(card(crew, title)).toContainText('To acknowledge');
    await expect(card(crew, title).getByRole('button', { name: `${title} new` })).toBeVisible();
    await expand(crew, title);
    await expect(card(crew, title).getByRole('button', { name: title, exact: true })).toBeVisible();
    await expect(card(crew, title).getByRole('link', { name: 'https://series.example/gates' })).toBeVisible();
    await expect(card(crew, title).getByRole('link', { name: /Call/ })).toHaveAttribute('href', 'tel:+3287000114');
    await expectAccessible(crew);
    await crew.getByRole('button', { name: 'I have read and understood' }).press('Enter');
    await expect(card(crew, title)).toContainText('You acknowledged this on');
    await expect(crew.locator(':focus')).toHaveText(/^You acknowledged this on/);
    await expectAccessible(crew);

    await card(steward, title)
      .getByRole('button', { name: `Actions for ${title}` })
      .click();
    await steward.getByRole('menuitem', { name: 'Who acknowledged' }).click();
    await expect(steward.getByText(/^1 of \d+ acknowledged$/)).toBeVisible();
    await expectAccessible(steward);
    const saved = steward.waitForEvent('download');
    await steward.getByRole('button', { name: 'Export' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^acknowledgements-.*\.csv$/);
    await steward.getByRole('button', { name: 'Remind now' }).click();
    await expect(steward.getByText(/members are reminded/)).toBeVisible();
    await steward.getByRole('button', { name: 'Back' }).click();

    const below = `Gate 5 opens ${community}`;
    await newNotice(paddock, community, { title: below });
    await expect(card(steward, below)).toBeVisible();
    await card(steward, title)
      .getByRole('button', { name: `Actions for ${title}` })
      .click();
    await steward.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(steward.getByText('Moved')).toBeVisible();
    const titles = () => steward.getByRole('article').evaluateAll((all) => all.map((one) => one.textContent ?? ''));
    await expect.poll(async () => (await titles())[0]).toContain(title);

    await card(steward, title)
      .getByRole('button', { name: `Actions for ${title}` })
      .click();
    await steward.getByRole('menuitem', { name: 'Delete' }).click();
    await steward.getByRole('button', { name: 'Delete' }).click();
    await expect(card(steward, title)).toBeHidden();
    await expect(card(crew, title)).toBeHidden();
  });

test("an acknowledgement shows in the member's windows and the admin's list, and in no other window", async ({
  openAs,
  paddock,
}) => {
  const title = 'Briefing at nine';
  const id = await newNotice(paddock, 'motorsport', { title, acknowledge: {} });
  const [steward, crew, other] = [await openAs('steward'), await openAs('crew'), await openAs('crew')];
  const driver = await openAs('driver');
  const frames: string[] = [];
  driver.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  await driver.goto('/#/main/home');
  // The redirect of the start page may end the navigation before its own address is there.
  await expect(driver).toHaveURL(/#\/main\/home$/);
  // Its first socket may be older than the listener.
  await driver.reload();
  await expect(driver.getByRole('link', { name: new RegExp(title) }).first()).toBeVisible();
  await steward.goto(`/#/main/notices/${id}/acknowledgements`);
  await expect(steward.getByText(/^0 of \d+ acknowledged$/)).toBeVisible();
  for (const window of [crew, other]) await window.goto(`/#/main/notices/${id}`);
  await expect(other.getByRole('button', { name: 'I have read and understood' })).toBeVisible();

  await crew.getByRole('button', { name: 'I have read and understood' }).click();
  await expect(card(other, title)).toContainText('You acknowledged this on');
  await expect(steward.getByText(/^1 of \d+ acknowledged$/)).toBeVisible();
  await newNotice(paddock, 'motorsport', { title: 'Supper at eight' });
  await expect(driver.getByRole('link', { name: /Supper at eight/ }).first()).toBeVisible();
  // The later notice arrived by an event; the acknowledgement caused none.
  expect(frames.some((frame) => frame.includes('Supper at eight'))).toBe(true);
  expect(frames.filter((frame) => frame.includes(title))).toEqual([]);
});

test('a notice keeps its draft, takes pictures and a comment, and opens by its address', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  // The notice that is gone.
  pageErrors.allow(/404/);
  const steward = await openAs('steward');
  await steward.goto('/#/main/notices/in/partners/new');
  await steward.getByRole('textbox', { name: 'Title' }).fill('Spa Bakery');
  await steward.getByRole('textbox', { name: 'Offer for members' }).fill('Free roll with a pass');
  await steward.reload();
  await expect(steward.getByRole('textbox', { name: 'Title' })).toHaveValue('Spa Bakery');
  await steward.locator('input[type=file]').first().setInputFiles(picture('bread.png'));
  await steward.getByRole('button', { name: 'Publish' }).click();
  await expect(card(steward, 'Spa Bakery')).toBeVisible();
  await expand(steward, 'Spa Bakery');
  await expect(card(steward, 'Spa Bakery')).toContainText('Free roll with a pass');
  await steward.getByRole('button', { name: /Picture 1 of 1/ }).click();
  await expect(steward.getByRole('dialog', { name: 'Pictures of Spa Bakery' })).toBeVisible();
  await steward.keyboard.press('Escape');

  const id = await newNotice(paddock, 'motorsport', { title: 'Only for partners', namespace: 'partners' });
  const driver = await openAs('driver', { viewport: viewports.phone });
  await driver.goto(`/#/main/notices/${id}`);
  await expect(driver).toHaveURL(new RegExp(`/main/notices/in/partners/${id}$`));
  await expect(card(driver, 'Only for partners')).toBeVisible();
  await card(driver, 'Only for partners').getByRole('link', { name: 'Write a comment' }).click();
  await driver.getByRole('textbox', { name: 'Write a comment' }).fill('Thank you');
  await driver.getByRole('button', { name: 'Send' }).click();
  await expect(driver.locator('[data-item]').filter({ hasText: 'Thank you' })).toBeVisible();
  await driver.goto('/#/main/notices/0123456789abcdef01234567');
  await expect(driver.getByText('This notice was not found, we apologise for the inconvenience')).toBeVisible();
  await driver.goto('/#/main/notices/0123456789abcdef01234567/comments');
  await expect(driver.getByText('This content no longer exists')).toBeVisible();
});

for (const community of ['motorsport', 'workplace'] as const)
  test(`pictures of a notice in ${community} open by click and by key, and close back to it`, async ({ openAs }) => {
    const page = await openAs('steward', { community });
    const title = `Map of the pit lane ${community}`;
    await page.goto('/#/main/notices/new');
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([picture('lane.png'), picture('exit.png')]);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expand(page, title);
    const viewer = page.getByRole('dialog', { name: `Pictures of ${title}` });
    const first = card(page, title).getByRole('button', { name: /Picture 1 of 2/ });
    await first.click();
    await expect(viewer.getByText('1 of 2')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(first).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText('2 of 2')).toBeVisible();
    await page.goBack();
    await expect(viewer).toBeHidden();
    await expect(card(page, title)).toBeVisible();
  });
