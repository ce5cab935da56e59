import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as account from '@paddock/contract/calls/account';
import * as accountData from '@paddock/contract/calls/account-data';
import * as adminLinks from '@paddock/contract/calls/admin-links';
import * as approval from '@paddock/contract/calls/approval';
import type { Call } from '@paddock/contract/core/call';
import { allCalls } from '../infrastructure/calls/all-calls.js';
import * as verification from '@paddock/contract/calls/email-verification';
import type { ErrorReply } from '@paddock/contract/core/errors';
import { uploadProfileImage } from '@paddock/contract/calls/files';
import * as feedback from '@paddock/contract/calls/feedback';
import * as items from '@paddock/contract/calls/items';
import * as notifications from '@paddock/contract/calls/notifications';
import * as passwordReset from '@paddock/contract/calls/password-reset';
import * as push from '@paddock/contract/calls/push';
import * as secondFactor from '@paddock/contract/calls/second-factor';
import * as sessions from '@paddock/contract/calls/sessions';
import * as thirdParty from '@paddock/contract/calls/third-party';
import { randomUUID } from 'node:crypto';
import {
  type Cells,
  compareCells,
  everyone,
  members,
  superAdmins,
  withSession,
  workplaceAdmins,
} from '../../test/caller-cells.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { LinkTokens } from '../infrastructure/links/link-tokens.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';

/*
 * Permissions of each account call in workplace `hq`. Each cell has a new member, because many of these calls change their caller. A cell
 * is the error code, or 200.
 */

const community = 'workplace';
const workplace = 'hq';
const tenant = tenantOf(community);
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

/** All but those whom an admin has refused. */
const pictures: Cells = { ...everyone('INVALID_FILE'), denied: 'ACCESS_DENIED', banned: 'ACCESS_FORBIDDEN' };
type Input = (caller: TestMember | undefined) => object | Promise<object>;
/** An unknown id. */
const noOne = '0123456789abcdef01234567';
const own =
  (input: object): Input =>
  (caller) => ({ id: caller?.id ?? noOne, ...input });
const others =
  (input: object): Input =>
  async () => ({ id: (await services.member({ community, workplace })).id, ...input });
const applicant = (workplaces: string[]) => services.member({ community, workplaces, pending: true });
const waiting: Input = async () => ({ id: (await applicant([workplace])).id });
const waitingNowhere: Input = async () => ({ id: (await applicant([])).id });
const byLink: Input = async () => {
  const [{ id: user }, admin] = [await applicant([workplace]), await services.member({ community, admin: true })];
  const facts = { admin: admin.id };
  const link = { kind: 'approve', user, facts, lifetimeMs: 60_000 } as const;
  return { id: user, admin_token: await services.get(LinkTokens).make(tenant, link) };
};
const fixed =
  (input: object): Input =>
  () =>
    input;
const wrong = fixed({ password: 'not this one' });
const passwords = { password: 'not this one', new_password: 'long enough', confirm_password: 'long enough' };
const entry: Input = () => ({ client_id: randomUUID(), type: 'dynamic-list', subtype: 'department', title: 'Pumps' });
const plan: Input = () => ({
  client_id: randomUUID(),
  type: 'subscription',
  title: 'Gold',
  amount: 100,
  currency: 'EUR',
});

const browser = { endpoint: 'https://push.example.org/a', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) };

