import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { mailTo } from '../../../test/mails.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { uploadFile } from '../../../test/uploads.js';
import { StartError } from '../start-error.js';
import { ownDataFolder } from './own-data-folder.js';

let services: TestServices;
beforeAll(async () => {
  // As in a shell whose files everybody may read.
  process.umask(0o022);
  services = await startTestServices();
});
afterAll(() => services.close());

/** What others than the owner may do with the files and folders below, and with the folder itself. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))];
  const modes = await Promise.all(names.map(async (name) => ({ name, mode: (await stat(join(folder, name))).mode })));
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name);
}

describe(ownDataFolder, () => {
  it('keeps uploads, mails and secrets for the owner', async () => {
    const member = await services.member();
    const { status } = await uploadFile(services, member, { name: 'notes.txt', content: 'for the crew' });
    expect(status).toBe(200);
    await services.call(sendResetPasswordLink, { email: member.row.email });
    await mailTo(services, member.row.email, 'reset_password');
    const { dataDir } = services.folders;
    expect(await openToOthers(dataDir)).toEqual([]);
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['files', 'mail', 'secret']));
  });

  it('closes a folder that was open', async () => {
    const { dataDir } = services.folders;
    await chmod(dataDir, 0o755);
    ownDataFolder(dataDir);
    expect(await openToOthers(dataDir)).toEqual([]);
  });

  it('refuses what is no folder of its own', () => {
    expect(() => ownDataFolder(join(services.folders.dataDir, 'secret'))).toThrow(StartError);
  });
});
