import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logout, readSelf } from '@paddock/contract/calls/account';
import { resumableUploadPath } from '@paddock/contract/calls/files';
import { markDuePaid } from '@paddock/contract/calls/dues';
import { endPreview, startPreview } from '@paddock/contract/calls/previews';
import type { Call } from '@paddock/contract/core/call';
import { specifiedTabs } from '@paddock/contract/core/tabs';
import { dayMs } from '@paddock/contract/core/durations';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleInput } from '../../../test/sample-input.js';
import {
  type DeploymentFile,
  startTestServices,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { allCalls } from '../../infrastructure/calls/all-calls.js';
import { inPreview } from '../../infrastructure/tenancy/preview.js';
import { DeploymentService } from '../deployment.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';

const tenant = tenantOf('motorsport');

let services: TestServices;
let admin: TestMember;
/** The calls that make a record of each feature, so that its reading gets beyond the search for it. */
const makers = {
  ...{ shouts: 'shouts.create', events: 'events.create', classifieds: 'classifieds.create', dues: 'dues.create' },
  ...{ rooms: 'rooms.create', sponsors: 'sponsors.create', links: 'links.create', groups: 'groups.create' },
  folders: 'folders.create',
};
const tomorrow = new Date(Date.now() + dayMs).toISOString();
const given: Record<string, Record<string, unknown>> = {
  'shouts.create': { group: '0', shout: 'Box' },
  'events.create': { when: tomorrow },
  'classifieds.create': { title: 'Slicks', desc: 'Four', category: 'tyres', lifetime: 30 },
  'links.create': { title: 'Results', url: 'https://example.org' },
};
const ids: Record<string, string> = { chats: '0', conversations: '0' };

beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' }, '');
  await services.configure('motorsport', turnAllOn);
  admin = await services.member({ admin: true });
  ids['users'] = admin.id;
  for (const [feature, name] of Object.entries(makers)) ids[feature] = await make(name);
  const paid = { id: ids['dues']!, user: admin.id, reason: 'cash' } as const;
  expect((await services.call(markDuePaid, paid, { as: admin })).status).toBe(200);
  expect((await preview('super_admin')).status).toBe(200);
});
afterAll(() => services.close());

/** The id of a new record. */
async function make(name: string): Promise<string> {
  const maker = allCalls.find((call) => call.name === name)!;
  const { status, body } = await services.call(maker, { ...sampleInput(maker.input), ...given[name] }, { as: admin });
  expect([name, status, body.fields]).toEqual([name, 200, undefined]);
  const { id } = [body as object, ...Object.values(body)].find(
    (part): part is { id: string } => typeof part === 'object' && part !== null && 'id' in part,
  )!;
  return id;
}

/** Every optional feature: a disabled call is refused before anything else. */
function turnAllOn(file: DeploymentFile): void {
  const features = { passkeys: true, totp: true, rsvp: true, event_ratings: true, deep_linking: true };
  file.tabs = specifiedTabs.filter((tab) => tab !== 'webview');
  Object.assign(file.flags, { ...features, per_user_read_only: true });
}
/** Sold plans are on in the preview alone: a link would need one. */
async function changedFile(): Promise<string> {
  const text = await readFile(join(services.folders.deploymentsDir, 'motorsport.json'), 'utf8');
  const file = JSON.parse(text) as DeploymentFile;
  Object.assign(file.flags, { web_subscriptions: true, in_app_subscriptions: true });
  return JSON.stringify(file);
}
const preview = async (role: 'member' | 'super_admin') =>
  services.call(startPreview, { role, file: await changedFile() }, { as: admin });

const off = ['account.third_party', 'webview.open'];
const isOn = ({ permission }: Call) => typeof permission !== 'string' || !off.includes(permission);
const changing = allCalls.filter((call) => call.method !== 'GET' && isOn(call));
/** The reply of the one leads to a file that it stores, that of the other states the role of the preview to other systems. */
const refusedReads = ['dues.receipt', 'account.me_jwt'];
const open: readonly string[] = ['logs.write', endPreview.name];
const named = (calls: readonly Call[]) => calls.map((call) => [call.name, call] as const);

async function send(call: Call, input: Record<string, unknown>) {
  const { files, method, path } = call;
  if (!files) return (await services.call(call, input, { as: admin })).body.code;
  const form = new FormData();
  form.append(files.field, new Blob(['lap,time']), 'a.csv');
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type')!, authorization: `Bearer ${admin.token}` };
  const address = `/api${path.replace(/\{\w+\}/g, '0')}`;
  const { text } = await services.request(method, address, { headers, body: await sent.text() });
  return (JSON.parse(text) as { code?: string }).code;
}

describe('a session that previews', () => {
  it.each(named(changing.filter(({ name }) => !open.includes(name))))('changes nothing by %s', async (_, call) => {
    expect(await send(call, sampleInput(call.input))).toBe('PREVIEW_READ_ONLY');
  });

  it.each(named(allCalls.filter((call) => call.method === 'GET' && call !== logout && isOn(call))))(
    'reads by %s, which writes nothing',
    async (_, call) => {
      const input = sampleInput(call.input);
      const id = ids[call.path.split('/', 2)[1]!];
      if ('id' in input && id !== undefined) input['id'] = id;
      const { status, body } = await services.call(call, input, { as: admin });
      const refusal = refusedReads.includes(call.name)
        ? 'PREVIEW_READ_ONLY'
        : expect.not.stringMatching('PREVIEW_READ_ONLY');
      expect([body.code ?? 'ok', status === 500]).toEqual([refusal, false]);
    },
  );

  it('uploads nothing in parts', async () => {
    for (const [method, path] of [
      ['POST', resumableUploadPath],
      ['PATCH', `${resumableUploadPath}/${newId()}`],
      ['DELETE', `${resumableUploadPath}/${newId()}`],
    ] as const) {
      const headers = { authorization: `Bearer ${admin.token}`, 'tus-resumable': '1.0.0', 'upload-length': '8' };
      const { status, text } = await services.request(method, path, { headers });
      expect([status, text]).toEqual([403, expect.stringContaining('PREVIEW_READ_ONLY')]);
    }
  });

  it('is refused by the database itself, whatever call forgets it', async () => {
    const stored = { file: await changedFile(), role: 'member', workplace: '', ends: new Date() } as const;
    const deployment = services.get(DeploymentService).previewed('motorsport', stored)!;
    const shown = { role: 'member', workplace: '', ends: new Date(), member: admin.id, deployment } as const;
    const users = services.get(UserRepository);
    for (const write of [
      () => users.noteActivity(tenant, [admin.id], new Date()),
      () => users.setAdmin(tenant, admin.id, false, {}),
      () => users.forgetBlocks(tenant, admin.id),
      () => users.delete(tenant, admin.id, {}),
      () => users.create(tenant, { username: 'x', fullname: 'x', email: 'x@example.org', client_id: newId() }),
      () => services.get(Mongo).transaction(async () => undefined),
    ])
      await expect(inPreview<Promise<unknown>>(shown, write)).rejects.toThrow('PREVIEW_READ_ONLY');
  });

  it('signs out, and ends', async () => {
    expect((await preview('member')).body.code).toBe('PREVIEW_READ_ONLY');
    expect((await services.call(endPreview, {}, { as: admin })).body).toEqual({ ok: true });
    expect((await preview('member')).status).toBe(200);
    expect((await services.call(logout, {}, { as: admin })).status).toBe(200);
    expect((await services.call(readSelf, {}, { as: admin })).status).toBe(401);
  });
});
