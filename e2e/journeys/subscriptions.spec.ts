import { expectAccessible } from '../fixtures/accessibility.js';
import { cards } from '../fixtures/dues.js';
import { signUp } from '../fixtures/members.js';
import {
  advanceProvider,
  choosePlan,
  expectInside,
  newPlan,
  onceOnly,
  payAtProvider,
  sellsPlans,
} from '../fixtures/plans.js';
import { go } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const settings = '/main/settings/subscription';
const gate = /#\/subscription_required/;

for (const community of ['motorsport', 'workplace'] as const)
  test(`a newcomer of ${community} subscribes at the gate, which lets in an other window too`, async ({
    newWindow,
    paddock,
    changeDeployment,
    pageErrors,
  }) => {
    pageErrors.allow(/status of 403/);
    const plan = await newPlan(paddock, { community });
    await changeDeployment(community, sellsPlans(true));
    const member = await signUp(paddock, community);
    const page = await newWindow(member, { community, viewport: viewports.phone });
    const other = await newWindow(member, { community, viewport: viewports.desktop });
    await Promise.all([page.goto('/'), other.goto('/')]);
    await Promise.all([page.waitForURL(gate), other.waitForURL(gate)]);
    await expect(page.getByRole('heading', { level: 1, name: 'Select Your Plan' })).toBeVisible();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Please, select a subscription')).toBeVisible();
    await expectAccessible(page);

    await choosePlan(page, plan, 'Subscribe for 18.00 EUR a month');
    await payAtProvider(page, cards.declined);
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await expectAccessible(page);
    // Back without a payment: the plan is under way, and its page can be opened again.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText(`Your purchase of ${plan.title} is not complete yet.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await payAtProvider(page, cards.pays);
    await expectInside(page);
    await expectInside(other);
  });

test('a member changes, cancels and keeps a plan in the settings', async ({ newWindow, paddock, changeDeployment }) => {
  const [engineer, team] = await Promise.all([newPlan(paddock), newPlan(paddock, { amount: 14_900 })]);
  await changeDeployment('motorsport', sellsPlans());
  const page = await newWindow(await signUp(paddock, 'motorsport'), { viewport: viewports.desktop });
  await page.goto(`/#${settings}`);
  const main = page.getByRole('main');
  await expect(main.getByText(/You have no plan at/)).toBeVisible();
  await choosePlan(page, engineer, 'Subscribe for 18.00 EUR a month');
  await payAtProvider(page, cards.pays);
  await page.waitForURL(/#\/main\/settings\/subscription/);
  await expect(main.getByText(/^Renews on/)).toBeVisible();
  await expect(main.getByText(new RegExp(`^${engineer.title} plan, renews on`))).toBeVisible();
  await expectAccessible(page);

  await choosePlan(page, team, `Change to ${team.title}`);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(/You pay \d+\.\d\d EUR now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(main.getByRole('heading', { name: team.title })).toBeVisible();

  await choosePlan(page, engineer, `Change to ${engineer.title}`);
  await expect(dialog.getByText('You pay nothing now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(main.getByText(new RegExp(`^Changes to ${engineer.title} on`))).toBeVisible();
  await main.getByRole('button', { name: 'Keep plan' }).click();
  await expect(main.getByText(/^Renews on/)).toBeVisible();

  await main.getByRole('button', { name: 'Cancel plan' }).click();
  await dialog.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(main.getByText(/You keep it until/)).toBeVisible();
  await main.getByRole('button', { name: 'Keep plan' }).click();
  await expect(main.getByText(/^Renews on/)).toBeVisible();

  await main.getByRole('button', { name: 'Cards and invoices' }).click();
  await page.waitForURL(/\/test-provider\/portal\//);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(main.getByText(/You keep it until/)).toBeVisible();
});

test('a failed renewal is shown, and its end leads an open window to the gate', async ({
  newWindow,
  paddock,
  changeDeployment,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const plan = await newPlan(paddock);
  await changeDeployment('motorsport', sellsPlans(true));
  const page = await newWindow(await signUp(paddock, 'motorsport'), { viewport: viewports.desktop });
  await page.goto('/');
  await page.waitForURL(gate);
  await choosePlan(page, plan, 'Subscribe for 18.00 EUR a month');
  await payAtProvider(page, onceOnly);
  await expectInside(page);
  await go(page, settings);
  await expect(page.getByText(/^Renews on/)).toBeVisible();
  await advanceProvider(paddock, 32);
  await expect(page.getByText(/The last payment failed. Check your card before/)).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  for (let attempt = 0; attempt < 4; attempt++) {
    await advanceProvider(paddock, 8);
    await page.waitForTimeout(1500);
  }
  await page.waitForURL(gate, { timeout: 15_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Select Your Plan' })).toBeVisible();
});

test('a community that does not sell plans says whom to ask', async ({
  newWindow,
  paddock,
  changeDeployment,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  await changeDeployment('motorsport', ({ flags }) => {
    flags['web_subscriptions'] = false;
    flags['subscription_required'] = true;
  });
  const page = await newWindow(await signUp(paddock, 'motorsport'), { viewport: viewports.phone });
  await page.goto('/');
  await page.waitForURL(gate);
  await expect(page.getByText(/Plans are not sold here. Ask the office of/)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
});
