import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { readBoot, writeLog } from '@paddock/contract/calls/boot';
import { readEvents } from '@paddock/contract/calls/events';
import { readDeployment, setOverride } from '@paddock/contract/calls/operations';
import { readPeople } from '@paddock/contract/calls/people';
import { endPreview, startPreview } from '@paddock/contract/calls/previews';
import type { PreviewRole } from '@paddock/contract/core/preview';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DeploymentFile,
  startTestServices,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { SessionUses } from '../../community/sessions/session-uses.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { PreviewsService } from './previews.service.js';

let services: TestServices;
let windows: TestWindows;
let admin: TestMember;
const tenant = tenantOf('motorsport');
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,events,people,chats,shouts', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
beforeEach(async () => {
  admin = await services.member({ admin: true });
});
afterEach(() => windows.closeAll());
afterAll(() => services.close());

const fileNow = () => readFile(join(services.folders.deploymentsDir, 'motorsport.json'), 'utf8');
async function preview(role: PreviewRole, change: (file: DeploymentFile) => void = () => undefined, as = admin) {
  const file = JSON.parse(await fileNow()) as DeploymentFile;
  change(file);
  return services.call(startPreview, { role, file: JSON.stringify(file) }, { as });
}
const boot = async (as: TestMember) => (await services.call(readBoot, {}, { as })).body;
const events = async (as: TestMember) => (await services.call(readEvents, {}, { as })).status;
const people = async (as: TestMember) => (await services.call(readPeople, {}, { as })).body.code;
const deployment = async (as: TestMember) => (await services.call(readDeployment, {}, { as })).status;
const anotherSession = async () => ({ ...admin, token: await services.get(SessionService).open(tenant, admin.id) });
const without = (tab: string) => (file: DeploymentFile) => {
  file.tabs = file.tabs.filter((entry) => entry !== tab && (entry as { id?: string }).id !== tab);
};

