import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { linkIn, mailTo, pinMail } from '../fixtures/mails.js';
import { type NewMember, refreshed, signUpOnly, signUpVerified } from '../fixtures/members.js';
import { changeStored } from '../fixtures/stored-rows.js';
import { sessionOf, signInPage, type StoredSession } from '../fixtures/sign-in.js';
import { signedOutRooms } from './room-screens.js';
import { form, goTo, reads, text, title, type Screen, type Visit } from './visit.js';

const own = (visit: Visit, key: string) => text(visit, 'mfe-account', key);
const newcomer = ({ paddock, community, language }: Visit) => signUpOnly(paddock, community, language);
const verified = ({ paddock, community, language }: Visit) => signUpVerified(paddock, community, language);

/** Opens an address as this session's member, or signed out. */
async function goAs(visit: Visit, session: StoredSession | null, address: string) {
  const { page, paddock, community } = visit;
  await signInPage(page, paddock.origin(community), session ?? { token: '', stored: '{}' });
  await goTo(visit, address);
}
/** Opens a mail's link signed out. */
async function openLink(visit: Visit, link: string, says: string) {
  await goAs(visit, null, new URL(link).pathname);
  await title(visit, own(visit, says));
}
/** A member pending approval, and the approval link of the admin's mail. */
async function applicant(visit: Visit): Promise<{ member: NewMember; link: string }> {
  const member = await verified(visit);
  const mail = await mailTo(visit.paddock, 'steward@workplace.example', new RegExp(member.username));
  return { member, link: linkIn(mail, 'grant') };
}

/** Screens between landing and the first tab, and the targets of mail links. */
export const entry: Screen[] = [
  {
    name: 'sign-up-more',
    async open(visit) {
      await goAs(visit, null, '/signup');
      await visit.page.getByRole('switch').click();
      await reads(visit, 'mfe-account', 'fields.profile_image');
    },
  },
  {
    name: 'verify-pin',
    async open(visit) {
      await goAs(visit, await newcomer(visit), '/verify_pin');
      await title(visit, own(visit, 'verify_pin.title'));
    },
  },
  {
    name: 'verify-pin-wrong',
    async open(visit) {
      const member = await newcomer(visit);
      const { pin } = await pinMail(visit.paddock, member.email);
      await goAs(visit, member, '/verify_pin');
      await form(visit)
        .locator('input')
        .fill(pin === '111111' ? '222222' : '111111');
      await reads(visit, 'mfe-account', 'codes.INVALID_PIN');
    },
  },
  {
    name: 'edit-email',
    async open(visit) {
      await goAs(visit, await newcomer(visit), '/edit_email');
      await title(visit, own(visit, 'edit_email.title'));
    },
  },
  {
    name: 'activation',
    async open(visit) {
      const { link } = await pinMail(visit.paddock, (await newcomer(visit)).email);
      await openLink(visit, link, 'verify_pin.verified');
    },
  },
  {
    name: 'activation-failure',
    async open(visit) {
      await openLink(visit, 'http://x/activation/altered', 'activation.failure');
      await reads(visit, 'mfe-account', 'activation.error');
    },
  },
  {
    name: 'waiting',
    only: 'workplace',
    async open(visit) {
      await goAs(visit, await verified(visit), '/pending_approval');
      await title(visit, own(visit, 'pending.title'));
    },
  },
  {
    name: 'approval',
    only: 'workplace',
    async open(visit) {
      const { link } = await applicant(visit);
      await openLink(visit, link, 'approval.title');
      await expect(visit.page.getByRole('button')).toHaveCount(2);
    },
  },
  {
    name: 'approval-too-late',
    only: 'workplace',
    async open(visit) {
      const { link } = await applicant(visit);
      await openLink(visit, link, 'approval.title');
      await visit.page.getByRole('button', { name: own(visit, 'approval.deny') }).click();
      await title(visit, own(visit, 'codes.DENY_SUCCESS'));
      await openLink(visit, link, 'approval.too_late');
    },
  },
  {
    name: 'denied',
    only: 'workplace',
    async open(visit) {
      const { paddock, community } = visit;
      const { id, ...member } = await verified(visit);
      const { token } = await sessionOf(paddock, community, 'super');
      await callApi(paddock, community, 'PUT', `/users/${id}/deny`, { token, body: {} });
      await goAs(visit, await refreshed(paddock, community, { id, ...member }), '/pending_approval');
      await title(visit, own(visit, 'pending.denied'));
    },
  },
  {
    name: 'forbidden',
    async open(visit) {
      const { paddock, community } = visit;
      const member = await verified(visit);
      await changeStored(paddock, member.id, { pending: false, banned: true });
      await goAs(visit, await refreshed(paddock, community, member), '/forbidden');
      await title(visit, own(visit, 'forbidden.title'));
    },
  },
  {
    name: 'send-password',
    async open(visit) {
      await goAs(visit, null, '/send_password');
      await title(visit, own(visit, 'send_password.title'));
    },
  },
  {
    name: 'send-password-sent',
    async open(visit) {
      await goAs(visit, null, '/send_password');
      await form(visit).locator('input').fill('nobody@example.org');
      await form(visit).locator('[type=submit]').click();
      await reads(visit, 'mfe-account', 'codes.MAIL_SENT_RESET_PASSWORD');
    },
  },
  {
    name: 'reset-password',
    async open(visit) {
      const { email } = await verified(visit);
      const { paddock, community } = visit;
      await callApi(paddock, community, 'PUT', '/users/send_reset_password_link', { body: { email } });
      const link = linkIn(await mailTo(paddock, email, /reset_password/), 'reset_password');
      await openLink(visit, link, 'reset_password.title');
    },
  },
  {
    name: 'reset-password-not-good',
    open: (visit) => openLink(visit, 'http://x/reset_password/altered', 'link.broken'),
  },
  {
    name: 'keep-address',
    open: (visit) => openLink(visit, 'http://x/revoke_email/any', 'revoke_email.title'),
  },
  {
    name: 'super-admin-not-good',
    open: (visit) => openLink(visit, 'http://x/super_admin/altered', 'link.broken'),
  },
  {
    name: 'unsubscribed',
    only: 'motorsport',
    async open(visit) {
      const { paddock, community } = visit;
      const { username, email } = await verified(visit);
      const { token } = await sessionOf(paddock, community, 'crew');
      const body = { client_id: crypto.randomUUID(), shout: `Look at this @${username}`, group: '0' };
      await callApi(paddock, community, 'POST', '/shouts', { token, body });
      await openLink(visit, linkIn(await mailTo(paddock, email, /unsubscribe/), 'unsubscribe'), 'unsubscribe.done');
    },
  },
  {
    name: 'unsubscribe-not-good',
    open: (visit) => openLink(visit, 'http://x/unsubscribe/mailing_dm/altered', 'link.broken'),
  },
  {
    name: 'link-without-answer',
    async open(visit) {
      await visit.page.route('**/api/users/unsubscribe', (route) => route.abort());
      await goAs(visit, null, '/unsubscribe/mailing_dm/any');
      await title(visit, text(visit, 'packages/mfe-kit', 'link.no_reply'));
    },
    leaves: ({ page }) => page.unroute('**/api/users/unsubscribe'),
  },
  ...signedOutRooms,
];
