import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile, resumableUploadPath } from '@paddock/contract/calls/files';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startTestServices, type TestServices } from '../../../../test/start-test-services.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const megabyte = 1_000_000;
/** `UPLOAD_MB=180` measures the largest upload. */
const megabytes = Number(process.env['UPLOAD_MB'] ?? 40);

it('receives a large upload, cut half way and resumed, with at most 100 MB of memory above rest', async () => {
  const ann = await services.member();
  const headers = {
    ...{ host: 'motorsport.localhost', authorization: `Bearer ${ann.token}` },
    'tus-resumable': '1.0.0',
  };
  const size = megabytes * megabyte;
  const metadata = `filename ${Buffer.from('race.bin').toString('base64')}`;
  const { headers: created } = await services.request('POST', resumableUploadPath, {
    headers: { ...headers, 'upload-length': String(size), 'upload-metadata': metadata },
  });
  const path = String(created['location']);
  const part = randomBytes(megabyte);

  /** Sends megabytes from an offset; resolves to the status, or to nothing when it cuts the connection itself. */
  const send = async (offset: number, count: number) => {
    const sending = request({
      ...{ host: '127.0.0.1', port: services.port, method: 'PATCH', path },
      headers: {
        ...headers,
        ...{ 'content-type': 'application/offset+octet-stream', 'upload-offset': offset },
        'content-length': size - offset,
      },
    });
    const isCut = offset + count * megabyte < size;
    const reply = isCut ? undefined : once(sending, 'response');
    sending.on('error', () => undefined);
    for (let sent = 0; sent < count; sent++) if (!sending.write(part)) await once(sending, 'drain');
    if (!reply) return void sending.destroy();
    sending.end();
    const [{ statusCode }] = (await reply) as [{ statusCode: number }];
    return statusCode;
  };

  const rest = process.memoryUsage().rss;
  let most = rest;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  await send(0, megabytes / 2);
  await setTimeout(500);
  const head = await services.request('HEAD', path, { headers });
  const offset = Number(head.headers['upload-offset']);
  // All that was sent, but for what the connection still held.
  expect(offset).toBeGreaterThan((megabytes / 2 - 5) * megabyte);
  expect(offset).toBeLessThan(size);
  const left = size - offset;
  // The first bytes make the rest whole megabytes.
  const odd = left % megabyte;
  if (odd > 0) {
    const first = await services.request('PATCH', path, {
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: 'x'.repeat(odd),
    });
    expect(first.status).toBe(204);
  }
  expect(await send(offset + odd, (left - odd) / megabyte)).toBe(204);
  clearInterval(watch);
  console.log(
    `${megabytes} MB resumed at ${offset} bytes, at most ${Math.round((most - rest) / megabyte)} MB above rest`,
  );
  expect(most - rest).toBeLessThan(100 * megabyte);
  const id = path.split('/').at(-1)!;
  expect((await services.call(readFile, { id }, { as: ann })).body.size).toBe(size);
}, 300_000);