describe(PreviewsService, () => {
  it('enforces a tab and a flag of the previewed file, for its session alone', async () => {
    const others = [await services.member(), await anotherSession()];
    const before = await boot(admin);
    const { status, body } = await preview('member', (file) => {
      without('events')(file);
      file.flags['hide_people_tab'] = true;
      file['title'] = 'Previewed';
      file['subtitle'] = 'Round 0';
    });
    expect([status, body.role]).toEqual([200, 'member']);
    expect([await events(admin), await people(admin)]).toEqual([403, 'FEATURE_DISABLED']);
    const shown = await boot(admin);
    expect(shown.community.title).toBe('Previewed');
    expect(shown.preview).toEqual({ role: 'member', ends: body.ends });
    expect(shown.revision).not.toBe(before.revision);
    expect(shown.tabs.map(({ id }) => id)).not.toContain('events');
    expect(shown.flags.hide_people_tab).toBe(true);
    for (const as of others) {
      expect([await events(as), await people(as)]).toEqual([200, undefined]);
      const { revision, preview: none, community } = await boot(as);
      expect([revision, none, community.title]).toEqual([before.revision, undefined, before.community.title]);
    }
    await services.call(endPreview, {}, { as: admin });
    expect([await events(admin), await people(admin)]).toEqual([200, undefined]);
    expect((await boot(admin)).revision).toBe(before.revision);
  });

  it('turns a flag on that is off for all others', async () => {
    await services.configure('motorsport', (file) => {
      file.flags['hide_people_tab'] = true;
    });
    const other = await anotherSession();
    expect(await people(admin)).toBe('FEATURE_DISABLED');
    await services.call(startPreview, { role: 'member', path: 'hide_people_tab', value: 'false' }, { as: admin });
    for (let again = 0; again < 3; again++)
      expect([await people(admin), await people(other)]).toEqual([undefined, 'FEATURE_DISABLED']);
    await services.configure('motorsport', (file) => {
      file.flags['hide_people_tab'] = false;
    });
  });

  it('refuses what its role may not do, and shows the own record with the role', async () => {
    expect(await deployment(admin)).toBe(200);
    for (const [role, status, isAdmin, acl] of [
      ['member', 403, false, []],
      ['workplace_admin', 403, false, [{ title: 'workplace_admin', resources: [''] }]],
      ['super_admin', 200, true, []],
    ] as const) {
      await preview(role);
      const self = (await services.call(readSelf, {}, { as: admin })).body;
      expect([await deployment(admin), self.admin, self.acl]).toEqual([status, isAdmin, acl]);
      await services.call(endPreview, {}, { as: admin });
    }
  });

  it('gives a member of a workplace its role there, and no way into another one', async () => {
    const chief = await services.member({ admin: true, community: 'workplace', workplaces: [], workplace: 'hq' });
    const file = await readFile(join(services.folders.deploymentsDir, 'workplace.json'), 'utf8');
    await services.call(startPreview, { role: 'member', file }, { as: chief });
    const status = async (workplace: string) =>
      (await services.call(readEvents, {}, { as: chief, workplace })).body.code;
    expect([await status('hq'), await status('porto')]).toEqual([undefined, 'FORBIDDEN']);
  });

  it('takes no host, no default and no key of payment or sign-in from the file', async () => {
    const live = await boot(admin);
    await preview('super_admin', (file) => {
      file['hosts'] = ['elsewhere.example.org'];
      Object.assign(file.flags, {
        card_account: 'acct_other',
        api_base: '/elsewhere',
        third_party_auth: { title: 'Other', issuer: 'https://id.example.org', client_id: 'other' },
      });
    });
    const { flags } = await boot(admin);
    for (const key of ['card_account', 'card_public_key', 'api_base', 'third_party_auth'] as const)
      expect([key, flags[key]]).toEqual([key, live.flags[key]]);
    const { status } = await services.request('GET', '/api/boot', { headers: { host: 'elsewhere.example.org' } });
    expect(status).toBe(200);
    expect((await services.request('GET', '/api/boot')).text).not.toContain('acct_other');
  });

  it('ends after an hour, and when the member loses the role', async () => {
    await preview('member', without('events'));
    expect(await events(admin)).toBe(403);
    const sessions = services.get(Mongo).connection.collection('sessions');
    await sessions.updateMany({ user: admin.id }, { $set: { 'preview.ends': new Date(Date.now() - 1) } });
    services.get(Mongo).wrote('sessions', undefined);
    expect([await events(admin), (await boot(admin)).preview]).toEqual([200, undefined]);

    const second = await services.member({ admin: true });
    await preview('member', without('events'), second);
    expect(await events(second)).toBe(403);
    await services.get(UserRepository).setAdmin(tenant, second.id, false, {});
    expect([await events(second), (await boot(second)).preview]).toEqual([200, undefined]);
    expect((await services.call(endPreview, {}, { as: second })).body.code).toBe('FORBIDDEN');
  });

  it('is off while a change of other files would refuse its own, and its session still changes nothing', async () => {
    const shown = await preview('member', (file) => {
      without('events')(file);
      file['hosts'] = ['claimed.example.org'];
    });
    expect(await events(admin)).toBe(403);
    const claim = (hosts: string[]) => services.configure('workplace', (file) => void (file['hosts'] = hosts));
    await claim(['claimed.example.org']);
    expect([await events(admin), (await boot(admin)).preview]).toEqual([200, shown.body]);
    const written = await services.call(setOverride, { module: 'mfe-chats', version: '1.0.0' }, { as: admin });
    expect(written.body.code).toBe('PREVIEW_READ_ONLY');
    await claim([]);
    expect(await events(admin)).toBe(403);
  });

  it.each<[string, object, object]>([
    ['no JSON', { file: '{' }, { file: 'DEPLOYMENT_REFUSED' }],
    ['an unknown key', { file: '{"id":"motorsport","colour":1}' }, { file: 'DEPLOYMENT_REFUSED' }],
    ['another community', { file: '{"id":"workplace"}' }, { file: 'DEPLOYMENT_REFUSED' }],
    ['a bad value of a flag', { path: 'max_files', value: '70' }, { value: 'DEPLOYMENT_REFUSED' }],
  ])('refuses %s with the place', async (_, input, fields) => {
    const { status, body } = await services.call(startPreview, { role: 'member', ...input }, { as: admin });
    expect([status, body.code, body.fields]).toEqual([409, 'DEPLOYMENT_REFUSED', fields]);
    expect(body.message.length).toBeGreaterThan(20);
    expect((await boot(admin)).preview).toBeUndefined();
  });

  it.each<[string, object, object]>([
    ['no change', {}, { file: 'file_REQUIRED' }],
    ['an unknown flag', { path: 'invented', value: '1' }, { path: 'path_INVALID_PATTERN' }],
    ['a file that is too long', { file: 'x'.repeat(100_001) }, { file: 'file_LENGTH_PATTERN' }],
    ['an unknown role', { role: 'owner', file: '{}' }, { role: 'role_INVALID_PATTERN' }],
  ])('refuses %s', async (_, input, fields) => {
    const body = { role: 'member', ...input } as never;
    const reply = await services.call(startPreview, body, { as: admin });
    expect([reply.status, reply.body.code, reply.body.fields]).toEqual([400, 'INVALID_INPUT', fields]);
  });

  it('shows no override, and counts no report of its session', async () => {
    const report = { type: 'module_mounted', module: 'mfe-chats', version: '1.0.0' } as const;
    await preview('member');
    expect((await services.call(writeLog, report, { as: admin })).status).toBe(200);
    await services.call(endPreview, {}, { as: admin });
    const { modules } = (await services.call(readDeployment, {}, { as: admin })).body;
    expect(modules.find(({ id }) => id === 'mfe-chats')?.state).toBe('new');
    expect((await services.call(setOverride, { module: 'mfe-chats', version: '1.0.0' }, { as: admin })).status).toBe(
      200,
    );
  });
});

