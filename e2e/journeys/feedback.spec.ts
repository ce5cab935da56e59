import { signUp } from '../fixtures/members.js';
import { unique } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test('feedback survives a reload while it is written, reaches the admins, and is removed', async ({
  newWindow,
  openAs,
  paddock,
}) => {
  const member = await signUp(paddock, 'motorsport');
  const page = await newWindow(member);
  const text = unique('More shade at the gate');
  await page.goto('/#/main/settings');
  await page.getByRole('button', { name: 'Give feedback' }).click();
  await page.getByRole('textbox', { name: 'Your feedback' }).fill(text);
  await page.reload();
  await page.getByRole('button', { name: 'Give feedback' }).click();
  await expect(page.getByRole('textbox', { name: 'Your feedback' })).toHaveValue(text);
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your feedback' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Feedback' })).toHaveCount(0);

  const admin = await openAs('super');
  await admin.goto('/#/main/settings');
  await admin.getByRole('link', { name: 'Feedback' }).click();
  await expect(admin.getByText(text)).toBeVisible();
  await admin.getByRole('button', { name: `Remove the feedback of ${member.fullname}` }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(admin.getByText(text)).toBeHidden();
  await admin.reload();
  await expect(admin.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible();
  await expect(admin.getByText(text)).toBeHidden();
});
