import { chatRow, choose, conversation, go, unique } from '../fixtures/places.js';
import { memberOf, reader, writer } from '../fixtures/talk.js';
import { expect, test } from '../fixtures/test.js';

test('a refused shout survives a reload without being sent, and can be edited and sent again', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const page = await openAs(reader);
  const { id, fullname } = await memberOf(paddock, writer);
  await go(page, `/main/chats/${id}`);
  const box = page.getByRole('textbox', { name: `Write to ${fullname}` });
  const sent: string[] = [];
  await page.route('**/api/shouts', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ status: 403, json: { code: 'READ_ONLY', message: 'Not at the moment.' } });
  });
  const [first, second] = [unique('Refused once'), unique('Refused for good')];
  for (const text of [first, second]) {
    await box.fill(text);
    await box.press('Enter');
  }
  await box.fill('Something else');
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(2);
  await expect(box).toHaveValue('Something else');
  expect(sent).toHaveLength(2);
  await page.reload();
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(2);
  // A post that is not refused is sent in turn, so the refused ones would have been sent before it.
  await page.unroute('**/api/shouts');
  await box.fill(unique('In between'));
  await box.press('Enter');
  await expect(conversation(page).getByRole('img', { name: 'Sent' }).last()).toBeVisible();
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(2);
  await box.fill('Something else');

  await conversation(page).getByRole('button', { name: 'Send again' }).first().click();
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(1);
  await conversation(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(conversation(page).getByText(second)).toHaveCount(0);
  await expect(box).toHaveValue(`${second}\nSomething else`);
  await expect(box).toBeFocused();
  await box.fill('');
  await expect(conversation(page).getByText(first)).toHaveCount(1);
  await page.reload();
  await expect(conversation(page).getByText(first)).toHaveCount(1);
  await expect(conversation(page).getByText(second)).toHaveCount(0);
});

test('shouts written offline are sent once and in order, and each shout of a run can be edited', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const [page, other] = await Promise.all([openAs(reader), openAs(writer)]);
  const [self, { id, fullname }] = await Promise.all([memberOf(paddock, reader), memberOf(paddock, writer)]);
  await go(page, `/main/chats/${id}`);
  const box = page.getByRole('textbox', { name: `Write to ${fullname}` });
  await expect(box).toBeVisible();
  await page.context().setOffline(true);
  const texts = ['First', 'Second', 'Third'].map(unique);
  for (const text of texts) {
    await box.fill(text);
    await box.press('Enter');
  }
  await expect(conversation(page).getByRole('img', { name: 'Waiting for a connection' })).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(conversation(page).getByRole('img', { name: 'Waiting for a connection' })).toHaveCount(0, {
    timeout: 20_000,
  });

  await chatRow(other, self.fullname).click();
  const bubbles = conversation(other).locator('[data-item]');
  for (const window of [conversation(page), conversation(other)])
    for (const text of texts) await expect(window.getByText(text)).toHaveCount(1);
  const shown = (await bubbles.allTextContents()).slice(-3);
  expect(shown.map((text, index) => text.startsWith(texts[index]!))).toEqual([true, true, true]);

  const line = (text: string) => conversation(page).locator(':has(> [data-item])').filter({ hasText: text });
  await line(texts[0]!).hover();
  await choose(line(texts[0]!), self.fullname, 'Edit');
  await expect(box).toHaveValue(texts[0]!);
  const better = unique('First, but better');
  await box.fill(better);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(conversation(other).getByText(better)).toBeVisible();
  await expect(conversation(other).getByText(texts[1]!)).toBeVisible();

  await line(texts[1]!).hover();
  await choose(line(texts[1]!), self.fullname, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(conversation(other).getByText(texts[1]!)).toHaveCount(0);
  await expect(conversation(other).getByText(texts[2]!)).toBeVisible();
});