describe('a window of a session that previews', () => {
  const isCut = async ({ socket }: { socket: { connected: boolean } }) => until(() => !socket.connected);

  it('is in the room of its session alone, types nothing, and is cut when the preview begins and ends', async () => {
    const bob = await services.member();
    const [live, bobs] = [await windows.open(admin), await windows.open(bob)];
    await preview('member');
    services.get(Outbox).wake();
    await isCut(live);
    expect(live.received.map(({ event }) => event)).toContain('updating_deployment');
    const own = await windows.open(admin);
    expect(await own.ask('writing_group', { gid: '0' })).toMatchObject({ code: 'PREVIEW_READ_ONLY' });
    expect(await own.ask('writing_recipient', { recipient: bob.id })).toMatchObject({ code: 'PREVIEW_READ_ONLY' });
    await windows.settled([bob, bobs]);
    expect(bobs.received).toEqual([]);
    expect((await bobs.ask('writing_group', { gid: '0' })) as object).toEqual({ ok: true });
    await services.call(endPreview, {}, { as: admin });
    services.get(Outbox).wake();
    await isCut(own);
    expect(own.received.map(({ event }) => event)).toEqual(['updating_deployment']);
  });

  it('is cut when its member loses the role', async () => {
    await preview('member');
    const own = await windows.open(admin);
    await services.get(Mongo).transaction(async (session) => {
      await services.get(UserRepository).setAdmin(tenant, admin.id, false, { session });
      await services.get(Outbox).add(session, { kind: 'MemberChanged', tenant, user: admin.id });
    });
    services.get(Outbox).wake();
    await isCut(own);
  });
});

describe('a member who previews', () => {
  it('is not online, and is again when the preview has ended', async () => {
    await preview('member');
    const users = services.get(Mongo).connection.collection<{ _id: string; last_activity: Date }>('users');
    const longAgo = new Date('2026-01-01');
    const uses = services.get(SessionUses);
    await uses.flush();
    await users.updateOne({ _id: admin.id }, { $set: { last_activity: longAgo } });
    const activity = async () => {
      services.get(Mongo).wrote('users', undefined);
      expect(await events(admin)).toBe(200);
      await uses.flush();
      return (await users.findOne({ _id: admin.id }))!.last_activity;
    };
    expect(await activity()).toEqual(longAgo);
    await services.call(endPreview, {}, { as: admin });
    expect(+(await activity())).toBeGreaterThan(+longAgo);
  });
});
