import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as subscription from '@paddock/contract/calls/subscription';
import { randomUUID } from 'node:crypto';
import { cells, codeOf, hq, sameCode, tableCallers } from '../../../test/permission-tables.js';
import { startTestServices, type CallOptions, type TestServices } from '../../../test/start-test-services.js';
import { allCalls } from '../../infrastructure/calls/all-calls.js';

let services: TestServices;
let callers: Record<string, CallOptions>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
  const denied = { as: await services.member({ ...hq, pending: true, denied: true }) };
  callers = { ...(await tableCallers(services)), denied, member: { as: await services.member(hq) } };
});
afterAll(() => services.close());

const unknown = '0123456789abcdef01234567';
const purchase = { store: 'ios' as const, product: 'gold', receipt: 'nothing' };
const send = (options: CallOptions) => {
  const call: TestServices['call'] = (...[to, input]) => services.call(to, input, options);
  return {
    read: () => call(subscription.readSubscription, {}),
    refresh: () => call(subscription.refreshSubscription, {}),
    checkout: () =>
      call(subscription.beginCheckout, { client_id: randomUUID(), plan: unknown, back: 'settings' as const }),
    preview: () => call(subscription.previewPlanChange, { plan: unknown }),
    change: () => call(subscription.changePlan, { plan: unknown }),
    cancel: () => call(subscription.cancelSubscription, {}),
    resume: () => call(subscription.resumeSubscription, {}),
    portal: () => call(subscription.openBillingPortal, {}),
    purchase: () => call(subscription.recordPurchase, { client_id: randomUUID(), ...purchase }),
    old: () => call(subscription.readOldPurchase, {}),
    restore: () => call(subscription.restorePurchases, { purchases: [purchase] }),
  };
};
type Act = keyof ReturnType<typeof send>;

const reading = ['read', 'refresh'] as const;
const web = ['checkout', 'preview', 'change', 'cancel', 'resume', 'portal'] as const;
const store = ['purchase', 'old', 'restore'] as const;

/** A session is enough: a plan can be what a member still lacks. */
const allowed = {
  ...sameCode(reading, 'ok'),
  ...{ checkout: 'NOT_FOUND', preview: 'CONFLICT', change: 'CONFLICT', cancel: 'CONFLICT', resume: 'CONFLICT' },
  ...sameCode(store, 'FEATURE_DISABLED'),
  portal: 'NOT_FOUND',
};
/** Cancelling and the invoices stay open to members who are kept out. */
const excluded = (code: string) => ({ ...allowed, ...sameCode(['checkout', 'change', 'resume'], code) });
const signedOut = { ...sameCode([...reading, ...web], 'INVALID_TOKEN'), ...sameCode(store, 'FEATURE_DISABLED') };
const onWeb: Record<string, Record<string, string>> = {
  ...{ signedOut, tokenOfAnotherCommunity: signedOut },
  ...{ banned: excluded('ACCESS_FORBIDDEN'), denied: excluded('ACCESS_DENIED') },
  ...sameRow(['pending', 'unverified', 'member', 'admin', 'superAdmin', 'adminOfAnotherWorkplace'], allowed),
};
const nowhere = Object.fromEntries(
  Object.entries(onWeb).map(([caller, row]) => [caller, { ...row, ...sameCode(web, 'FEATURE_DISABLED') }]),
);

function sameRow(callers: string[], row: Record<string, string>) {
  return Object.fromEntries(callers.map((caller) => [caller, row]));
}

const configure = (flags: object) =>
  services.configure('workplace', (file) => {
    Object.assign(file.flags, flags);
  });

describe('permissions of subscriptions', () => {
  it('cover every call', () => {
    expect(Object.keys(send({}))).toHaveLength(allCalls.filter(({ name }) => name.startsWith('subscription.')).length);
  });

  describe('where plans are sold on the web', () => {
    beforeAll(() => configure({ web_subscriptions: true }));
    it.each(cells(onWeb))('%s %s: %s', async (caller, act, code) => {
      expect(codeOf(await send(callers[caller]!)[act as Act]())).toBe(code);
    });
  });

  describe('where no plans are sold', () => {
    beforeAll(() => configure({ web_subscriptions: false }));
    it.each(cells(nowhere))('%s %s: %s', async (caller, act, code) => {
      expect(codeOf(await send(callers[caller]!)[act as Act]())).toBe(code);
    });
  });
});
