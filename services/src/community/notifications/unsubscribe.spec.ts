import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { unsubscribe } from '@paddock/contract/calls/notifications';
import type { MailingType } from '@paddock/contract/calls/users';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { PreferencesRepository } from './preferences.repository.js';
import { UnsubscribeAddresses } from './unsubscribe-addresses.js';

let services: TestServices;
let ann: TestMember;
let eve: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [ann, eve] = await Promise.all([services.member(), services.member()]);
});
afterAll(() => services.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';
const addressOf = (member: TestMember, type: MailingType) =>
  new URL(services.get(UnsubscribeAddresses).address(tenantOfMember(member), member.row, type));
const tokenOf = (member: TestMember, type: MailingType) => addressOf(member, type).pathname.split('/').at(-1)!;
const preferenceOf = async (member: TestMember, type: MailingType) =>
  (await services.call(readSelf, {}, { as: member })).body[type];
const byLink = (notification_type: MailingType, mailing_token: string, options = {}) =>
  services.call(unsubscribe, { notification_type, mailing_token }, options);
const click = (path: string, more: { headers?: Record<string, string>; body?: string } = {}) =>
  services.request('POST', path, { headers: { ...form, ...more.headers }, body: more.body ?? oneClick });

describe(UnsubscribeAddresses, () => {
  it('turns one type off when signed out, when signed in as another member, and repeatedly', async () => {
    const token = tokenOf(ann, 'mailing_mention');
    expect((await byLink('mailing_mention', token)).status).toBe(200);
    expect((await byLink('mailing_mention', token, { as: eve })).status).toBe(200);
    expect((await byLink('mailing_mention', token)).status).toBe(200);
    expect([await preferenceOf(ann, 'mailing_mention'), await preferenceOf(ann, 'mailing_dm')]).toEqual([
      false,
      undefined,
    ]);
    expect(await preferenceOf(eve, 'mailing_mention')).toBeUndefined();
  });

  it('has an address that the shell serves, whatever the token ends in', async () => {
    for (let index = 0; index < 20; index++) {
      const token = services.get(SignedLinks).sign(tenantOfMember(ann), 'unsubscribe', `${index}:mailing_dm`);
      const { status, text } = await services.request('GET', `/unsubscribe/mailing_dm/${token}`);
      expect([status, text]).toEqual([200, expect.stringContaining('<title>Meridian GT</title>')]);
    }
    expect(await preferenceOf(ann, 'mailing_dm')).toBeUndefined();
  });

  it.each<[string, () => string]>([
    ['altered', () => tokenOf(ann, 'mailing_dm').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['of another type', () => tokenOf(ann, 'mailing_event')],
    ["with another member's id", () => tokenOf(ann, 'mailing_dm').replace(ann.id, eve.id)],
    ['with another type written in', () => tokenOf(ann, 'mailing_event').replace('mailing_event', 'mailing_dm')],
    ['of another version', () => tokenOf(ann, 'mailing_dm').replace('~0~', '~1~')],
    [
      'of another kind of link',
      () => services.get(SignedLinks).sign(tenantOfMember(ann), 'calendar', `${ann.id}:mailing_dm`),
    ],
    ['in another form', () => 'abc'],
    ['empty', () => ''],
  ])('refuses a token %s, in both ways', async (_name, made) => {
    const { status, body } = await byLink('mailing_dm', made());
    expect([status, body.code]).toEqual([404, 'LINK_INVALID']);
    expect((await click(`/unsubscribe/mailing_dm/${made()}`)).status).toBe(404);
    for (const member of [ann, eve]) expect(await preferenceOf(member, 'mailing_dm')).toBeUndefined();
  });

  it("refuses another community's token", async () => {
    const token = tokenOf(ann, 'mailing_dm');
    const host = 'workplace.localhost';
    expect((await byLink('mailing_dm', token, { host })).body.code).toBe('LINK_INVALID');
    expect((await click(`/unsubscribe/mailing_dm/${token}`, { headers: { host } })).status).toBe(404);
    expect(await preferenceOf(ann, 'mailing_dm')).toBeUndefined();
  });

  it('is revoked by the version stored with the member', async () => {
    const bob = await services.member();
    const token = tokenOf(bob, 'mailing_dm');
    await services.get(PreferencesRepository).revokeMailLinks(tenantOfMember(bob), bob.id);
    expect((await byLink('mailing_dm', token)).body.code).toBe('LINK_INVALID');
    const row = { ...bob.row, mail_links: 1 };
    expect((await byLink('mailing_dm', tokenOf({ ...bob, row }, 'mailing_dm'))).status).toBe(200);
  });
});

describe('one click in a mail program (RFC 8058)', () => {
  it.each([
    ['a form', form, oneClick],
    [
      'a form of parts',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('unsubscribes by %s, also repeatedly', async (_name, headers, body) => {
    const bob = await services.member();
    const { pathname } = addressOf(bob, 'mailing_event');
    for (let times = 0; times < 2; times++) {
      const reply = await click(pathname, { headers, body });
      expect([reply.status, reply.text]).toEqual([200, '']);
    }
    expect(await preferenceOf(bob, 'mailing_event')).toBe(false);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['another content type', oneClick, { 'content-type': 'application/json' }, '415'],
    ['text', oneClick, { 'content-type': 'text/plain' }, '415'],
    ['another field', 'a=b', form, '400'],
    ['no field', '', form, '400'],
    ['another value', 'List-Unsubscribe=Yes', form, '400'],
    ['a long body', `${oneClick}&x=${'x'.repeat(2000)}`, form, '413'],
  ])('refuses %s', async (_name, body, headers, status) => {
    const { pathname } = addressOf(ann, 'mailing_booking');
    expect(String((await click(pathname, { headers, body })).status)).toBe(status);
    expect(await preferenceOf(ann, 'mailing_booking')).toBeUndefined();
  });

  it('needs no session, and every other path refuses forms', async () => {
    const cookies = { cookie: 'token=abc', authorization: 'Bearer abc' };
    const bob = await services.member();
    const reply = await click(addressOf(bob, 'mailing_dm').pathname, { headers: cookies });
    expect([reply.status, reply.headers['set-cookie'], reply.headers['cache-control']]).toEqual([
      200,
      undefined,
      'no-store',
    ]);
    for (const path of ['/api/users/unsubscribe', '/api/users/login', '/unsubscribe', '/api/shouts'])
      expect((await services.request('PUT', path, { headers: form, body: oneClick })).status).toBeGreaterThanOrEqual(
        400,
      );
    expect((await services.request('POST', '/api/shouts', { headers: form, body: 'a=b' })).status).toBe(415);
  });
});
