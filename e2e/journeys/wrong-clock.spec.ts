import { callApi } from '../fixtures/call-api.js';
import { newGroup } from '../fixtures/groups.js';
import { conversation, go, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { changeRow } from '../fixtures/stored-rows.js';
import { expect, test } from '../fixtures/test.js';

const hour = 3_600_000;
const day = 24 * hour;
test.use({ isCold: true });

for (const [name, off] of [
  ['ahead', 5 * day],
  ['behind', -5 * day],
] as const)
  test(`a device whose clock is five days ${name} follows the server's time`, async ({ newWindow, paddock }) => {
    const { id, token } = await newGroup(paddock);
    const post = async (shout: string) => {
      const body = { client_id: crypto.randomUUID(), group: id, shout };
      return (await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body })).body as { id: string };
    };
    const [old, fresh] = [await post(unique('This morning')), await post(unique('Just now'))];
    // With another version, since the services keep what they have written themselves.
    await changeRow(paddock, 'shouts', old.id, { created: new Date(Date.now() - day), thread_version: 1 });
    const page = await newWindow(await sessionOf(paddock, 'motorsport', 'driver'));
    await page.clock.install({ time: Date.now() + off });
    await page.goto(`/#/main/chats/${id}`);
    const message = (of: { id: string }) => page.locator(`[data-item="${of.id}"]`);
    const edit = page.getByRole('menuitem', { name: 'Edit' });
    const openMenu = async (of: { id: string }) => {
      await message(of).hover();
      await message(of).locator('[aria-haspopup]').click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    };
    await expect(conversation(page)).toBeVisible();
    await openMenu(fresh);
    await expect(edit).toBeVisible();
    await page.keyboard.press('Escape');
    await openMenu(old);
    await expect(edit).toHaveCount(0);
    await page.keyboard.press('Escape');

    await go(page, '/main/events');
    const today = page.getByRole('heading', { level: 2, name: /^Today/ });
    // The zone of the site decides the day: the server's now, or a day beside it.
    const dates = [-14, 0, 14].map((hours) =>
      new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
        Date.now() + hours * hour,
      ),
    );
    await expect(today).toHaveText(new RegExp(dates.join('|')));
  });
