import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addFile,
  markAllFilesRead,
  markFileRead,
  readBin,
  readFolder,
  searchFolders,
} from '@paddock/contract/calls/folders';
import { randomUUID } from 'node:crypto';
import { documentsRead } from '../../../test/documents-read.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { notified } from '../../../test/notified.js';
import { uploadFile } from '../../../test/uploads.js';
import { NotificationRepository } from '../../community/notifications/notification.repository.js';
import { FoldersService } from './folders.service.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { folderScenario, withFiles } from '../../../test/folder-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'files', RATE_LIMITS: 'off' });
  for (const community of ['motorsport', 'workplace']) await services.configure(community, withFiles);
});
beforeEach(async () => {
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
afterAll(() => services.close());

const { folderReply, folder, upload, addReply, file, list, names, item, update, remove, whenTrue } = folderScenario(
  () => services,
  () => admin,
);

describe(FoldersService, () => {
  it('lists folders first, then files, by name, numbers by their value, in pages', async () => {
    const parent = await folder();
    for (const name of ['Round 10', 'round 2', 'Écoles']) await folder(name, parent);
    for (const name of ['b.txt', 'Entry 11.txt', 'entry 9.txt']) await file({ name }, parent);
    const expected = ['Écoles', 'round 2', 'Round 10', 'b.txt', 'entry 9.txt', 'Entry 11.txt'];
    expect(await names(admin, parent)).toEqual(expected);
    const paged: string[] = [];
    for (let page: string | null | undefined; page !== null;) {
      const { body } = await services.call(readFolder, { parent, count: 2, ...(page && { page }) }, { as: admin });
      paged.push(...body.items.map(({ name }) => name));
      page = body.next;
    }
    expect(paged).toEqual(expected);
    expect((await list(admin, parent)).folder).toMatchObject({ files: 3, parents: [] });
  });

  it('finds files by words of their name, with the folders above', async () => {
    const outer = await folder('Spa');
    const inner = await folder('Stewards', outer);
    const { id } = await file({ name: 'Décision_42-penalty.pdf.txt' }, inner);
    const { body } = await services.call(searchFolders, { query: 'decision pen' }, { as: admin });
    expect(body.items.map((one) => one.id)).toEqual([id]);
    expect(body.items[0]!.parents.map(({ name }) => name)).toEqual(['Spa', 'Stewards']);
    await remove(admin, outer);
    expect((await services.call(searchFolders, { query: 'decision' }, { as: admin })).body.items).toEqual([]);
    expect((await services.call(searchFolders, { query: '.*' }, { as: admin })).body.items).toEqual([]);
  });

  it('reads as many files as it shows, however many have the words', async () => {
    const parent = await folder('Laps');
    for (let lap = 0; lap < 5; lap++) await file({ name: `zlap ztime ${lap}.txt` }, parent);
    const search = () => services.call(searchFolders, { query: 'zla ztime', count: 2 }, { as: admin });
    expect((await search()).body).toMatchObject({ items: { length: 2 }, more: true });
    expect(await documentsRead(services, 'folder_items', search, 'zla')).toBe(3);
  });

  it('counts new files up the folders, until they are read; a new version is new again', async () => {
    const ann = await services.member();
    const outer = await folder();
    const inner = await folder('inner', outer);
    const { id } = await file({ name: 'a.txt' }, inner);
    await file({ name: 'b.txt' }, outer);
    const badge = async (as: TestMember) => (await list(as)).items.find((one) => one.id === outer)!.badge;
    expect([await badge(ann), await badge(admin)]).toEqual([2, 0]);
    expect((await services.call(markFileRead, { id }, { as: ann })).body.file_new_receipts).toBeGreaterThan(0);
    expect([await badge(ann), (await item(ann, inner)).badge, (await item(ann, id)).new]).toEqual([1, 0, false]);
    await addReply({ name: 'a.txt', content: 'second' }, { parent: inner, replace: true });
    expect([await badge(ann), (await item(ann, id)).new]).toEqual([2, true]);
    expect((await services.call(markAllFilesRead, {}, { as: ann })).body).toEqual({ file_new_receipts: 0 });
    expect(await badge(ann)).toBe(0);
  });

  it('creates one folder and one file for a resend', async () => {
    const client_id = randomUUID();
    const folders = await Promise.all([1, 2, 3].map(() => folderReply('Once', { client_id })));
    expect(new Set(folders.map(({ body }) => body.item.id)).size).toBe(1);
    const input = { client_id: randomUUID(), file: await upload(admin), parent: folders[0]!.body.item.id };
    const files = await Promise.all([1, 2, 3].map(() => services.call(addFile, input, { as: admin })));
    expect(new Set(files.map(({ body }) => body.item.id)).size).toBe(1);
    expect(await names(admin, input.parent)).toEqual(['rules.txt']);
  });

  it.each([
    ['', 'name_REQUIRED'],
    ['a'.repeat(141), 'name_LENGTH_PATTERN'],
    ...['a/b', '..', '.', 'a\\b', 'a\0b', 'NUL', 'com1.txt', 'a\u202eb', 'ends.'].map((name) => [
      name,
      'name_INVALID_PATTERN',
    ]),
  ])('refuses the name %j and changes nothing', async (name, code) => {
    const id = await folder();
    for (const { status, body } of [await folderReply(name, { parent: id }), await update(admin, id, { name })])
      expect([status, body.fields]).toEqual([400, { name: code }]);
    expect((await list(admin, id)).items).toEqual([]);
  });

  it.each([
    ['Rules', 'RULES'],
    ['Caf\u00e9', 'Cafe\u0301'],
    ['Straße', 'STRASSE'],
    ['ﬁle', 'file'],
  ])('refuses %j beside %j, and allows it in another folder', async (first, second) => {
    const [parent, other] = [await folder(), await folder()];
    await folder(first, parent);
    const { body } = await folderReply(second, { parent });
    expect([body.code, body.fields]).toEqual(['CONFLICT', { name: 'CONFLICT' }]);
    const id = await folder(second, other);
    expect((await update(admin, id, { parent })).body.fields).toEqual({ name: 'CONFLICT' });
    expect((await item(admin, id)).parent).toBe(other);
  });

  it('keeps the extension of a renamed file, and serves it under its new name', async () => {
    const { id } = await file({ name: 'plan.txt' });
    const name = `"Ren%20nplan" 日本.html`;
    expect((await update(admin, id, { name })).body.item.name).toBe(`${name}.txt`);
    const { safeFilePath } = (await item(admin, id)).file!;
    const reply = await services.request('GET', safeFilePath);
    expect(String(reply.headers['content-disposition'])).toContain(encodeURIComponent('日本'));
  });

  it('uploads into a folder by the form of POST /files, and leaves nothing of a refused one', async () => {
    const parent = await folder();
    const path = `/api/files?parent=${parent}`;
    const first = await uploadFile(services, admin, { name: 'a.txt', content: 'a', path });
    expect([first.status, first.body.parent]).toEqual([200, parent]);
    expect((await uploadFile(services, admin, { name: 'A.txt', content: 'a', path })).body.code).toBe('CONFLICT');
    const ann = await services.member();
    expect((await uploadFile(services, ann, { name: 'b.txt', content: 'a', path })).body.code).toBe('FORBIDDEN');
    expect(await names(ann, parent)).toEqual(['a.txt']);
  });

  it('notifies the workplace of a new file, and withdraws that when it is deleted', async () => {
    const ann = await services.member();
    const { id } = await file({ name: 'Bulletin 7.txt' });
    const notifications = () => services.get(NotificationRepository).page(tenantOfMember(ann), ann.id, 50);
    await notified(services, { file_new: ['FilePublished'] });
    expect(JSON.stringify(await notifications())).toContain(id);
    await remove(admin, id);
    await whenTrue(async () => !JSON.stringify(await notifications()).includes(id));
  });

  it('tells the windows of the workplace', async () => {
    const windows = new TestWindows(services);
    const window = await windows.open(await services.member());
    await folder();
    await until(() => window.received.some(({ event }) => event === 'updating_folders'));
    windows.closeAll();
  });

  it('reads, searches and counts by indexes', async () => {
    const parent = await folder();
    await file({}, parent);
    await expectNoCollectionScan(services, async () => {
      await list(admin, parent);
      await list(admin);
      await services.call(searchFolders, { query: 'rules' }, { as: admin });
      await services.call(readBin, {}, { as: admin });
    });
  });
});
