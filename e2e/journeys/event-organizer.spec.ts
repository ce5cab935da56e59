import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const detail = (page: Page) => page.locator('[data-part="detail"]');
const request = (page: Page) => detail(page).getByRole('group', { name: 'Request to organise' });
const organizer = (page: Page) => page.getByRole('combobox', { name: 'Organiser' });

async function choose(page: Page, query: string, name: string): Promise<void> {
  await organizer(page).fill(query);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

test('a member organises an event after accepting; the next one who is asked declines', async ({ openAs }) => {
  const steward = await openAs('steward');
  await steward.goto('/#/main/events');
  await steward.getByRole('link', { name: 'New event' }).click();
  await steward.getByRole('textbox', { name: 'Title' }).fill('Sponsors’ breakfast');
  await choose(steward, 'Petra', 'Petra Wolańska');
  await expect(
    steward.getByText('Another member is asked first, and organises the event after accepting.'),
  ).toBeVisible();
  await steward.getByRole('button', { name: 'Create event' }).click();
  await expect(detail(steward).getByText('Asked: Petra Wolańska')).toBeVisible();
  await expect(detail(steward).getByText('Organised by')).toHaveCount(0);
  await expect(request(steward)).toHaveCount(0);

  // Another member sees no request, and has no right.
  const address = new URL(steward.url()).hash;
  const driver = await openAs('driver', { viewport: viewports.phone });
  await driver.goto(`/${address}`);
  await expect(detail(driver).getByRole('heading', { level: 1, name: 'Sponsors’ breakfast' })).toBeVisible();
  await expect(detail(driver).getByText(/Asked: |asks you/)).toHaveCount(0);

  const crew = await openAs('crew');
  await crew.goto('/#/main/notifications');
  await crew.getByRole('link', { name: /Aoife Brannagh-Lynn.* asks you to organise .*Sponsors’ breakfast/ }).click();
  await expect(request(crew)).toContainText('Aoife Brannagh-Lynn asks you to organise this event.');
  await expect(detail(crew).getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expectAccessible(crew);
  await request(crew).getByRole('button', { name: 'Accept' }).click();
  await expect(request(crew)).toHaveCount(0);
  await expect(detail(crew).getByText('Organised by')).toBeVisible();
  await expect(detail(steward).getByText('Organised by')).toBeVisible();
  await expect(detail(steward).getByText(/^Asked: /)).toHaveCount(0);

  // The organizer edits the event, and asks another member in their place.
  await detail(crew).getByRole('link', { name: 'Edit' }).click();
  await crew.getByRole('textbox', { name: 'Place', exact: true }).fill('Paddock club');
  await crew.getByRole('button', { name: 'Remove Petra Wolańska' }).click();
  await choose(crew, 'Joaqu', 'Joaquín Berrueta');
  await crew.getByRole('button', { name: 'Save' }).click();
  await expect(detail(crew).getByText('Asked: Joaquín Berrueta')).toBeVisible();
  await expect(detail(crew).getByRole('link', { name: /Organised by\s*Petra Wolańska/ })).toBeVisible();
  await expect(detail(steward).getByText('Paddock club').first()).toBeVisible();
  await detail(crew).getByRole('link', { name: 'Edit' }).click();
  await expect(
    crew.getByText('Asked: Joaquín Berrueta. The member organises the event after accepting.'),
  ).toBeVisible();

  await expect(request(driver)).toContainText('Petra Wolańska asks you to organise this event.');
  await expectAccessible(driver);
  await request(driver).getByRole('button', { name: 'Decline' }).click();
  await expect(request(driver)).toHaveCount(0);
  await expect(detail(steward).getByText(/^Asked: /)).toHaveCount(0);
  await expect(detail(steward).getByRole('link', { name: /Organised by\s*Petra Wolańska/ })).toBeVisible();
  await driver.reload();
  await expect(detail(driver).getByText('Organised by')).toBeVisible();
  await expect(request(driver)).toHaveCount(0);
});
