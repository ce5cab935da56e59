import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { storedFilesOf } from '../../../test/uploads.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const head = (filename: string) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: text/plain\r\n\r\n`;
const whole = `${head('a.txt')}content\r\n--x--\r\n`;

async function send(path: string, as: TestMember | undefined, body: string) {
  const { status, text } = await services.request('POST', `/api${path}`, {
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      ...(as && { authorization: `Bearer ${as.token}` }),
    },
    body,
  });
  return { status, body: JSON.parse(text) as { code?: string; name?: string } };
}

describe('a multipart body', () => {
  const ends = [0, 1, 3, 5, 40, head('a.txt').length - 2, head('a.txt').length, whole.length - 20, whole.length - 6];

  it.each(ends.map((length) => [length]))('that ends after %d bytes is MALFORMED_REQUEST', async (length) => {
    const before = await storedFilesOf(services);
    const ann = await services.member();
    for (const [path, as] of [
      ['/files', ann],
      ['/profile_images', ann],
      ['/profile_images', undefined],
    ] as const) {
      const { status, body } = await send(path, as, whole.slice(0, length));
      expect([path, status, body.code]).toEqual([path, 400, expect.stringMatching(/MALFORMED_REQUEST|INVALID_INPUT/)]);
    }
    expect(await storedFilesOf(services)).toEqual(before);
  });

  it.each([
    ['as browsers write it', 'lap %22one%22.txt', 'lap "one".txt'],
    ['as other clients write it', 'lap \\"one\\".txt', 'lap "one".txt'],
    ['an apostrophe', "Ann's laps.txt", "Ann's laps.txt"],
    ['a semicolon', 'a; filename=b.txt', 'a; filename=b.txt'],
  ])('keeps a quotation mark in a file name: %s', async (_, written, name) => {
    const ann = await services.member();
    const { status, body } = await send('/files', ann, `${head(written)}content\r\n--x--\r\n`);
    expect([status, body.name]).toEqual([200, name]);
  });
});
