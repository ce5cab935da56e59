import { callApi } from '../fixtures/call-api.js';
import { type NewMember, signUp } from '../fixtures/members.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { driver, go, shoutCard, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

/** The closed conversation is refused to non-members. */
const closed = /status of (403|404)/;

/** A visible group of the demo driver, or in the workplace of its admin, with one shout that only members read. */
async function groupOfOthers(paddock: Paddock, community: Community) {
  const { token } = await sessionOf(paddock, community, community === 'motorsport' ? 'driver' : 'steward');
  const call = async (path: string, body: object) =>
    (await callApi(paddock, community, 'POST', path, { token, body })).body;
  const title = unique('Scrutineers');
  const { group } = (await call('/groups', { title })) as { group: { id: string } };
  const secret = unique('Weights of car 27');
  await call('/shouts', { group: group.id, shout: secret });
  return { id: group.id, title, secret };
}

test('a non-member writes to a visible group, and sees that shout and its comments alone', async ({
  openAs,
  newWindow,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(closed);
  const { id, title, secret } = await groupOfOthers(paddock, 'motorsport');
  const guest = await signUp(paddock, 'motorsport');
  const [owner, outsider] = await Promise.all([openAs('driver'), newWindow(guest)]);
  // Found in the selection of groups.
  await outsider.goto('/#/main/filters');
  await outsider.getByRole('searchbox', { name: 'Search groups' }).fill(title);
  await outsider.getByRole('link', { name: title }).click();
  await expect(outsider.getByRole('heading', { name: 'Not authorized' })).toBeVisible();
  await expect(outsider.getByText(secret)).toHaveCount(0);
  const composer = outsider.getByRole('textbox', { name: `Shout to ${title}` });
  const draft = unique('May we book the scales');
  await composer.fill(draft);
  await outsider.reload();
  await expect(composer).toHaveValue(draft);
  await outsider.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(outsider).toHaveURL(/#\/main\/shout\/[0-9a-f]{24}$/);
  await expect(shoutCard(outsider, draft)).toBeVisible();

  await go(owner, `/main/shouts/${id}`);
  await shoutCard(owner, draft).getByRole('link', { name: 'Comment' }).click();
  await owner.getByRole('textbox', { name: 'Write a comment' }).fill('At four');
  await owner.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(outsider.getByText('At four')).toBeVisible();
  await outsider.getByRole('textbox', { name: 'Write a comment' }).fill('Thank you');
  await outsider.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(owner.getByText('Thank you')).toBeVisible();

  // The address of the specification leads to the same page.
  await go(outsider, new URL(outsider.url()).hash.slice(1).replace('/shout/', '/shout-comment/'));
  await expect(shoutCard(outsider, draft)).toBeVisible();
  await expect(outsider.getByText('Thank you')).toBeVisible();
  await go(outsider, `/main/group/${id}`);
  await outsider.getByRole('link', { name: 'Write to the group' }).click();
  await expect(composer).toBeVisible();
  await expect(outsider.getByText(secret)).toHaveCount(0);
  // Of the members, only the author of the comment on the own shout is named, beside it.
  const count = (text: string) => outsider.getByRole('main').getByText(text).count();
  await expect.poll(async () => (await count(driver)) - (await count('At four'))).toBe(0);
});

test('the workplace lets only members write, so that a non-member gets no composer', async ({
  newWindow,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(closed);
  const { id } = await groupOfOthers(paddock, 'workplace');
  const guest: NewMember = await signUp(paddock, 'workplace');
  const page = await newWindow(guest, { community: 'workplace' });
  await page.goto(`/#/main/shouts/${id}`);
  await expect(page.getByRole('heading', { name: 'Not authorized' })).toBeVisible();
  await go(page, `/main/group/${id}`);
  await expect(page.getByRole('button', { name: /^(Join|Ask to join)$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write to the group' })).toHaveCount(0);
  await go(page, `/main/chats/${id}`);
  await expect(page.getByRole('heading', { name: 'Not authorized' })).toBeVisible();
  await expect(page.locator('textarea')).toHaveCount(0);
});
