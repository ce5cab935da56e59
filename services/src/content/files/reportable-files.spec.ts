import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBin, readFolderItem, rootFolder } from '@paddock/contract/calls/folders';
import { randomUUID } from 'node:crypto';
import { folderScenario, withFiles } from '../../../test/folder-scenario.js';
import { reportCalls } from '../../../test/reports.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { ReportableFiles } from './reportable-files.js';

let services: TestServices;
let admin: TestMember;
let calls: ReturnType<typeof reportCalls>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'files,moderation', RATE_LIMITS: 'off' });
  await services.configure('motorsport', withFiles);
  admin = await services.member({ admin: true });
  calls = reportCalls(services);
});
afterAll(() => services.close());

const { folder, file, byEverybody, remove, restore } = folderScenario(
  () => services,
  () => admin,
);

describe(ReportableFiles, () => {
  it('is reported by all but its owner, and is no folder', async () => {
    await byEverybody(async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      const { id } = await file({ as: ann, name: 'pit notes.txt' }, rootFolder);
      const place = await folder('reports', rootFolder, ann);
      expect((await calls.report('file', id, { as: bob })).body).toMatchObject({ ok: true });
      expect((await calls.report('file', id, { as: ann })).body.code).toBe('FORBIDDEN');
      expect((await calls.report('file', place, { as: bob })).body.code).toBe('NOT_FOUND');
      await remove(ann, id);
      expect((await calls.report('file', id, { as: admin })).body.code).toBe('NOT_FOUND');
    });
  });

  it('is deleted for good by the decision of an admin, who still sees it', async () => {
    await byEverybody(async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      const { id } = await file({ as: ann, name: 'stolen set-up.txt' }, rootFolder);
      await calls.report('file', id, { as: bob });
      const found = await calls.open(admin, id);
      expect(found).toMatchObject({ kind: 'file', content: { title: 'stolen set-up.txt', author: { id: ann.id } } });
      const [held] = found!.content.files;
      expect((await calls.decide(admin, found!.id, 'delete', 'Not ours')).status).toBe(200);
      expect((await services.call(readFolderItem, { id }, { as: bob })).body.code).toBe('NOT_FOUND');
      expect((await services.call(readBin, {}, { as: ann })).body.items).toEqual([]);
      expect((await services.request('GET', held!.path)).status).toBe(200);
    });
  });

  it('does not come back from the bin, also with its folder', async () => {
    await byEverybody(async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      for (const isWithFolder of [true, false]) {
        const place = await folder(randomUUID(), rootFolder, ann);
        const { id } = await file({ as: ann, name: 'stolen set-up.txt' }, place);
        await calls.report('file', id, { as: bob });
        const found = await calls.open(admin, id);
        await remove(ann, isWithFolder ? place : id);
        expect((await calls.decide(admin, found!.id, 'delete', 'Not ours')).status).toBe(200);
        if (isWithFolder) expect((await restore(ann, place)).status).toBe(200);
        expect((await restore(ann, id)).body.code).toBe('NOT_FOUND');
        expect((await services.call(readFolderItem, { id }, { as: ann })).body.code).toBe('NOT_FOUND');
      }
    });
  });
});