const rows: [string, Call, Input, Cells][] = [
  ['', account.signUp, fixed({ client_id: randomUUID() }), everyone('INVALID_INPUT')],
  ['', account.uploadSignUpImage, fixed({}), pictures],
  // This community's sign-up form asks for no groups.
  ['', account.readSelectableGroups, fixed({}), everyone('FEATURE_DISABLED')],
  ['', account.login, fixed({ username_or_email: 'nobody', password: 'a guess' }), everyone('INVALID_CREDENTIALS')],
  ['', account.logout, fixed({}), withSession(200)],
  ['', account.readSelf, fixed({}), withSession(200)],
  [
    'of the caller',
    account.changePassword,
    own({ verb: 'change_password', ...passwords }),
    withSession('WRONG_PASSWORD'),
  ],
  ['of another', account.changePassword, others({ verb: 'change_password', ...passwords }), withSession('FORBIDDEN')],
  // Without a token this uploads a sign-up's picture.
  ['', uploadProfileImage, fixed({}), pictures],

  ['', verification.sendEmailPin, fixed({}), { ...withSession('EMAIL_ALREADY_VERIFIED'), unverified: 200 }],
  ['', verification.verifyPin, fixed({ pin: '000000' }), { ...withSession(200), unverified: 'PIN_EXPIRED' }],
  [
    'a new address',
    verification.sendEmailPin,
    fixed({ email: 'new@example.org', password: 'wrong' }),
    { ...withSession('WRONG_PASSWORD'), unverified: 200 },
  ],
  ['', verification.revokeEmailChange, fixed({ email_token: 'nothing' }), everyone('LINK_INVALID')],
  ['', verification.activate, fixed({ email_token: 'nothing' }), everyone('LINK_INVALID')],

  ['of an applicant for this workplace', approval.grantAccess, waiting, workplaceAdmins(200)],
  ['of an applicant for this workplace', approval.denyAccess, waiting, workplaceAdmins(200)],
  ['of an applicant for this workplace', approval.verifyAccess, waiting, workplaceAdmins(200)],
  [
    'of an applicant for no workplace',
    approval.grantAccess,
    waitingNowhere,
    { ...workplaceAdmins(200), 'admin of another workplace': 200 },
  ],
  [
    'of an unknown applicant',
    approval.grantAccess,
    fixed({ id: noOne }),
    { ...workplaceAdmins('USER_NOT_FOUND'), 'admin of another workplace': 'USER_NOT_FOUND' },
  ],
  ['by link', approval.grantAccess, byLink, everyone(200)],
  ['by link', approval.denyAccess, byLink, everyone(200)],
  ['by link', approval.verifyAccess, byLink, everyone(200)],
  ['', approval.readApplicants, fixed({}), workplaceAdmins(200)],

  ['', adminLinks.validateAdminLink, fixed({ admin_token: 'nothing' }), everyone('LINK_INVALID')],
  ['', adminLinks.becomeAdmin, fixed({ admin_token: 'nothing' }), everyone('LINK_INVALID')],

  ['', passwordReset.sendResetPasswordLink, fixed({ email: 'nobody@example.org' }), everyone(200)],
  ['', passwordReset.validatePasswordToken, fixed({ password_token: 'nothing' }), everyone('LINK_INVALID')],
  [
    '',
    passwordReset.resetPassword,
    fixed({ password_token: 'nothing', password: 'long enough' }),
    everyone('LINK_INVALID'),
  ],

  ['', feedback.sendFeedback, () => ({ client_id: randomUUID(), msg: 'Good' }), members(200)],
  ['', feedback.readFeedback, fixed({}), workplaceAdmins(200)],
  ['', feedback.markFeedbackRead, fixed({ id: noOne }), workplaceAdmins(200)],
  ['', feedback.removeFeedback, fixed({ id: noOne }), workplaceAdmins(200)],

  ['', sessions.readSessions, fixed({}), withSession(200)],
  ['of another', sessions.endSession, fixed({ id: noOne }), withSession('NOT_FOUND')],
  [
    '',
    sessions.exchangeToken,
    async () => ({ login_token: (await services.member({ community })).token }),
    everyone(200),
  ],
  ['', sessions.readJwt, fixed({}), members(200)],
  ['', sessions.readKeySet, fixed({}), everyone(200)],

  ['', secondFactor.readSecurity, fixed({}), withSession(200)],
  ['', secondFactor.startTotp, wrong, withSession('WRONG_PASSWORD')],
  // No set-up was started.
  ['', secondFactor.confirmTotp, fixed({ code: '000000' }), withSession('CONFLICT')],
  ['', secondFactor.removeTotp, fixed({ password: 'not this one', code: '000000' }), withSession('WRONG_PASSWORD')],
  // The members have none: authenticator.spec.ts removes one.
  ['of another', secondFactor.liftTotp, others({}), superAdmins('NOT_FOUND')],
  ['of another', secondFactor.readMemberTotp, others({}), superAdmins(200)],
  ['of an unknown member', secondFactor.readMemberTotp, fixed({ id: noOne }), superAdmins('USER_NOT_FOUND')],
  ['of one’s own', secondFactor.liftTotp, own({}), { ...superAdmins('FORBIDDEN') }],
  ['', secondFactor.startPasskey, wrong, withSession('WRONG_PASSWORD')],
  ['', secondFactor.addPasskey, fixed({ name: 'Key', response: {} }), withSession('PASSKEY_FAILED')],
  ['', secondFactor.removePasskey, fixed({ id: noOne }), withSession('NOT_FOUND')],
  ['', secondFactor.startPasskeyLogin, fixed({}), everyone(200)],
  ['', secondFactor.passkeyLogin, fixed({ challenge_id: 'nothing', response: {} }), everyone('PASSKEY_FAILED')],

  // Off in this community; with a provider: third-party.spec.ts.
  ['', thirdParty.readThirdPartyLink, fixed({}), everyone('FEATURE_DISABLED')],
  ['', thirdParty.thirdPartyLogin, fixed({ id_token: 'nothing' }), everyone('FEATURE_DISABLED')],
  ['', thirdParty.linkIdentity, wrong, withSession('FEATURE_DISABLED')],
  ['', thirdParty.removeIdentity, fixed({ id: noOne, password: 'not this one' }), withSession('WRONG_PASSWORD')],

  ['', accountData.exportAccount, fixed({}), withSession(200)],
  ['', accountData.deleteAccount, wrong, withSession('WRONG_PASSWORD')],
  ['of another', accountData.terminateMember, others({}), superAdmins(200)],
  ['of one’s own', accountData.terminateMember, own({}), superAdmins('FORBIDDEN')],
  ['', accountData.banMember, others({ banned: true }), superAdmins(200)],

  ['of one’s own', notifications.updatePreferences, own({ mailing_mention: false }), withSession(200)],
  ['of another', notifications.updatePreferences, others({ mailing_mention: false }), withSession('FORBIDDEN')],
  [
    '',
    notifications.unsubscribe,
    fixed({ notification_type: 'mailing_mention', mailing_token: 'nothing' }),
    everyone('LINK_INVALID'),
  ],
  ['', notifications.readNotifications, fixed({}), members(200)],
  ['', notifications.markNotificationsRead, fixed({ id: 'nothing' }), members(200)],
  ['', push.readPush, fixed({}), members(200)],
  ['of one’s own', push.registerDevice, own(browser), members(200)],
  ['of another', push.registerDevice, others(browser), members('FORBIDDEN')],
  ['of one’s own', push.unregisterDevice, own({}), members(200)],
  ['of another', push.unregisterDevice, others({}), members('FORBIDDEN')],

  ['of a list', items.readItems, fixed({ type: 'dynamic-list', subtype: 'department' }), everyone(200)],
  ['of plans', items.readItems, fixed({ type: 'subscription' }), withSession(200)],
  ['of home pages', items.readItems, fixed({ type: 'home' }), members(200)],
  ['of a list', items.createItem, entry, workplaceAdmins(200)],
  ['of a plan', items.createItem, plan, superAdmins(200)],
  ['of nothing', items.updateItem, fixed({ id: noOne, title: 'Pumps' }), workplaceAdmins('NOT_FOUND')],
  ['of nothing', items.deleteItem, fixed({ id: noOne }), workplaceAdmins('NOT_FOUND')],
  ['', items.setSubscription, others({ subscription: '' }), superAdmins(200)],
];

