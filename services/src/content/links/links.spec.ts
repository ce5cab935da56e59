import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createItem, deleteItem, setSubscription } from '@paddock/contract/calls/items';
import { createLink, deleteLink, type Link, readLink, readLinks, updateLink } from '@paddock/contract/calls/links';
import type { CallInput } from '@paddock/contract/core/call';
import { randomUUID } from 'node:crypto';
import {
  type CallOptions,
  type DeploymentFile,
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { uploadFile } from '../../../test/uploads.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { LinksService } from './links.service.js';

function withLinks(file: DeploymentFile): void {
  if (!file.tabs.includes('links')) file.tabs = [...file.tabs, 'links'];
  file['modules'] = { ...(file['modules'] as object), 'mfe-content': 'stable' };
}

let services: TestServices;
let boss: TestMember;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'links,items', RATE_LIMITS: 'off' });
  for (const community of ['motorsport', 'workplace']) await services.configure(community, withLinks);
  windows = new TestWindows(services);
});
beforeEach(async () => {
  boss = await services.member({ admin: true });
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
});

type Input = Partial<CallInput<typeof createLink>>;
const add = (input: Input = {}, options: CallOptions = { as: boss }) =>
  services.call(
    createLink,
    { client_id: randomUUID(), title: 'Live timing', url: 'https://timing.example/live', ...input },
    options,
  );
const linkOf = async (input: Input = {}): Promise<Link> => (await add(input)).body.link;
const read = async (as: TestMember, id: string) => (await services.call(readLink, { id }, { as })).body.link;
const list = async (as: TestMember) => (await services.call(readLinks, {}, { as })).body.links;
const planOf = async (amount: number, title = 'Engineer') =>
  (
    await services.call(
      createItem,
      { client_id: randomUUID(), type: 'subscription', title, amount, currency: 'EUR' },
      { as: boss },
    )
  ).body.item.id;
const give = async (to: TestMember, subscription: string) =>
  expect((await services.call(setSubscription, { id: to.id, subscription }, { as: boss })).status).toBe(200);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const document = async (as = boss) => (await uploadFile(services, as, { name: 'Rules.pdf', content: pdf })).body.path;

