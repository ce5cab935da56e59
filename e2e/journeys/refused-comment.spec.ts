import { callApi } from '../fixtures/call-api.js';
import { hold } from '../fixtures/hold.js';
import { shoutCard, tab, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('a refused comment becomes a draft again, and a toast shows the reason', async ({
  openAs,
  changeDeployment,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const page = await openAs('crew');
  await tab(page, 'Shouts').click();
  await page
    .getByRole('article')
    .nth(1)
    .getByRole('link', { name: /comment/i })
    .first()
    .click();
  const answer = await hold(page, '**/api/shouts');
  const text = unique('Nobody will read this yet');
  const box = page.getByRole('textbox', { name: 'Write a comment' });
  await box.fill(text);
  await box.press('Enter');
  await expect(page.getByText(text)).toBeVisible();

  // The deployment turns comments off while the request is pending.
  await changeDeployment('motorsport', (file) => void (file.flags['disable_comments'] = true));
  await expect(box).toBeHidden();
  answer();
  await expect(page.getByRole('region', { name: 'Alerts' })).toContainText('turned off');
  const unsent = page.getByRole('group', { name: 'Unsent comment' });
  await expect(unsent).toContainText(text);

  await changeDeployment('motorsport', () => undefined);
  await expect(box).toHaveValue(text);
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const id = /shout\/(\w+)$/.exec(page.url())![1]!;
  const { body } = await callApi(paddock, 'motorsport', 'GET', `/shouts/${id}/comments`, { token });
  expect(JSON.stringify(body)).not.toContain(text);

  // Now it is sent, once.
  await box.press('Enter');
  await expect(page.getByText('Sending…')).toBeHidden();
  await expect(page.getByText(text)).toHaveCount(1);
  await expect(shoutCard(page, text)).toHaveCount(0);
});