async function send(call: Call, caller: TestMember | undefined, input: object): Promise<[number, string | undefined]> {
  const given: Record<string, unknown> = { ...(caller && { workplace }), ...input };
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const headers = { host: `${community}.localhost`, ...(caller && { authorization: `Bearer ${caller.token}` }) };
  if (call.files) {
    const part = `--x\r\ncontent-disposition: form-data; name="${call.files.field}"; filename="a.png"\r\n\r\nno picture\r\n--x--\r\n`;
    const multipart = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    const reply = await services.request(call.method, `/api${path}`, { headers: multipart, body: part });
    return [reply.status, (JSON.parse(reply.text) as ErrorReply).code];
  }
  const as = caller ? { as: caller } : { host: headers.host };
  const { status, body } = await services.call(call, given, as);
  return [status, body.code];
}

describe('permissions of account calls', () => {
  it('cover every call', () => {
    const isOurs = (name: string) => /^(account|feedback|third_party_auth|items|notifications)\./.test(name);
    const written = new Set(rows.map(([, { name }]) => name));
    expect(allCalls.map(({ name }) => name).filter((name) => isOurs(name) && !written.has(name))).toEqual([]);
  });

  it.each(rows.map(([what, call, input, cells]) => [`${call.name} ${what}`, call, input, cells] as const))(
    '%s',
    async (_, call, input, cells) => {
      const { found, expected } = await compareCells(services, cells, async (caller) =>
        send(call, caller, await input(caller)),
      );
      expect(found).toEqual(expected);
    },
    60_000,
  );
});
