import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addFile,
  readBin,
  readFolderItem,
  readVersions,
  restoreVersion,
  rootFolder,
} from '@paddock/contract/calls/folders';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { statusOfFile } from '../../../test/upload-picture.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { FolderBin } from './folder-bin.js';
import { FolderBinSweep } from './folder-bin-sweep.js';
import { folderScenario, withFiles } from '../../../test/folder-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

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

const { folderReply, folder, upload, addReply, file, list, item, update, remove, restore, byEverybody } =
  folderScenario(
    () => services,
    () => admin,
  );

describe('moving', () => {
  it('refuses a folder into itself and below, and moves all that it contains', async () => {
    const outer = await folder('outer');
    const inner = await folder('inner', outer);
    const { id } = await file({ name: 'deep.txt' }, inner);
    for (const parent of [outer, inner])
      expect((await update(admin, outer, { parent })).body.fields).toEqual({ parent: 'parent_INVALID_PATTERN' });
    const other = await folder('other');
    expect((await update(admin, inner, { parent: other })).status).toBe(200);
    expect((await item(admin, id)).parents.map(({ name }) => name)).toEqual(['other', 'inner']);
    expect([(await item(admin, other)).files, (await item(admin, outer)).files]).toEqual([1, 0]);
    expect((await update(admin, inner, { parent: 'f'.repeat(24) })).body.fields).toEqual({ parent: 'NOT_FOUND' });
    expect((await update(admin, inner, { parent: id })).body.fields).toEqual({ parent: 'NOT_FOUND' });
  });

  it('lets one of two win who move two folders into each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [await folder(), await folder()];
      const replies = await Promise.all([
        update(admin, first, { parent: second }),
        update(admin, second, { parent: first }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      const [a, b] = [await item(admin, first), await item(admin, second)];
      expect([a.parent, b.parent].filter((parent) => parent === rootFolder)).toHaveLength(1);
    }
  });

  it('takes files along that arrive while their folder moves', async () => {
    const [target, moved] = [await folder(), await folder()];
    const inner = await folder('inner', moved);
    const uploads = Array.from({ length: 6 }, () => file({}, inner));
    const [, ...files] = await Promise.all([update(admin, moved, { parent: target }), ...uploads]);
    for (const { id } of files)
      expect((await item(admin, id)).parents.map((one) => one.id)).toEqual([target, moved, inner]);
  });

  it('allows 50 levels, not more, also by a move', async () => {
    let parent: string = rootFolder;
    for (let level = 0; level < 50; level += 1) parent = await folder(`level ${level}`, parent);
    expect((await folderReply('51', { parent })).body.fields).toEqual({ parent: 'parent_LENGTH_PATTERN' });
    expect((await addReply({}, { parent })).status).toBe(200);
    const other = await folder();
    await folder('inner', other);
    const above = (await item(admin, parent)).parents.at(-1)!.id;
    expect((await update(admin, other, { parent: above })).body.fields).toEqual({ parent: 'parent_LENGTH_PATTERN' });
  });
});

describe('an extension of a shown type', () => {
  const content = 'MZ not a document';
  const fault = { code: 'INVALID_FILE', message: expect.stringContaining('not what its name says') };

  it('is no name of an upload that has another one', async () => {
    const parent = await folder();
    const added = await addReply({ name: 'x.bin', content }, { parent, name: 'Payroll.pdf' });
    expect(added.body.item).toMatchObject({ name: 'Payroll.pdf.bin', icon: 'file', file: { name: 'Payroll.pdf.bin' } });
    const [other, long] = [`${'x'.repeat(135)}.pdf`, { name: 'name_LENGTH_PATTERN' }];
    expect((await addReply({ name: 'x.binary', content }, { parent, name: other })).body.fields).toEqual(long);
    expect((await addReply({ name: 'x', content }, { parent, name: 'Payroll.docx' })).status).toBe(200);
  });

  it.each(['x', 'x.an-extension-that-is-too-long'])('is refused for the upload %s, also later', async (name) => {
    const parent = await folder();
    for (const other of ['Payroll.pdf', 'Payroll.PNG', 'Payroll.mov'])
      expect((await addReply({ name, content }, { parent, name: other })).body).toMatchObject(fault);
    const { id } = await file({ name, content }, parent);
    expect((await update(admin, id, { name: 'Payroll.pdf' })).body).toMatchObject(fault);
    expect((await update(admin, id, { name: 'Payroll' })).body.item.name).toMatch(/^Payroll/);
    expect((await item(admin, id)).name).not.toContain('pdf');
  });

  it('keeps other contents out of a file with it', async () => {
    const parent = await folder();
    const { id } = await file({ name: 'Payroll.pdf', content: '%PDF-1.7' }, parent);
    const replace = { parent, replace: true };
    const replies = [
      await addReply({ name: 'x.bin', content }, { ...replace, name: 'Payroll.pdf' }),
      await addReply({ name: 'x', content }, { ...replace, name: 'Payroll.pdf' }),
      // Equal names by their Unicode form.
      await addReply({ name: 'Payroll.ｐdf', content }, replace),
    ];
    expect(replies.map(({ body }) => body.code ?? body.item.name)).toEqual([
      'Payroll.pdf.bin',
      'INVALID_FILE',
      'INVALID_FILE',
    ]);
    expect((await services.call(readVersions, { id }, { as: admin })).body.versions).toHaveLength(1);
  });
});

describe('versions', () => {
  it('keeps the former contents of a replaced file, and restores one', async () => {
    const parent = await folder();
    const { id } = await file({ name: 'plan.txt', content: 'first' }, parent);
    expect((await addReply({ name: 'plan.txt', content: 'x' }, { parent })).body.fields).toEqual({ name: 'CONFLICT' });
    const second = await addReply({ name: 'PLAN.txt', content: 'second' }, { parent, replace: true });
    expect(second.body.item).toMatchObject({ id, name: 'plan.txt', versions: 1 });
    const versions = async () => (await services.call(readVersions, { id }, { as: admin })).body.versions;
    const read = async (path: string) => (await services.request('GET', path)).text;
    expect((await versions()).map(({ current }) => current)).toEqual([true, false]);
    const former = (await versions())[1]!;
    expect(await read(former.file!.safeFilePath)).toBe('first');
    const { body } = await services.call(restoreVersion, { id, version: former.id }, { as: admin });
    expect(await read(body.item.file!.safeFilePath)).toBe('first');
    expect((await versions()).map((one) => one.id === former.id)).toEqual([true, false]);
    const again = await services.call(restoreVersion, { id, version: former.id }, { as: admin });
    expect(again.body.item.versions).toBe(1);
  });

  it('replaces once for a resend', async () => {
    const parent = await folder();
    const { id } = await file({ name: 'plan.txt', content: 'first' }, parent);
    const input = { client_id: randomUUID(), parent, replace: true, file: await upload(admin, 'plan.txt', 'second') };
    for (let time = 0; time < 2; time += 1) {
      const { body } = await services.call(addFile, input, { as: admin });
      expect(body.item).toMatchObject({ id, versions: 1 });
      expect((await services.request('GET', body.item.file!.safeFilePath)).text).toBe('second');
    }
  });

  it('keeps 20 of them, and deletes the contents of older ones', async () => {
    const parent = await folder();
    const first = (await file({ name: 'log.txt', content: '0' }, parent)).file!.path;
    for (let turn = 1; turn <= 21; turn += 1)
      await addReply({ name: 'log.txt', content: String(turn) }, { parent, replace: true });
    expect((await list(admin, parent)).items[0]!.versions).toBe(20);
    expect(await statusOfFile(services, first)).toBe(404);
  });

  it('lets a member replace own files only', async () => {
    await byEverybody(async () => {
      const ann = await services.member();
      const { parent, name } = await file({ name: 'theirs.txt' });
      expect((await addReply({ as: ann, name }, { parent, replace: true })).body.code).toBe('FORBIDDEN');
    });
  });
});

describe(FolderBin, () => {
  it('hides a deleted folder with all that it contains, and brings it back with its files', async () => {
    const outer = await folder('Old season');
    const inner = await folder('inner', outer);
    const { id, file: stored } = await file({ name: 'kept.txt' }, inner);
    const ann = await services.member();
    const address = (await item(ann, id)).file!.path;
    await remove(admin, outer);
    for (const gone of [outer, inner, id])
      expect((await services.call(readFolderItem, { id: gone }, { as: admin })).body.code).toBe('NOT_FOUND');
    expect(await statusOfFile(services, address)).toBe(404);
    expect((await addReply({}, { parent: inner })).body.fields).toEqual({ parent: 'NOT_FOUND' });
    const { items } = (await services.call(readBin, {}, { as: admin })).body;
    expect(items[0]).toMatchObject({ id: outer, name: 'Old season', files: 1, by: { id: admin.id } });
    expect((await restore(admin, outer)).status).toBe(200);
    expect((await restore(admin, outer)).status).toBe(200);
    expect((await item(admin, id)).parents.map(({ name }) => name)).toEqual(['Old season', 'inner']);
    expect(await statusOfFile(services, address)).toBe(200);
    expect(await statusOfFile(services, stored!.path)).toBe(200);
  });

  it('restores under another name if the name is taken, and into the root if the folder is gone', async () => {
    const parent = await folder();
    const first = await file({ name: 'notes.txt' }, parent);
    await remove(admin, first.id);
    await file({ name: 'Notes.txt' }, parent);
    expect((await restore(admin, first.id)).body.item.name).toBe('notes (2).txt');
    await remove(admin, first.id);
    await remove(admin, parent);
    const back = (await restore(admin, first.id)).body.item;
    expect(back.parent).toBe(rootFolder);
  });

  it('is emptied after 30 days, contents too', async () => {
    const parent = await folder();
    const { id, file: stored } = await file({ name: 'old.txt' }, parent);
    await remove(admin, parent);
    const days = (count: number) => new Date(Date.now() + count * dayMs);
    await services.get(FolderBinSweep).sweep(days(29));
    expect((await restore(admin, parent)).status).toBe(200);
    await remove(admin, parent);
    await services.get(FolderBinSweep).sweep(days(31));
    expect((await restore(admin, parent)).body.code).toBe('NOT_FOUND');
    expect(await statusOfFile(services, stored!.path)).toBe(404);
    const left = await services
      .get(Mongo)
      .connection.collection('folder_items')
      .countDocuments({ _id: id as never });
    expect(left).toBe(0);
  });
});