describe(LinksService, () => {
  it('lists headers first, then in the order of creation', async () => {
    const before = (await list(boss)).length;
    for (const [title, header] of [
      ['First', false],
      ['Second', false],
      ['On top', true],
    ] as const)
      await add({ title, header });
    const titles = (await list(boss)).map(({ title }) => title);
    expect(titles).toHaveLength(before + 3);
    expect(titles[0]).toBe('On top');
    expect(titles.slice(-2)).toEqual(['First', 'Second']);
  });

  it('creates one link for a resend', async () => {
    const [file, image_url] = [await document(), await uploadPicture(services, boss)];
    const input = { client_id: randomUUID(), is_document: true, file, image_url };
    const replies = await Promise.all([add(input), add(input), add(input)]);
    expect(replies.map(({ body }) => body.link.id)).toEqual(Array(3).fill(replies[0].body.link.id));
    expect(await statusOfFile(services, replies[0].body.link.secure_file!.path)).toBe(200);
  });

  it.each<[string, Input, Record<string, string>]>([
    ['no title', { title: ' ' }, { title: 'title_REQUIRED' }],
    ['a title of 141 characters', { title: 'a'.repeat(141) }, { title: 'title_LENGTH_PATTERN' }],
    ['bidi controls in the title', { title: 'a\u202eb' }, { title: 'title_INVALID_PATTERN' }],
    ['no address', { url: '' }, { url: 'url_REQUIRED' }],
    ['a script as address', { url: 'javascript:alert(1)' }, { url: 'url_INVALID_PATTERN' }],
    ['a data address', { url: 'data:text/html,x' }, { url: 'url_INVALID_PATTERN' }],
    ['a relative address', { url: '//evil.example' }, { url: 'url_INVALID_PATTERN' }],
    ['no document', { is_document: true }, { file: 'file_REQUIRED' }],
    [
      'a document of another site',
      { is_document: true, file: 'https://x.example/a.pdf' },
      { file: 'file_INVALID_PATTERN' },
    ],
    ['a plan that is no id', { subscription: 'gold' }, { subscription: 'subscription_INVALID_PATTERN' }],
    ['a page that the web view does not list', { in_app: true }, { in_app: 'in_app_INVALID_PATTERN' }],
    ['an icon with a path', { icon: '../x' }, { icon: 'icon_INVALID_PATTERN' }],
  ])('refuses %s and changes nothing', async (_, input, fields) => {
    const link = await linkOf();
    const created = await add(input);
    expect([created.status, created.body.fields]).toEqual([400, fields]);
    const updated = await services.call(updateLink, { id: link.id, ...input }, { as: boss });
    expect([updated.status, updated.body.fields]).toEqual([400, fields]);
    expect(await read(boss, link.id)).toEqual(link);
  });

  it('needs a plan where plans are sold in the stores', async () => {
    const [{ id }, subscription] = [await linkOf(), await planOf(900)];
    await underFlags(services, 'motorsport', { in_app_subscriptions: true }, async () => {
      const updated = await services.call(updateLink, { id, title: 'Other' }, { as: boss });
      for (const { body } of [await add(), await add({ subscription: '' }), updated])
        expect(body.fields).toEqual({ subscription: 'subscription_REQUIRED' });
      expect((await add({ subscription })).status).toBe(200);
    });
  });

  it('refuses an unknown plan', async () => {
    expect((await add({ subscription: 'a'.repeat(24) })).body.fields).toEqual({ subscription: 'NOT_FOUND' });
  });

  it('changes between document and address, and deletes what the link no longer has', async () => {
    const link = await linkOf({ is_document: true, file: await document(), url: undefined });
    expect(link).toMatchObject({ is_document: true, secure_file: { name: 'Rules.pdf', type: 'application/pdf' } });
    const { path } = link.secure_file!;
    expect(await statusOfFile(services, path)).toBe(200);
    const url = 'https://rules.example/';
    const { body } = await services.call(updateLink, { id: link.id, is_document: false, url }, { as: boss });
    expect(body.link).toMatchObject({ is_document: false, url });
    expect(body.link.secure_file).toBeUndefined();
    expect(await statusOfFile(services, path)).toBe(404);
  });

  it('keeps its document and picture when only the title changes', async () => {
    const image_url = await uploadPicture(services, boss);
    const link = await linkOf({ is_document: true, file: await document(), image_url });
    const { body } = await services.call(updateLink, { id: link.id, title: 'Renamed' }, { as: boss });
    expect(body.link).toMatchObject({ title: 'Renamed', secure_file: link.secure_file, image_url: link.image_url });
    await services.call(deleteLink, { id: link.id }, { as: boss });
    expect(await statusOfFile(services, link.secure_file!.path)).toBe(404);
    expect(await statusOfFile(services, link.image_url!)).toBe(404);
  });

  it('refuses a document of another member, and one of another link', async () => {
    const ann = await services.member();
    const foreign = await add({ is_document: true, file: await document(ann) });
    expect(foreign.body.code).toBe('FILE_NOT_FOUND');
    const file = await document();
    const link = await linkOf({ is_document: true, file });
    expect((await add({ is_document: true, file })).body.code).toBe('FILE_NOT_FOUND');
    expect(await statusOfFile(services, (await read(boss, link.id)).secure_file!.path)).toBe(200);
  });

  it('refuses a file that is no picture', async () => {
    expect((await add({ image_url: await document() })).body.code).toBe('INVALID_FILE');
  });

  it('tells the windows of the workplace', async () => {
    const ann = await services.member();
    const window = await windows.open(ann);
    const link = await linkOf();
    await until(() => window.received.some(({ event }) => event === 'updating_links'));
    expect(JSON.stringify(window.received)).not.toContain(link.id);
  });
});

