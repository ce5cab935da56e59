import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUp } from '@paddock/contract/calls/account';
import { grantAccess } from '@paddock/contract/calls/approval';
import { activate } from '@paddock/contract/calls/email-verification';
import { sendInvitations, verifyInvitation } from '@paddock/contract/calls/invitations';
import { resetPassword } from '@paddock/contract/calls/password-reset';
import { mailTo, pinMail } from '../../../test/mails.js';
import { newcomer } from '../../../test/sign-up-input.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { AccountAddressRepository } from '../../community/users/account-address.repository.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,invitations', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const someone = () => `guest_${randomUUID().slice(0, 8)}@example.org`;
const send = (as: TestMember, emails: string | string[], groups: { _id: string }[]) =>
  services.call(sendInvitations, { emails, groups: groups.map(({ _id }) => _id) }, { as });
const tokenIn = async (address: string) =>
  /\/signup\/([\w-]+)/.exec((await mailTo(services, address, /\/signup\//)).text)![1]!;

/** Signs up by an invitation and verifies the address. */
async function join(input: object, community = 'motorsport') {
  const form = { ...newcomer(), ...input };
  const host = `${community}.localhost`;
  const { body } = await services.call(signUp, form, { host });
  const { pin } = await pinMail(services, form.email);
  const headers = { host, authorization: `Bearer ${body.token}` };
  const reply = await services.request('PUT', '/api/users/verify_pin', { headers, body: { pin } });
  expect(reply.status).toBe(200);
  return body.user.id;
}
const isIn = async (member: TestMember, group: string, user: string) =>
  (await services.get(MembershipRepository).inGroup(tenantOfMember(member), group, [user])).length > 0;
/** The database as an admin's change leaves it, and the event of the change. */
async function changed(member: TestMember, fields: object) {
  const mongo = services.get(Mongo);
  await mongo.connection.collection<{ _id: string }>('users').updateOne({ _id: member.id }, { $set: fields });
  mongo.wrote('users', undefined);
  await published('MemberChanged', member);
}
async function published(kind: 'MemberChanged' | 'EmailVerified', member: TestMember) {
  const event = { kind, tenant: tenantOfMember(member), user: member.id } as const;
  await services.get(Mongo).transaction((session) => services.get(Outbox).add(session, event));
}

describe('the groups of an invitation', () => {
  it('are joined by the member who signs up through the link, once, even with another address', async () => {
    const ann = await services.member({ fullname: 'Ann Ace' });
    const group = await services.group(ann, [], { invisible: true });
    const guest = someone();
    await send(ann, guest, [group]);
    const invitation_token = await tokenIn(guest);
    expect((await services.call(verifyInvitation, { invitation_token })).body).toEqual({ fullname: 'Ann Ace' });
    const first = await join({ invitation_token });
    await until(() => isIn(ann, group._id, first));
    expect((await services.call(verifyInvitation, { invitation_token })).body.code).toBe('LINK_INVALID');
    const second = await join({ invitation_token });
    const third = await join({ invitation_token: 'made up' });
    const fourth = await join({ email: guest });
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const user of [second, third, fourth]) expect(await isIn(ann, group._id, user)).toBe(false);
  });

  it('are joined by a member who verifies the invited address without the link', async () => {
    const ann = await services.member();
    const group = await services.group(ann);
    const guest = someone();
    await send(ann, guest, [group]);
    const user = await join({ email: guest });
    await until(() => isIn(ann, group._id, user));
  });

  it('wait for a new password where a link verified the address without a session', async () => {
    const ann = await services.member();
    const group = await services.group(ann, [], { invisible: true });
    const [guest, other] = [someone(), someone()];
    await send(ann, [guest, other], [group]);
    const { body } = await services.call(signUp, { ...newcomer(), email: guest });
    const { token: email_token } = await pinMail(services, guest);
    expect((await services.call(activate, { email_token })).status).toBe(200);
    // Events arrive in order.
    const last = await join({ email: other });
    await until(() => isIn(ann, group._id, last));
    expect(await isIn(ann, group._id, body.user.id)).toBe(false);
    const link = { kind: 'reset_password', user: body.user.id, facts: { email: guest }, lifetimeMs: 60_000 } as const;
    const password_token = await services.get(LinkTokens).make(tenantOfMember(ann), link);
    await services.call(resetPassword, { password_token, password: 'a pass phrase of mine' });
    await until(() => isIn(ann, group._id, body.user.id));
  });

  it('are not joined after the inviter has lost the right', async () => {
    const ann = await services.member();
    const [lost, kept] = [await services.group(ann), await services.group(ann)];
    const guest = someone();
    await send(ann, guest, [lost, kept]);
    await services.get(MembershipRepository).leave(tenantOfMember(ann), lost._id, ann.id);
    const user = await join({ email: guest });
    await until(() => isIn(ann, kept._id, user));
    expect(await isIn(ann, lost._id, user)).toBe(false);
  });

  it('wait for the approval, and need membership in their workplace', async () => {
    const at = (given: object) => services.member({ community: 'workplace', workplace: 'hq', ...given });
    const [ann, boss] = [await at({}), await at({ admin: true })];
    const group = await services.group(ann);
    const sign = async (workplace: string) => {
      const guest = someone();
      await send(ann, guest, [group]);
      const fields = { workplaces: workplace };
      const user = await join({ email: guest, fields, invitation_token: await tokenIn(guest) }, 'workplace');
      expect(await isIn(ann, group._id, user)).toBe(false);
      await services.call(grantAccess, { id: user }, { as: boss, workplace });
      return user;
    };
    const inside = await sign('hq');
    await until(() => isIn(ann, group._id, inside));
    const outside = await sign('porto');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await isIn(ann, group._id, outside)).toBe(false);
    // The workplace is given later.
    await changed({ ...ann, id: outside }, { workplaces: ['porto', 'hq'] });
    await until(() => isIn(ann, group._id, outside));
  });

  it('are not joined by accounts that existed, whatever their members change', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const group = await services.group(ann);
    const [guest, next] = [someone(), someone()];
    await send(ann, [bob.row.email, next, guest], [group]);
    await changed(bob, { fullname: 'Bob' });
    await published('EmailVerified', bob);
    await changed(eve, { email: next, held_email: next });
    await published('EmailVerified', eve);
    // Events arrive in order.
    const last = await join({ email: guest });
    await until(() => isIn(ann, group._id, last));
    for (const { id } of [bob, eve]) expect(await isIn(ann, group._id, id)).toBe(false);
    const stored = services.get(Mongo).connection.collection('invitations');
    expect(await stored.distinct('user', { inviter: ann.id })).toEqual([last]);
  });

  it('are not joined by a member who takes an invited address later', async () => {
    const ann = await services.member();
    const [early, group] = [await services.group(ann), await services.group(ann)];
    const [guest, next, other] = [someone(), someone(), someone()];
    await send(ann, [guest, next], [early]);
    const id = await join({ email: guest });
    await until(() => isIn(ann, early._id, id));
    const stored = services.get(Mongo).connection.collection('invitations');
    await changed({ ...ann, id }, { email: next, held_email: next });
    await send(ann, other, [group]);
    const last = await join({ email: other });
    await until(() => isIn(ann, group._id, last));
    expect((await stored.distinct('user', { inviter: ann.id })).toSorted()).toEqual([id, last].toSorted());
    expect(await stored.countDocuments({ inviter: ann.id, user: { $exists: false } })).toBe(1);
  });

  it('are not joined by a reset after a revoked change of the address', async () => {
    const ann = await services.member();
    const [group, early] = [await services.group(ann, [], { invisible: true }), await services.group(ann)];
    const [first, invited, other] = [someone(), someone(), someone()];
    await send(ann, invited, [group]);
    const id = await join({ email: first });
    const tenant = tenantOfMember(ann);
    const addresses = services.get(AccountAddressRepository);
    for (const move of [
      { from: first, to: invited },
      { from: invited, to: other },
      // The link in the mail to the former address takes the change back.
      { from: other, to: invited, byLink: true },
    ])
      await services.get(Mongo).transaction((session) => addresses.moveEmail(tenant, id, move, { session }));
    const link = { kind: 'reset_password', user: id, facts: { email: invited }, lifetimeMs: 60_000 } as const;
    const password_token = await services.get(LinkTokens).make(tenant, link);
    const reply = await services.call(resetPassword, { password_token, password: 'a pass phrase of mine' });
    expect(reply.status).toBe(200);
    // Events arrive in order.
    const guest = someone();
    await send(ann, guest, [early]);
    const last = await join({ email: guest });
    await until(() => isIn(ann, early._id, last));
    expect(await isIn(ann, group._id, id)).toBe(false);
  });

  it('are not joined after the group has removed the member', async () => {
    const at = (given: object) => services.member({ community: 'workplace', workplace: 'hq', ...given });
    const [ann, boss] = [await at({}), await at({ admin: true })];
    const [left, kept] = [await services.group(ann), await services.group(ann)];
    const guest = someone();
    await send(ann, guest, [left, kept]);
    const user = await join({ email: guest, fields: { workplaces: 'hq' } }, 'workplace');
    const removal = { group: left._id, user, read_only: false, removed: true };
    const former = services.get(FormerMemberRepository);
    await former.remember(tenantOfMember(ann), removal, {});
    await services.call(grantAccess, { id: user }, { as: boss, workplace: 'hq' });
    await until(() => isIn(ann, kept._id, user));
    expect(await isIn(ann, left._id, user)).toBe(false);
    expect(await former.of(tenantOfMember(ann), left._id, user)).toMatchObject(removal);
  });
});
