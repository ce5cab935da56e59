import { callApi } from '../fixtures/call-api.js';
import { unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('a found comment opens below its shout, in sight, also behind many newer ones', async ({ openAs, paddock }) => {
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const post = async (shout: string, place: object) => {
    const body = { client_id: crypto.randomUUID(), shout, ...place };
    return (await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body })).body as { id: string };
  };
  const { id } = await post(unique('Stint plan'), { group: '0' });
  const word = unique('undercut').replaceAll(' ', '');
  await post(`The ${word} works`, { in_reply_to: id });
  for (let lap = 1; lap <= 60; lap += 1) await post(`Lap ${lap}`, { in_reply_to: id });

  const page = await openAs('driver', { viewport: viewports.phone });
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('link', { name: new RegExp(word) }).click();
  await expect(page).toHaveURL(new RegExp(`/main/shout/${id}\\?comment=`));
  await expect(page.getByText(`The ${word} works`)).toBeInViewport();
  await expect(page.getByText('Lap 60', { exact: true })).not.toBeInViewport();
});
