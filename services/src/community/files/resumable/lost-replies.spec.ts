import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { readFile, resumableUploadPath } from '@paddock/contract/calls/files';
import { MongoNetworkError } from 'mongodb';
import { startTestServices, type TestServices } from '../../../../test/start-test-services.js';
import { storedFilesOf } from '../../../../test/uploads.js';
import { FileRepository } from '../file.repository.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

it.each([
  ['stores a record and breaks off before its reply', true],
  ['breaks off before it stores a record', false],
])('an upload is whole after the next request when the database %s', async (_, isStored) => {
  const ann = await services.member();
  const send = (method: string, path: string, more: Record<string, string>, body?: string) =>
    services.request(method, `${resumableUploadPath}${path}`, {
      headers: {
        ...{ host: `${ann.community}.localhost`, authorization: `Bearer ${ann.token}`, 'tus-resumable': '1.0.0' },
        ...more,
      },
      ...(body && { body }),
    });
  const metadata = `filename ${Buffer.from('a.txt').toString('base64')}`;
  const { headers } = await send('POST', '', { 'upload-length': '5', 'upload-metadata': metadata });
  const id = String(headers['location']).split('/').at(-1)!;

  const { create } = FileRepository.prototype;
  jest.spyOn(FileRepository.prototype, 'create').mockImplementationOnce(async function (
    this: FileRepository,
    ...given
  ) {
    if (isStored) await create.apply(this, given);
    throw new MongoNetworkError('connection closed');
  });
  const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  expect((await send('PATCH', `/${id}`, part, 'whole')).status).toBe(503);

  expect((await send('HEAD', `/${id}`, {})).headers).toMatchObject({ 'upload-offset': '5', 'upload-length': '5' });
  const { body } = await services.call(readFile, { id }, { as: ann });
  expect((await services.request('GET', body.path)).text).toBe('whole');
  expect((await storedFilesOf(services)).filter((name) => name.includes(id))).toEqual([]);
});
