import { callApi } from '../fixtures/call-api.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { choose, crew, go, shoutCard, unique } from '../fixtures/places.js';
import { type DemoUser, sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

async function call(paddock: Paddock, community: Community, user: DemoUser, path: string, body: object) {
  const { token } = await sessionOf(paddock, community, user);
  const reply = await callApi(paddock, community, 'POST', path, { token, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as { id: string };
}
const posted = async (paddock: Paddock, community: Community, text: string, workplace = '') =>
  call(paddock, community, 'crew', '/shouts', { group: '0', shout: text, workplace });

test('a member reports a shout; an admin deletes it with a reason that its author reads', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  const text = unique('Cut the chicane, nobody looks.');
  await posted(paddock, 'motorsport', text);
  const [member, admin, author] = await Promise.all([openAs('driver'), openAs('super'), openAs('crew')]);
  await go(admin, '/main/moderation');
  await expect(admin.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();

  await go(member, '/main/shouts');
  await choose(shoutCard(member, text), crew, 'Report content');
  const sheet = member.getByRole('dialog', { name: 'Report content' });
  await expect(sheet.getByRole('button', { name: 'Send report' })).toBeDisabled();
  await sheet.getByRole('radio', { name: 'Violence or threats' }).check();
  await sheet.getByRole('textbox').fill('This is dangerous');

  // Without a network the report is refused clearly and keeps its input; sent again, it counts once.
  await member.context().setOffline(true);
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await member.context().setOffline(false);
  await expect(sheet.getByRole('textbox')).toHaveValue('This is dangerous');
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await expect(member.getByText('Thank you for your report')).toBeVisible();

  // The queue shows it live.
  const row = admin.getByRole('list', { name: 'Reports' }).getByRole('link').filter({ hasText: text });
  await expect(row).toContainText('1 report');
  await row.click();
  const detail = admin.getByRole('region', { name: 'Reported content' });
  await expect(detail).toContainText('This is dangerous');
  await detail.getByRole('button', { name: 'Delete' }).click();
  const question = admin.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByRole('textbox').fill('Racing on the road is not allowed here');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(admin.getByText('The content is deleted')).toBeVisible();
  await expect(detail).toContainText('Deleted meanwhile');
  await expect(detail).toContainText(text);
  await expect(row).toHaveCount(0);

  await expect(shoutCard(member, text)).toHaveCount(0);
  await go(author, '/main/notifications');
  await expect(author.getByText(/Racing on the road is not allowed here/)).toBeVisible();
  await go(member, '/main/notifications');
  await expect(member.getByText(/looked at what you reported and removed it/).first()).toBeVisible();
  await go(admin, '/main/audit');
  await expect(admin.getByText(/Racing on the road is not allowed here/)).toBeVisible();
});

test('in a workplace an admin keeps a reported shout; members have no queue', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const text = unique('A harmless remark.');
  const { id } = await posted(paddock, 'workplace', text, 'hq');
  await call(paddock, 'workplace', 'driver', `/shouts/${id}/report`, { reason: 'spam', workplace: 'hq' });
  const [member, admin] = await Promise.all([
    openAs('driver', { community: 'workplace', locale: 'en' }),
    openAs('steward', { community: 'workplace', locale: 'en' }),
  ]);
  for (const page of [member, admin]) {
    await page.evaluate(() => localStorage.setItem('workplace', 'hq'));
    await page.reload();
  }
  await go(member, '/main/settings');
  await expect(member.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(member.locator('a[href="#/main/admin"]')).toHaveCount(0);
  await go(member, '/main/moderation');
  await expect(member.getByText('FORBIDDEN').first()).toBeVisible();

  await go(admin, '/main/settings');
  await admin.locator('a[href="#/main/admin"]').click();
  await admin.locator('a[href="#/main/moderation"]').click();
  const row = admin.locator('a[href*="#/main/moderation/"]').filter({ hasText: text });
  await row.click();
  await admin.getByRole('button', { name: 'Keep' }).click();
  await expect(admin.getByText('The content stays')).toBeVisible();
  await go(member, `/main/shout/${id}`);
  await expect(member.getByText(text).first()).toBeVisible();
});
