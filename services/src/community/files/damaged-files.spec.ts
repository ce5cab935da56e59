import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { storedFilesOf, uploadFile } from '../../../test/uploads.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const get = (path: string) => services.request('GET', path);

describe('a content that the disk has altered', () => {
  it.each<[string, (content: Buffer) => Buffer]>([
    ['by a bit', (content) => content.fill(content.at(-1)! ^ 1, content.length - 1)],
    ['by its end', (content) => content.subarray(0, 100_000)],
  ])('%s never arrives whole, and is logged', async (_, alter) => {
    const ann = await services.member();
    const before = await storedFilesOf(services);
    const { body } = await uploadFile(services, ann, { name: 'lap.bin', content: randomBytes(300_000) });
    expect(Buffer.byteLength((await get(body.path)).text)).toBeGreaterThan(0);
    const [name] = (await storedFilesOf(services)).filter((one) => !before.includes(one));
    const path = join(services.folders.dataDir, 'files', name!);
    await writeFile(path, alter(await readFile(path)));
    const damaged = () => services.log.filter((line) => line.includes('a stored file is damaged')).length;
    const logged = damaged();
    const status = await get(body.path).then(
      (reply) => reply.status,
      () => 'cut off',
    );
    expect(['cut off', 500]).toContain(status);
    // The client may see the end first.
    while (damaged() === logged) await new Promise((turn) => setImmediate(turn));
  });
});