describe('a link of a plan', () => {
  const members = async () => ({
    without: await services.member(),
    below: await services.member(),
    same: await services.member(),
    admin: await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] }),
  });

  it('is restricted below its plan, without address and document in any reply', async () => {
    const [cheap, dear] = [await planOf(100, 'Grandstand'), await planOf(5000, 'Pit wall')];
    const { without, below, same, admin } = await members();
    await give(below, cheap);
    await give(same, dear);
    const inputs: Input[] = [{ is_document: true, file: await document(), url: undefined }, {}];
    for (const input of inputs) {
      const { id } = await linkOf({ ...input, subscription: dear });
      for (const as of [without, below]) {
        for (const shown of [await read(as, id), (await list(as)).find((one) => one.id === id)!]) {
          expect(shown).toMatchObject({ restricted: true, subscription: { id: dear, title: 'Pit wall' } });
          expect([shown.url, shown.secure_file]).toEqual([undefined, undefined]);
        }
      }
      for (const as of [same, admin, boss]) {
        const shown = await read(as, id);
        expect(shown.restricted).toBe(false);
        expect(shown.url ?? shown.secure_file).toBeDefined();
      }
    }
  });

  it('serves its document by every address only while the plan lasts, and lets no copy be used unchecked', async () => {
    const dear = await planOf(5000);
    const [ann, bob] = [await services.member(), await services.member()];
    await give(ann, dear);
    const { id } = await linkOf({ is_document: true, file: await document(), subscription: dear });
    const file = (await read(ann, id)).secure_file!;
    const addresses = [file.path, file.safeFilePath];
    const statuses = () => Promise.all(addresses.map((path) => statusOfFile(services, path)));
    const reply = await services.request('GET', file.path);
    expect(reply.headers['cache-control']).toBe('private, no-cache');
    expect(await statuses()).toEqual([200, 200]);
    // An address is bound to its member.
    for (const path of addresses)
      expect(await statusOfFile(services, path.replace(`/${ann.id}/`, `/${bob.id}/`))).toBe(404);
    await give(ann, '');
    expect(await statuses()).toEqual([404, 404]);
    const headers = { range: 'bytes=0-3', 'if-none-match': String(reply.headers.etag) };
    expect((await services.request('GET', file.path, { headers })).status).toBe(404);
    expect((await read(ann, id)).restricted).toBe(true);
  });

  it('opens its document by no other way below its plan: to its uploader, in an export, or as a picture', async () => {
    const dear = await planOf(5000);
    const author = await services.member({ admin: true });
    const file = await document(author);
    const { id } = (await add({ is_document: true, file, subscription: dear }, { as: author })).body.link;
    await services
      .get(Mongo)
      .connection.collection('users')
      .updateOne({ _id: author.id as never }, { $set: { admin: false } });
    services.get(Mongo).wrote('users', undefined);
    expect((await read(author, id)).restricted).toBe(true);
    expect(await statusOfFile(services, file)).toBe(404);
    const fileId = file.split('/').at(-1)!;
    const parts = services.get(ExtensionPoints).all('export');
    const exported = JSON.stringify(await parts.get('links')!(tenantOfMember(author), author.row));
    expect(exported).toContain(id);
    expect(exported).not.toContain(fileId);
    expect((await add({ image_url: file })).body.code).toBe('FILE_NOT_FOUND');
  });

  it('is restricted for all but admins once the plan is deleted', async () => {
    const dear = await planOf(5000);
    const { same, admin } = await members();
    await give(same, dear);
    const { id } = await linkOf({ subscription: dear });
    await services.call(deleteItem, { id: dear }, { as: boss });
    expect(await read(same, id)).toMatchObject({ restricted: true, subscription: { id: dear } });
    const { body } = await services.call(updateLink, { id, title: 'Kept' }, { as: admin });
    expect(body.link).toMatchObject({ title: 'Kept', restricted: false });
  });
});

describe('permissions', () => {
  const adminOf = (id: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
  const hq = { community: 'workplace', workplace: 'hq' };
  const callers: Record<string, () => Promise<CallOptions>> = {
    'a visitor': async () => ({ host: 'workplace.localhost', workplace: 'hq' }),
    'a pending member': async () => ({ as: await services.member({ ...hq, pending: true }) }),
    'a member': async () => ({ as: await services.member(hq) }),
    'an admin': async () => ({ as: await services.member({ ...hq, ...adminOf('hq') }) }),
    'an admin of another workplace': async () => ({
      as: await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') }),
    }),
    'that admin in their workplace': async () => ({
      as: await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') }),
      workplace: 'porto',
    }),
    'a super admin': async () => ({ as: await services.member({ ...hq, admin: true }) }),
    'a member of another community': async () => ({ as: await services.member() }),
  };
  it.each([
    ['a visitor', 'INVALID_TOKEN', 'INVALID_TOKEN', 'INVALID_TOKEN', 'INVALID_TOKEN'],
    ['a pending member', 'PENDING_APPROVAL', 'PENDING_APPROVAL', 'PENDING_APPROVAL', 'PENDING_APPROVAL'],
    ['a member', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
    ['an admin', 'ok', 'FORBIDDEN', 'ok', 'FORBIDDEN'],
    ['an admin of another workplace', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
    ['that admin in their workplace', 'NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND', 'FORBIDDEN'],
    ['a super admin', 'ok', 'ok', 'ok', 'ok'],
    ['a member of another community', 'NOT_FOUND', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  ])('of %s: read %s, create %s, update %s, delete %s', async (name, ...codes) => {
    const chair = await services.member({ ...hq, admin: true });
    const { id } = (await add({}, { as: chair })).body.link;
    const options = await callers[name]!();
    const replies = [
      await services.call(readLink, { id }, options),
      await add({}, options),
      await services.call(updateLink, { id, title: 'Changed' }, options),
      await services.call(deleteLink, { id }, options),
    ];
    expect(replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code))).toEqual(codes);
  });
});
