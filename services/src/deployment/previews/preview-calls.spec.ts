import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logout, readSelf } from '@paddock/contract/calls/account';
import { resumableUploadPath } from '@paddock/contract/calls/files';
import { endPreview, startPreview } from '@paddock/contract/calls/previews';
import type { Call } from '@paddock/contract/core/call';
import { ruleOf } from '@paddock/contract/core/permissions';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../../../test/demo-reading.js';
import { sampleInput } from '../../../test/sample-input.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { allCalls } from '../../infrastructure/calls/all-calls.js';
import { inPreview } from '../../infrastructure/tenancy/preview.js';
import { DeploymentService } from '../deployment.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { everybodyId } from '../../community/conversations/conversation-ids.js';
import { UserRepository } from '../../community/users/user.repository.js';

const realDeployments = fileURLToPath(new URL('../../../../deployments', import.meta.url));

const tenant = tenantOf('motorsport');

let services: TestServices;
let admin: TestMember;
/** A record of each feature, so that its reading gets beyond the search for it. */
const records = {
  ...{ shouts: 'shouts', events: 'events', classifieds: 'classifieds', dues: 'dues', rooms: 'rooms' },
  ...{ sponsors: 'sponsors', folders: 'folder_items', links: 'links', groups: 'conversations' },
};
const ids: Record<string, string> = { chats: '0', conversations: '0', users: 'me' };
const { signIn } = demoReading(() => services);

beforeAll(async () => {
  services = await startTestServices({ DEMO: '1', DEPLOYMENTS_DIR: realDeployments, RATE_LIMITS: 'off' });
  admin = await signIn('super');
  for (const [feature, collection] of Object.entries(records)) ids[feature] = await storedId(collection);
  const { status } = await preview('super_admin');
  expect(status).toBe(200);
});
afterAll(() => services.close());

async function storedId(collection: string): Promise<string> {
  const readable: Record<string, object> = {
    conversations: { kind: 'group' },
    shouts: { conversation: everybodyId(tenant), in_reply_to: { $exists: false } },
  };
  const filter = { community: 'motorsport', ...readable[collection] };
  const rows = services.get(Mongo).connection.collection<{ _id: string }>(collection);
  return (await rows.findOne(filter as object))!._id;
}

/** A file in which every optional feature is on: a disabled call is refused before anything else. */
async function everythingOn(): Promise<string> {
  const file = JSON.parse(await readFile(join(realDeployments, 'motorsport.json'), 'utf8')) as Record<
    string,
    Record<string, unknown>
  >;
  const sold = { web_subscriptions: true, in_app_subscriptions: true };
  const features = { passkeys: true, totp: true, rsvp: true, event_ratings: true, deep_linking: true };
  return JSON.stringify({
    ...file,
    tabs: ['chats', 'shouts', 'events', 'people', 'notices', 'classifieds', 'links', 'files', 'rooms', 'dues', 'home'],
    flags: { ...file['flags'], ...sold, ...features, per_user_read_only: true },
  });
}
const preview = async (role: 'member' | 'super_admin') =>
  services.call(startPreview, { role, file: await everythingOn() }, { as: admin });

const off = ['account.third_party', 'webview.open'];
const isOn = ({ permission }: Call) => typeof permission !== 'string' || !off.includes(permission);
const changing = allCalls.filter((call) => call.method !== 'GET' && isOn(call));
/** Their reply leads to a file that they store. */
const makesFile = ['dues.receipt'];
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
      const refusal = makesFile.includes(call.name)
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
    const stored = { file: await everythingOn(), role: 'member', workplace: '', ends: new Date() } as const;
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
      await expect(inPreview(shown, write)).rejects.toThrow('PREVIEW_READ_ONLY');
  });

  it('signs out, and ends', async () => {
    expect((await preview('member')).body.code).toBe('PREVIEW_READ_ONLY');
    expect((await services.call(endPreview, {}, { as: admin })).body).toEqual({ ok: true });
    expect((await preview('member')).status).toBe(200);
    expect((await services.call(logout, {}, { as: admin })).status).toBe(200);
    expect((await services.call(readSelf, {}, { as: admin })).status).toBe(401);
  });
});

describe('the calls of an open permission', () => {
  it('are among those that are tried', () => {
    expect(changing.some(({ permission }) => ruleOf(permission).role === 'anyone')).toBe(true);
  });
});
