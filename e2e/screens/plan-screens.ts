import { expect } from '@playwright/test';
import type { Plan } from '@paddock/contract/calls/subscription';
import { changeDeployments } from '../fixtures/deployments.js';
import { cards } from '../fixtures/dues.js';
import { callApi } from '../fixtures/call-api.js';
import { refreshed, signUp, type NewMember } from '../fixtures/members.js';
import { advanceProvider, onceOnly, sellsPlans } from '../fixtures/plans.js';
import { signInPage } from '../fixtures/sign-in.js';
import { goTo, reads, reload, text, title, type Screen, type Visit } from './visit.js';

const settings = '/main/settings/subscription';
const listCall = /\/api\/subscription(\?|$)/;
const unavailable = { status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'It did not work.' } };
const own = (visit: Visit, key: string) => text(visit, 'mfe-account', key);
const radios = ({ page }: Visit) => page.getByRole('radio');
const goOnline = ({ page }: Visit) => page.context().setOffline(false);

/** A screen of the gate: `open` is called there, in a community that requires a plan. */
function atGate(name: string, { isSold = true, ...screen }: Omit<Screen, 'name'> & { isSold?: boolean }): Screen {
  let restore: (() => Promise<void>) | undefined;
  return {
    ...screen,
    name: `gate-${name}`,
    async open(visit) {
      const deployments = changeDeployments(visit.paddock);
      restore = deployments.restore;
      await deployments.change(visit.community, (file) => {
        sellsPlans(true)(file);
        file.flags['web_subscriptions'] = isSold;
      });
      await goTo(visit, '/');
      await visit.page.waitForURL(/#\/subscription_required/);
      await title(visit, own(visit, 'subscription.title'));
      await screen.open(visit);
    },
    async leaves(visit) {
      await screen.leaves?.(visit);
      await restore?.();
      await reload(visit);
    },
  };
}

/** Opens the provider's page as a new member. */
async function checkOut(visit: Visit): Promise<NewMember> {
  const { page, paddock, community, language } = visit;
  const member = await signUp(paddock, community, language);
  await signInPage(page, paddock.origin(community), member);
  const { token } = member;
  const read = await callApi(paddock, community, 'GET', '/subscription', { token });
  const { id: plan } = (read.body as { plans: Plan[] }).plans.find(({ sold }) => sold.includes('web'))!;
  const body = { client_id: crypto.randomUUID(), plan, back: 'settings' };
  const { body: begun } = await callApi(paddock, community, 'POST', '/subscription/checkout', { token, body });
  await page.goto((begun as { url: string }).url);
  return member;
}

async function pay({ page }: Visit, card: string) {
  await page.locator('[name=number]').fill(card);
  await page.locator('[name=expiry]').fill('12 / 34');
  await page.locator('[name=cvc]').fill('123');
  await page.locator('[type=submit]').click();
}

/** Buys a plan as a new member and opens the settings. */
async function subscribe(visit: Visit, card: string = cards.pays): Promise<NewMember> {
  const member = await checkOut(visit);
  await pay(visit, card);
  await visit.page.waitForURL(/#\/main\/settings\/subscription/);
  await reads(visit, 'mfe-account', 'subscription.portal');
  return refreshed(visit.paddock, visit.community, member);
}

/** The gate, and the section of the settings with the plan in each of its states. */
export const plans: Screen[] = [
  atGate('plans', { hasLargeText: true, open: (visit) => radios(visit).nth(1).check({ force: true }) }),
  atGate('unsold', {
    isSold: false,
    open: (visit) => reads(visit, 'mfe-account', 'subscription.whom_to_ask_any'),
  }),
  atGate('failed', {
    async open(visit) {
      await visit.page.route(listCall, (route) => route.fulfill(unavailable));
      await visit.page.reload();
      await expect(visit.page.getByText('SERVICE_UNAVAILABLE').first()).toBeVisible();
    },
    leaves: ({ page }) => page.unroute(listCall),
  }),
  atGate('offline', {
    async open(visit) {
      await expect(radios(visit).first()).toBeAttached();
      await visit.page.context().setOffline(true);
      await radios(visit).nth(1).check({ force: true });
      await visit.page.locator('main button, button').filter({ hasText: /\d/ }).last().click();
      await expect(visit.page.getByRole('region', { name: text(visit, 'shell', 'messages') })).not.toBeEmpty();
    },
    leaves: goOnline,
  }),
  {
    name: 'settings-no-plan',
    async open(visit) {
      await goTo(visit, settings);
      await expect(radios(visit).first()).toBeAttached();
    },
  },
  { name: 'plan-checkout', open: checkOut },
  {
    name: 'plan-declined',
    async open(visit) {
      await checkOut(visit);
      await pay(visit, cards.declined);
      await expect(visit.page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'settings-plan', hasLargeText: true, open: (visit) => subscribe(visit) },
  {
    name: 'settings-plan-cancelled',
    async open(visit) {
      const { token } = await subscribe(visit);
      await callApi(visit.paddock, visit.community, 'DELETE', '/subscription', { token });
      await reads(visit, 'mfe-account', 'subscription.resume');
    },
  },
  {
    name: 'plan-portal',
    async open(visit) {
      await subscribe(visit);
      await visit.page.getByRole('button', { name: own(visit, 'subscription.portal') }).click();
      await visit.page.waitForURL(/\/test-provider\/portal\//);
    },
  },
  {
    name: 'settings-plan-grace',
    async open(visit) {
      await subscribe(visit, onceOnly);
      await advanceProvider(visit.paddock, 32);
      await reads(visit, 'mfe-account', 'subscription.about.grace');
    },
  },
];
