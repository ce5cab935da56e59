import { callApi } from '../fixtures/call-api.js';
import { expect, test } from '../fixtures/test.js';

for (const [milliseconds, calls] of [
  [0, 2],
  [60_000, 1],
] as const)
  test(`with click_debounce_local_time of ${milliseconds} ms, two presses of a button send ${calls} calls`, async ({
    newWindow,
    changeDeployment,
    motorsport,
    paddock,
    pageErrors,
  }) => {
    // The wrong password.
    pageErrors.allow(/status of 4/);
    await changeDeployment('motorsport', ({ flags }) => {
      flags['click_debounce_local_time'] = milliseconds;
    });
    const inForce = async () => {
      const { body } = await callApi(paddock, 'motorsport', 'GET', '/boot');
      return (body as { flags: Record<string, unknown> }).flags['click_debounce_local_time'];
    };
    await expect.poll(inForce).toBe(milliseconds);
    const page = await newWindow();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/users/login')) sent.push(request.method());
    });
    await page.goto(`${motorsport}/#/login`);
    await page.getByRole('textbox', { name: 'Username or e-mail' }).fill('unknown_member');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
    const button = page.getByRole('button', { name: 'Log in', exact: true });
    await button.click();
    await expect(page.getByText('That username and password don’t match.')).toBeVisible();
    await button.click();
    // The press sends its call at once, before the next page opens.
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL(/#\/send_password$/);
    expect(sent).toEqual(Array.from({ length: calls }, () => 'PUT'));
  });
