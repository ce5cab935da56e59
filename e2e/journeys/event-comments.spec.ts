import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const hour = 3_600_000;
const preview = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comment = (page: Page, text: string) => page.locator('[data-item]').filter({ hasText: text });

/** Creates an event as the steward; returns its id. */
async function newEvent(paddock: Paddock, community: Community, title: string): Promise<string> {
  const { token } = await sessionOf(paddock, community, 'steward');
  const body = { client_id: crypto.randomUUID(), title, when: new Date(Date.now() + 2 * hour).toISOString() };
  let id = '';
  await expect
    .poll(async () => {
      const reply = await callApi(paddock, community, 'POST', '/events', { token, body });
      id = (reply.body as { id: string }).id;
      return reply.status;
    })
    .toBe(200);
  return id;
}

async function say(paddock: Paddock, community: Community, id: string, texts: readonly string[]): Promise<string[]> {
  const { token } = await sessionOf(paddock, community, 'crew');
  const ids: string[] = [];
  for (const shout of texts) {
    const body = { client_id: crypto.randomUUID(), subject: { kind: 'event', id }, shout };
    const reply = await callApi(paddock, community, 'POST', '/shouts', { token, body });
    expect(reply.status).toBe(200);
    ids.push((reply.body as { id: string }).id);
  }
  return ids;
}

test('an event is commented on, liked, edited and deleted in two windows, also from offline', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  pageErrors.allow(/404/);
  const id = await newEvent(paddock, 'motorsport', 'Track walk');
  const [driver, crew] = [await openAs('driver', { viewport: viewports.phone }), await openAs('crew')];
  await driver.goto(`/#/main/events/${id}`);
  await expect(preview(driver)).toContainText('Be first reply');
  await crew.goto(`/#/main/events/${id}`);
  await preview(driver).getByRole('link', { name: 'Write a comment' }).click();
  await expect(driver).toHaveURL(/\/comments$/);
  const box = driver.getByRole('textbox', { name: 'Write a comment' });
  await expect(driver.getByText('Be first reply')).toBeVisible();
  await expectAccessible(driver);

  // The draft survives a reload, the comment an outage.
  await box.fill('Meet at the pit wall');
  await driver.reload();
  await expect(box).toHaveValue('Meet at the pit wall');
  await driver.context().setOffline(true);
  await driver.getByRole('button', { name: 'Send' }).click();
  await expect(driver.getByText('Waiting for a connection')).toBeVisible();
  await driver.context().setOffline(false);
  await expect(comment(driver, 'Meet at the pit wall')).toBeVisible();
  await expect(preview(crew)).toContainText('Meet at the pit wall');
  await expect(preview(crew).getByRole('heading')).toHaveText('1 comment');

  await preview(crew).getByRole('link', { name: 'Write a comment' }).click();
  await comment(crew, 'pit wall').getByRole('button', { name: 'Like' }).click();
  await expect(comment(driver, 'pit wall').getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
  await comment(driver, 'pit wall')
    .getByRole('button', { name: /^More for/ })
    .click();
  await driver.getByRole('menuitem', { name: 'Edit' }).click();
  await box.fill('Meet at the paddock');
  await driver.getByRole('button', { name: 'Save' }).click();
  await expect(comment(crew, 'Meet at the paddock')).toBeVisible();
  await comment(crew, 'paddock')
    .getByRole('button', { name: /^More for/ })
    .click();
  await expect(crew.getByRole('menuitem', { name: 'Report content' })).toBeVisible();
  await expect(crew.getByRole('menuitem', { name: /Edit|Delete/ })).toHaveCount(0);
  await crew.keyboard.press('Escape');
  await comment(driver, 'paddock')
    .getByRole('button', { name: /^More for/ })
    .click();
  await driver.getByRole('menuitem', { name: 'Delete' }).click();
  await driver.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(crew.getByText('Be first reply')).toBeVisible();

  // A deleted event takes its comments along.
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  await callApi(paddock, 'motorsport', 'DELETE', `/events/${id}`, { token });
  await expect(crew.getByText('This content no longer exists')).toBeVisible();
  await expect(driver.getByText('This content no longer exists')).toBeVisible();
  await expect(box).toHaveCount(0);
});

test('long comments: the last three, the rest behind a link, the way to the newest, and a mention’s notification', async ({
  openAs,
  paddock,
}) => {
  const id = await newEvent(paddock, 'motorsport', 'Long debrief');
  const texts = Array.from({ length: 60 }, (_, index) => `Point ${index + 1}`);
  const ids = await say(paddock, 'motorsport', id, ['Hey @driver, look', ...texts]);
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto(`/#/main/events/${id}`);
  await expect(preview(page)).toContainText('Point 60');
  await expect(preview(page)).toContainText('Point 58');
  await expect(preview(page)).not.toContainText('Point 57');
  await preview(page).getByRole('link', { name: 'View 58 more comments' }).click();
  await expect(comment(page, 'Point 60')).toBeInViewport();
  const toNewest = page.getByRole('button', { name: /^To the newest/ });
  await expect(toNewest).toHaveCount(0);

  // The notification of the mention leads to a comment of an older page.
  await page.goto('/#/main/notifications');
  await page.getByRole('link', { name: /mentioned you in .Long debrief/ }).click();
  await expect(page).toHaveURL(new RegExp(`/comments\\?comment=${ids[0]!}$`));
  await expect(page.getByText('Hey @driver, look')).toBeInViewport();
  await toNewest.click();
  await expect(comment(page, 'Point 60')).toBeInViewport();
});

test('comments in the workplace, in Arabic; users_cannot_comment hides the composer', async ({
  openAs,
  paddock,
  changeDeployment,
}) => {
  const withEvents = (events_tab: object) =>
    changeDeployment('workplace', (file) => {
      const has = file.tabs.some((tab) => (typeof tab === 'string' ? tab : tab.id) === 'events');
      if (!has) file.tabs.push('events');
      Object.assign(file['modules'] as object, { 'mfe-events': 'stable' });
      file.flags['events_tab'] = { ...(file.flags['events_tab'] as object | undefined), ...events_tab };
    });
  await withEvents({});
  const id = await newEvent(paddock, 'workplace', 'رحلة القارب');
  const page = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  await page.goto(`/#/main/events/${id}/comments`);
  const box = page.getByRole('textbox', { name: 'اكتب تعليقًا' });
  const text = unique('أنا قادم');
  await box.fill(text);
  await page.getByRole('button', { name: 'إرسال' }).click();
  await expect(comment(page, text)).toBeVisible();
  await expectAccessible(page);
  await withEvents({ users_cannot_comment: true });
  const { token } = await sessionOf(paddock, 'workplace', 'driver');
  const tried = async () => {
    const body = { client_id: crypto.randomUUID(), subject: { kind: 'event', id }, shout: 'x' };
    return (await callApi(paddock, 'workplace', 'POST', '/shouts', { token, body })).status;
  };
  await expect.poll(tried).toBe(403);
  await page.reload();
  await expect(comment(page, text)).toBeVisible();
  await expect(box).toHaveCount(0);
});
