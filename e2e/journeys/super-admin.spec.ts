import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logIn, signUp } from '../fixtures/members.js';
import type { Paddock } from '../fixtures/paddock.js';
import { unique } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

const entry = join(import.meta.dirname, '../../packages/cli/src/paddock.mjs');

/** Runs `npm run admin` beside the running Paddock, and returns what it prints. */
async function admin({ dataDir }: Paddock, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, 'admin', ...args, '--data', dataDir]);
  return stdout;
}

/** The page of the link, on the address that the test's browser knows. */
const pageOf = (origin: string, printed: string) =>
  `${origin}/super_admin/${/super_admin\/([\w-]+)/.exec(printed)![1]!}`;

test('the printed link makes the first super admin, who is listed and removed again', async ({
  newWindow,
  openAs,
  paddock,
  motorsport,
  pageErrors,
}) => {
  // The window asks for reports once more before it knows that its member is no admin.
  pageErrors.allow(/status of 403/);
  const name = unique('first').replace(' ', '_');
  const email = `${name}@example.org`;
  const page = await newWindow();
  await page.goto(pageOf(motorsport, await admin(paddock, 'motorsport', email)));
  await expect(page.getByRole('heading', { name: 'Super admin' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Iris Vane');
  await page.getByRole('textbox', { name: 'Username' }).fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill('slick tyres 2026');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'You are super admin' })).toBeVisible();
  expect(await admin(paddock, 'motorsport')).toContain(`${name}  Iris Vane  ${email}`);

  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, email, 'slick tyres 2026');
  await page.waitForURL(/#\/main\//);
  await page.goto('/#/main/settings');
  await expect(page.getByRole('link', { name: /^Admin’s desk/ })).toBeVisible();

  expect(await admin(paddock, 'motorsport', email, '--remove')).toContain('no super admin of Meridian GT any more');
  expect(await admin(paddock, 'motorsport')).not.toContain(email);
  // The running services and the open window know it at once.
  await expect(page.getByRole('link', { name: /^Admin’s desk/ })).toBeHidden();
  await expect(page.getByText(email)).toBeVisible();
  const noor = await openAs('super');
  await noor.goto('/#/main/audit');
  await expect(
    noor.getByText(/The operator of this server took the super admin role from .*Iris Vane/).first(),
  ).toBeVisible();
});

test('one press makes a signed-in member super admin, and the link is then used up', async ({
  newWindow,
  paddock,
  motorsport,
  pageErrors,
}) => {
  // The used link.
  pageErrors.allow(/status of 4/);
  const member = await signUp(paddock, 'motorsport');
  const link = pageOf(motorsport, await admin(paddock, 'motorsport', member.email));
  const page = await newWindow(member);
  await page.goto(link);
  await page.getByRole('button', { name: 'Become super admin' }).click();
  await expect(page.getByRole('heading', { name: 'You are super admin' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.goto('/#/main/settings');
  await expect(page.getByRole('link', { name: /^Admin’s desk/ })).toBeVisible();

  const other = await newWindow();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await admin(paddock, 'motorsport', member.email, '--remove');
});
