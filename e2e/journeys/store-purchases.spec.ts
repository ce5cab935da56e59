import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import type { DeploymentChange } from '../fixtures/deployments.js';
import { signUp } from '../fixtures/members.js';
import { expectInside, newPlan } from '../fixtures/plans.js';
import { viewports } from '../fixtures/screens.js';
import { expect } from '../fixtures/test.js';
import { inAndroidShell, test, type OwnedTokens } from '../fixtures/with-stores.js';

const soldInStores: DeploymentChange = ({ flags }) => {
  Object.assign(flags, { web_subscriptions: false, in_app_subscriptions: true, subscription_required: true });
};
const gate = /#\/subscription_required/;

test("a member buys a plan in the device's store", async ({
  newWindow,
  paddock,
  store,
  changeDeployment,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const product = `engineer.${Date.now()}`;
  const plan = await newPlan(paddock, { product });
  await changeDeployment('motorsport', soldInStores);
  const member = await signUp(paddock, 'motorsport');
  const owned: OwnedTokens = new Map();

  const phone = await newWindow(member, { viewport: viewports.phone });
  await inAndroidShell(phone, store, owned);
  await phone.goto('/');
  await phone.waitForURL(gate);
  const choice = phone.getByRole('radio', { name: new RegExp(`^${plan.title}`) });
  // The store's own price, not the server's.
  await expect(phone.getByText('$9.99').first()).toBeVisible();
  await choice.check({ force: true });
  await expectAccessible(phone);
  phone.once('dialog', (dialog) => dialog.accept('N'));
  await phone.getByRole('button', { name: /^Subscribe/ }).click();
  await expect(phone.getByText('Order cancelled')).toBeVisible();
  expect(owned.size).toBe(0);
  phone.once('dialog', (dialog) => dialog.accept('Y'));
  await phone.getByRole('button', { name: /^Subscribe/ }).click();
  await expectInside(phone);
  expect(store.acknowledged).toEqual([...owned.values()]);
});

test('a member restores a purchase that the server does not know', async ({
  newWindow,
  paddock,
  store,
  changeDeployment,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const product = `team.${Date.now()}`;
  await newPlan(paddock, { product });
  await changeDeployment('motorsport', soldInStores);
  const member = await signUp(paddock, 'motorsport');
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/subscription', { token: member.token });
  const { store_account: account } = body as { store_account: string };
  const page = await newWindow(member, { viewport: viewports.desktop });
  await inAndroidShell(page, store, new Map([[product, store.buyAtGoogle(product, account)]]));
  await page.goto('/');
  await page.waitForURL(gate);
  await page.getByRole('button', { name: 'Refresh purchases' }).click();
  await expectInside(page);
});
