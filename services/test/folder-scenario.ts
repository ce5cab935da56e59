import {
  addFile,
  createFolder,
  deleteFolderItem,
  readFolder,
  readFolderItem,
  restoreFolderItem,
  rootFolder,
  updateFolderItem,
} from '@paddock/contract/calls/folders';
import type { CallInput } from '@paddock/contract/core/call';
import { randomUUID } from 'node:crypto';
import type { CallOptions, DeploymentFile, TestMember, TestServices } from './start-test-services.js';
import { underFlags } from './under-flags.js';
import { uploadFile } from './uploads.js';

/** Adds the files tab to a deployment. */
export function withFiles(file: DeploymentFile): void {
  if (!file.tabs.includes('files')) file.tabs = [...file.tabs, 'files'];
  file['modules'] = { ...(file['modules'] as object), 'mfe-content': 'stable' };
}

/** What members do with files and folders; `admin` does what no other member is named for. */
export function folderScenario(services: () => TestServices, admin: () => TestMember) {
  const folderReply = (name: string, input: Partial<CallInput<typeof createFolder>> = {}, options?: CallOptions) =>
    services().call(createFolder, { client_id: randomUUID(), name, ...input }, options ?? { as: admin() });
  const folder = async (name: string = randomUUID(), parent: string = rootFolder, as = admin()) =>
    (await folderReply(name, { parent }, { as })).body.item.id;
  const upload = async (as: TestMember, name = 'rules.txt', content: string | Buffer = name) =>
    (await uploadFile(services(), as, { name, content })).body.path;
  const addReply = async (
    {
      as = admin(),
      name = `${randomUUID()}.txt`,
      content = 'text',
    }: { as?: TestMember; name?: string; content?: string },
    input: Partial<CallInput<typeof addFile>> = {},
  ) => services().call(addFile, { client_id: randomUUID(), file: await upload(as, name, content), ...input }, { as });
  const file = async (given: Parameters<typeof addReply>[0] = {}, parent: string = rootFolder) =>
    (await addReply(given, { parent })).body.item;
  const list = async (as: TestMember, parent: string = rootFolder) =>
    (await services().call(readFolder, { parent, count: 400 }, { as })).body;
  const names = async (as: TestMember, parent: string) => (await list(as, parent)).items.map(({ name }) => name);
  const item = async (as: TestMember, id: string) => (await services().call(readFolderItem, { id }, { as })).body.item;
  const update = (as: TestMember, id: string, input: { name?: string; parent?: string }) =>
    services().call(updateFolderItem, { id, ...input }, { as });
  const remove = (as: TestMember, id: string) => services().call(deleteFolderItem, { id }, { as });
  const restore = (as: TestMember, id: string) => services().call(restoreFolderItem, { id }, { as });
  async function whenTrue(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const byEverybody = (work: () => Promise<void>) =>
    underFlags(services(), 'motorsport', { files_tab: { everybody_can_create: true } }, work);

  return {
    folderReply,
    folder,
    upload,
    addReply,
    file,
    list,
    names,
    item,
    update,
    remove,
    restore,
    whenTrue,
    byEverybody,
  };
}
