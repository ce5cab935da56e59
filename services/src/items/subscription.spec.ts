import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { readChats } from '@paddock/contract/calls/chats';
import { createItem, deleteItem, readItems, setSubscription } from '@paddock/contract/calls/items';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { FileLinks } from '../infrastructure/file-links/file-links.js';
import { FilesService } from '../community/files/files.service.js';
import { TestWindows, until } from '../../test/test-windows.js';
import { Subscriptions } from './subscriptions.js';

let services: TestServices;
let windows: TestWindows;
let boss: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,items,shouts', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
  boss = await services.member({ admin: true });
});
afterEach(() => windows.closeAll());
afterAll(() => services.close());

const plan = async (as = boss) =>
  (
    await services.call(
      createItem,
      { client_id: randomUUID(), type: 'subscription', title: 'Season', amount: 100, currency: 'EUR' },
      { as },
    )
  ).body.item.id;
const give = (id: string, subscription: string, as = boss) =>
  services.call(setSubscription, { id, subscription }, { as });
const me = async (as: TestMember) => (await services.call(readSelf, { verify_subscription: true }, { as })).body;
const required = <T>(work: () => Promise<T>) =>
  underFlags(services, 'motorsport', { subscription_required: true }, work);
const chats = async (as: TestMember) => {
  const { status, body } = await services.call(readChats, { verb: 'retrieve', prop: 'all' }, { as });
  return body.code ?? status;
};

describe(Subscriptions, () => {
  it.each<[string, object, number, string | undefined]>([
    ['a member', {}, 403, 'FORBIDDEN'],
    ['a workplace admin', { acl: [{ title: 'workplace_admin', resources: [''] }] }, 403, 'FORBIDDEN'],
    ['a pending super admin', { pending: true, admin: true }, 403, 'PENDING_APPROVAL'],
    ['a super admin', { admin: true }, 200, undefined],
  ])('is assigned by %s: %s', async (_, given, status, code) => {
    const [ann, as] = [await services.member(), await services.member(given)];
    const reply = await give(ann.id, await plan(), as);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect((await me(ann)).subscription === undefined).toBe(status !== 200);
  });

  it('is assigned to members of the community, from its own plans only', async () => {
    const ann = await services.member();
    const elsewhere = await services.member({ community: 'workplace', admin: true });
    expect((await give(ann.id, await plan(elsewhere))).body.code).toBe('NOT_FOUND');
    expect((await give(ann.id, 'nothing')).body.code).toBe('NOT_FOUND');
    expect((await give(elsewhere.id, await plan())).body.code).toBe('USER_NOT_FOUND');
    const list = { client_id: randomUUID(), type: 'dynamic-list' as const, subtype: 'x', title: 'x' };
    const { body } = await services.call(createItem, list, { as: boss });
    expect((await give(ann.id, body.item.id)).body.code).toBe('NOT_FOUND');
    expect((await me(ann)).subscription).toBeUndefined();
  });

  it('is removed by an empty id and with its plan', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [first, second] = [await plan(), await plan()];
    await give(ann.id, first);
    await give(bob.id, second);
    expect((await give(ann.id, '')).body).toEqual({ id: ann.id });
    expect((await me(ann)).subscription).toBeUndefined();
    await give(ann.id, first);
    await services.call(deleteItem, { id: first }, { as: boss });
    expect((await me(ann)).subscription).toBeUndefined();
    expect((await me(bob)).subscription).toBe(second);
    // Concurrent assignment and deletion leave no member with a deleted plan.
    await Promise.all([give(ann.id, second), services.call(deleteItem, { id: second }, { as: boss })]);
    expect([(await me(ann)).subscription, (await me(bob)).subscription]).toEqual([undefined, undefined]);
  });

  describe('where it is required', () => {
    const adminOf = (workplace: string) => [{ title: 'workplace_admin', resources: [workplace] }];
    it.each<[string, object, string | number]>([
      ['a member without a plan', {}, 'SUBSCRIPTION_REQUIRED'],
      ['a super admin', { admin: true }, 200],
      ['a workplace admin', { acl: adminOf('') }, 200],
      ['an admin where no workplace exists', { acl: adminOf('hq'), workplaces: ['hq'] }, 'SUBSCRIPTION_REQUIRED'],
      ['an admin of a workplace that they left', { acl: adminOf('hq') }, 'SUBSCRIPTION_REQUIRED'],
    ])('%s: %s', async (_, given, answer) => {
      const ann = await services.member(given);
      expect(await required(() => chats(ann))).toBe(answer);
      expect(await chats(ann)).toBe(200);
    });

    it('admits a member with a plan, and refuses them once they lose it', () =>
      required(async () => {
        const ann = await services.member();
        const id = await plan();
        expect((await services.call(readItems, { type: 'subscription' }, { as: ann })).status).toBe(200);
        await give(ann.id, id);
        expect(await chats(ann)).toBe(200);
        await services.call(deleteItem, { id }, { as: boss });
        expect(await chats(ann)).toBe('SUBSCRIPTION_REQUIRED');
        expect((await me(ann)).subscription).toBeUndefined();
      }));

    it('applies to sockets: none opens without a plan, and an open one closes when the plan ends', () =>
      required(async () => {
        const ann = await services.member();
        const auth = { token: ann.token, workplace: '' };
        expect(await windows.refusalOf(auth)).toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' });
        await give(ann.id, await plan());
        const window = await windows.open(ann);
        await give(ann.id, '');
        await until(() => !window.socket.connected);
        expect(window.received.at(-1)).toMatchObject({
          event: 'session_ended',
          payload: { code: 'SUBSCRIPTION_REQUIRED' },
        });
      }));

    it('applies to files: others’ files are refused without a plan, also by an earlier URL', async () => {
      const [ann, bob] = [await services.member(), boss];
      const file = await services.get(FilesService).upload({ tenant: tenantOfMember(bob), user: bob.row }, undefined, {
        filename: 'rules.txt',
        stream: Readable.from(['x']),
      });
      await services.call(postShout, { client_id: randomUUID(), group: '0', files: [file.path] }, { as: bob });
      const address = services.get(FileLinks).fileAddress(tenantOfMember(ann), ann.id, file.id, 'original');
      const status = async () => (await services.request('GET', address)).status;
      expect(await status()).toBe(200);
      await required(async () => {
        expect(await status()).toBe(404);
        await give(ann.id, await plan());
        expect(await status()).toBe(200);
      });
    });
  });
});
