import { signUp } from '../fixtures/members.js';
import { go, unique } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test('feedback survives a reload while it is written, reaches the admins, and is removed', async ({
  newWindow,
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const member = await signUp(paddock, 'motorsport');
  const page = await newWindow(member);
  const text = unique('More shade at the gate');
  await page.goto('/#/main/settings/feedback');
  await page.getByRole('textbox', { name: 'Your feedback' }).fill(text);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your feedback' })).toHaveValue(text);
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your feedback' })).toHaveValue('');
  await expect(page.getByRole('link', { name: /^Admin’s desk/ })).toHaveCount(0);
  await go(page, '/main/admin');
  await expect(page.getByText('FORBIDDEN')).toBeVisible();

  const admin = await openAs('super');
  await admin.goto('/#/main/settings');
  await admin.getByRole('link', { name: /^Admin’s desk/ }).click();
  const inbox = admin.getByRole('region', { name: 'Feedback' });
  await expect(inbox).toContainText(/\d unread/);
  await inbox.getByRole('link', { name: new RegExp(text) }).click();
  await expect(admin.getByText(text)).toBeVisible();
  await admin.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Admin’s desk' })).toBeVisible();
  await expect(inbox.getByText(text)).toBeVisible();
  await expect(inbox).not.toContainText('unread');
  await admin.goto('/#/main/feedback');
  await admin.getByRole('button', { name: `Remove the feedback of ${member.fullname}` }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(admin.getByText(text)).toBeHidden();
  await admin.reload();
  await expect(admin.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible();
  await expect(admin.getByText(text)).toBeHidden();
});
