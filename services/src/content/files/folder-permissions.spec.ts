import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addFile,
  deleteFolderItem,
  readBin,
  readFolder,
  readFolderItem,
  readVersions,
  restoreFolderItem,
  restoreVersion,
  rootFolder,
  updateFolderItem,
} from '@paddock/contract/calls/folders';
import { reportFile } from '@paddock/contract/calls/moderation';
import { randomUUID } from 'node:crypto';
import { folderScenario, withFiles } from '../../../test/folder-scenario.js';
import {
  startTestServices,
  type TestMember,
  type TestServices,
  type CallOptions,
} from '../../../test/start-test-services.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'files,moderation', RATE_LIMITS: 'off' });
  for (const community of ['motorsport', 'workplace']) await services.configure(community, withFiles);
});
beforeEach(async () => {
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
afterAll(() => services.close());

const { folderReply, folder, upload, addReply, file, update, remove, restore, byEverybody } = folderScenario(
  () => services,
  () => admin,
);

describe('permissions', () => {
  const adminOf = (id: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
  const hq = { community: 'workplace', workplace: 'hq' };
  const both = { ...hq, workplaces: ['hq', 'porto'] };
  const callers: Record<string, () => Promise<CallOptions>> = {
    'a visitor': async () => ({ host: 'workplace.localhost', workplace: 'hq' }),
    'a pending member': async () => ({ as: await services.member({ ...hq, pending: true }) }),
    'a member': async () => ({ as: await services.member(hq) }),
    'an admin': async () => ({ as: await services.member({ ...hq, ...adminOf('hq') }) }),
    'an admin of another workplace': async () => ({ as: await services.member({ ...both, ...adminOf('porto') }) }),
    'a member of another workplace': async () => ({
      as: await services.member({ community: 'workplace', workplace: 'porto' }),
      workplace: 'porto',
    }),
    'a super admin': async () => ({ as: await services.member({ ...hq, admin: true }) }),
    'a member of another community': async () => ({ as: await services.member() }),
  };
  const all = (code: string) => Array<string>(11).fill(code);
  const reads = ['ok', 'ok', 'ok', 'ok'];
  const changes = (code: string) => Array<string>(7).fill(code);
  const foreign = [
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'ok',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
  ];

  it.each<[string, boolean, string[]]>([
    ['a visitor', true, all('INVALID_TOKEN')],
    ['a pending member', true, all('PENDING_APPROVAL')],
    ['a member', false, [...reads, ...changes('FORBIDDEN')]],
    ['a member', true, [...reads, 'ok', ...changes('FORBIDDEN').slice(1)]],
    ['an admin of another workplace', false, [...reads, ...changes('FORBIDDEN')]],
    ['an admin', false, [...reads, ...changes('ok')]],
    ['a super admin', false, [...reads, ...changes('ok')]],
    ['a member of another workplace', true, foreign],
    ['a member of another community', true, foreign],
  ])('of %s, everybody_can_create %s', async (name, everybody_can_create, codes) => {
    const chair = await services.member({ ...hq, ...adminOf('hq') });
    const place = await folder(randomUUID(), rootFolder, chair);
    const { id, name: title } = await file({ as: chair, name: `${randomUUID()}.txt` }, place);
    await addReply({ as: chair, name: title, content: 'second' }, { parent: place, replace: true });
    const version = (await services.call(readVersions, { id }, { as: chair })).body.versions[1]!.id;
    const options = await callers[name]!();
    for (const community of ['workplace', 'motorsport'])
      await services.configure(community, (given) => {
        given.flags = { ...given.flags, files_tab: { everybody_can_create } };
      });
    const replies = [
      await services.call(readFolder, { parent: place }, options),
      await services.call(readFolderItem, { id }, options),
      await services.call(readVersions, { id }, options),
      await services.call(reportFile, { id, client_id: randomUUID() }, options),
      await folderReply(randomUUID(), {}, options),
      await services.call(restoreVersion, { id, version }, options),
      await services.call(updateFolderItem, { id, name: 'renamed' }, options),
      await services.call(updateFolderItem, { id, parent: rootFolder }, options),
      await services.call(deleteFolderItem, { id }, options),
      await services.call(deleteFolderItem, { id: place }, options),
      await services.call(restoreFolderItem, { id: place }, options),
    ];
    expect(replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code))).toEqual(codes);
    await services.call(deleteFolderItem, { id: place }, { as: chair });
  });

  it('lets owners change what is theirs, and delete a folder only while it contains nothing of others', async () => {
    await byEverybody(async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      const own = await folder('own', rootFolder, ann);
      const theirs = await file({ as: bob, name: 'bob.txt' }, own);
      expect((await update(ann, own, { name: 'renamed' })).status).toBe(200);
      expect((await update(ann, theirs.id, { name: 'x' })).body.code).toBe('FORBIDDEN');
      expect((await remove(ann, own)).body.code).toBe('FORBIDDEN');
      expect((await remove(bob, theirs.id)).status).toBe(200);
      expect((await remove(ann, own)).status).toBe(200);
      const binOf = async (as: TestMember) => (await services.call(readBin, {}, { as })).body.items.map(({ id }) => id);
      expect([await binOf(ann), await binOf(bob)]).toEqual([[own], [theirs.id]]);
      expect(await binOf(admin)).toEqual(expect.arrayContaining([own, theirs.id]));
      expect((await restore(bob, own)).body.code).toBe('NOT_FOUND');
      expect((await restore(ann, own)).status).toBe(200);
    });
  });

  it('refuses the upload of another member', async () => {
    await byEverybody(async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      const path = await upload(ann);
      const input = { client_id: randomUUID(), file: path };
      expect((await services.call(addFile, input, { as: bob })).body.code).toBe('FILE_NOT_FOUND');
      expect((await services.call(addFile, input, { as: ann })).status).toBe(200);
    });
  });
});
