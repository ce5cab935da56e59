import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/boot';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { testKit } from '@paddock/mfe-kit/test-host';
import { createAlerts } from './alerts';

const entryPages = ['/verify_pin', '/pending_approval', '/subscription_required'].map((path) => ({
  path,
  signed_out: true,
}));
const modules = [{ id: 'mfe-account', manifest: { routes: entryPages, links: {} } }] as unknown as Boot['modules'];

let kit: Kit;
beforeEach(async () => {
  localStorage.clear();
  window.location.hash = '#/main/chats';
  kit = await testKit({ module: 'shell', messages: {}, boot: { modules }, user: { id: 'ann' } as never });
});

/** What a refusal leads to: the alert that opens and the page that is gone to. */
function after(code: string, call = 'chats.list') {
  const alerts = createAlerts();
  alerts.refused({ code }, { name: call as `${string}.${string}` }, kit);
  return { alert: alerts.open.get(), address: window.location.hash };
}
const stays = '#/main/chats';

describe(createAlerts, () => {
  it.each([
    ['INVALID_TOKEN', 'session_expired', stays],
    ['TOKEN_EXPIRED', 'session_expired', stays],
    ['DEPRECATED_CLIENT', 'deprecated_client', stays],
    ['EMAIL_NOT_VERIFIED', 'email_not_verified', '#/verify_pin'],
    ['SUBSCRIPTION_REQUIRED', null, '#/subscription_required'],
    ['PENDING_APPROVAL', null, '#/pending_approval'],
    ['ACCESS_DENIED', null, '#/pending_approval'],
    ['FORBIDDEN', null, stays],
  ])('%s opens %s and leads to %s', (code, alert, address) => expect(after(code)).toEqual({ alert, address }));

  it('says nothing of a dead token while logging out', () =>
    expect(after('INVALID_TOKEN', 'account.logout').alert).toBeNull());

  it('says nothing of a dead token to a visitor', () => {
    kit.session.forget();
    expect(after('INVALID_TOKEN').alert).toBeNull();
  });

  it('leaves a pending member on the page for the own record', () =>
    expect(after('PENDING_APPROVAL', 'account.me').address).toBe(stays));

  it('stays where no module has the page', () => {
    kit.deployment.set((boot) => ({ ...boot, modules: [] }));
    expect(after('ACCESS_DENIED').address).toBe(stays);
  });
});
