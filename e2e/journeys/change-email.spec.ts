import { linkIn, mailTo } from '../fixtures/mails.js';
import { logIn, signUp } from '../fixtures/members.js';
import { go } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test('a verified member changes the address, and the former one takes the change back', async ({
  newWindow,
  paddock,
  motorsport,
  pageErrors,
}) => {
  // A wrong PIN, the window whose session has ended, and the log-in by the refused address.
  pageErrors.allow(/status of 40[01]/);
  const member = await signUp(paddock, 'motorsport');
  const to = member.email.replace('@', '.new@');
  const page = await newWindow(member);
  await page.goto('/#/main/settings');
  await expect(page.getByText(member.email)).toBeVisible();
  await page.getByRole('link', { name: /^E-mail address/ }).click();
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill(to);
  await page.getByRole('textbox', { name: 'Current password' }).fill(member.password);
  await page.getByRole('button', { name: 'Send PIN' }).click();

  await expect(page.getByRole('button', { name: /^Resend PIN in/ })).toBeDisabled();
  const { text } = await mailTo(paddock, to, /PIN/);
  const pin = /^\s*(\d{6})\s*$/m.exec(text)![1]!;
  const wrong = pin === '123456' ? '654321' : '123456';
  await page.getByRole('textbox', { name: 'PIN' }).fill(wrong);
  await expect(page.getByText('This PIN is wrong.').first()).toBeVisible();
  await expect(page.getByText(member.email)).toBeVisible();
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin);
  await expect(page.getByText('E-mail address changed.')).toBeVisible();
  await expect(page.getByText(to)).toBeVisible();
  await page.reload();
  await expect(page.getByText(to)).toBeVisible();

  const link = linkIn(await mailTo(paddock, member.email, /revoke_email/), 'revoke_email');
  const former = await newWindow();
  await former.goto(motorsport + new URL(link).pathname);
  await expect(former.getByRole('heading', { name: 'Keep this address?' })).toBeVisible();
  await former.getByRole('button', { name: 'Keep this address' }).click();
  await expect(former.getByRole('heading', { name: 'Your address stays' })).toBeVisible();
  await expect(former.getByText(member.email)).toBeVisible();

  // The other window is logged out, and only the former address logs in.
  await expect(page.getByRole('dialog', { name: 'Session Expired' })).toBeVisible();
  await go(former, '/login');
  await logIn(former, to, member.password);
  await expect(former.getByText('That username and password don’t match.')).toBeVisible();
  await logIn(former, member.email, member.password);
  await expect(former).toHaveURL(/#\/main\//);
});
