import { linkIn, mailTo, pinMail } from '../fixtures/mails.js';
import { go, unique } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

const guest = () => `${unique('guest').replace(/\W/g, '').toLowerCase()}@example.org`;

test('a member invites from people; the link of the mail leads to a sign-up that names the member', async ({
  openAs,
  paddock,
  pageErrors,
  page: visitor,
}) => {
  pageErrors.allow(/status of 404/);
  const page = await openAs('driver');
  await go(page, '/main/people');
  await page.getByRole('link', { name: 'Invite people' }).filter({ visible: true }).click();
  const [first, second] = [guest(), guest()];
  const field = page.getByRole('textbox', { name: /^E-mail addresses/ });
  await field.fill(`${first}, tom`);
  await page.reload();
  await expect(field).toHaveValue(`${first}, tom`);
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByRole('button', { name: 'tom' })).toBeVisible();
  await field.fill(`${first.toUpperCase()} , "Guest, Second" <${second}>`);
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByText('Invitations sent')).toBeVisible();

  await mailTo(paddock, second, /invites you/);
  const mail = await mailTo(paddock, first, /invites you/);
  expect(mail.subject).toContain('Joaquín');
  await visitor.goto(linkIn(mail, 'signup'));
  await expect(visitor.getByText(/Joaquín .* invites you/)).toBeVisible();
  const username = `n${crypto.randomUUID().slice(0, 8)}`;
  await visitor.getByRole('textbox', { name: 'Full name' }).fill('Nadia Newcomer');
  await visitor.getByRole('textbox', { name: 'Username' }).fill(username);
  await visitor.getByRole('textbox', { name: 'E-mail' }).fill(first);
  await visitor.getByRole('textbox', { name: 'Password' }).fill('a-good-password');
  await visitor.getByRole('textbox', { name: 'Team or company' }).fill('Halden Racing');
  for (const [name, option] of [
    ['Type', 'Driver'],
    ['Subtype', 'Not Applicable'],
  ] as const) {
    await visitor.getByRole('button', { name: new RegExp(`^${name},`) }).click();
    await visitor.getByRole('option', { name: option, exact: true }).click();
  }
  await visitor.getByRole('button', { name: 'Sign up' }).click();
  await expect(visitor).toHaveURL(/#\/verify_pin/);
  expect((await pinMail(paddock, first)).pin).toMatch(/^\d{6}$/);

  // Used: another visitor cannot sign up by it, and learns no name.
  await visitor.context().clearCookies();
  await visitor.evaluate(() => localStorage.clear());
  await visitor.goto('about:blank');
  await visitor.goto(linkIn(mail, 'signup'));
  await expect(visitor.getByText('This invitation no longer works.')).toBeVisible();
});

test('the workplace’s members invite from settings and home, where its deployment lets them', async ({
  openAs,
  changeDeployment,
  pageErrors,
}) => {
  // The page may ask for its groups before it knows the new flag.
  pageErrors.allow(/status of 403/);
  const page = await openAs('driver', { community: 'workplace' });
  await go(page, '/main/settings');
  await page.getByRole('link', { name: 'Invite contacts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invite people' })).toBeVisible();
  await expect(page.getByText('An admin approves each new member.')).toBeVisible();
  await changeDeployment('workplace', (file) => {
    file.flags['disable_invite_button_for_users'] = true;
  });
  await page.reload();
  await expect(page.getByText('Only admins invite people here.')).toBeVisible();
  await go(page, '/main/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite contacts' })).toBeHidden();
});

test('the flag adds the button to every tab', async ({ openAs, changeDeployment }) => {
  const page = await openAs('driver');
  const button = page.getByRole('link', { name: 'Invite people' }).filter({ visible: true });
  await go(page, '/main/events');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(button).toBeHidden();
  await changeDeployment('motorsport', (file) => {
    file.flags['enable_invite_button_on_all_tabs'] = true;
  });
  for (const tab of ['chats', 'shouts', 'people', 'events']) {
    await go(page, `/main/${tab}`);
    await page.reload();
    await expect(button.first()).toBeVisible();
  }
});
