import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { login } from '@paddock/contract/calls/account';
import { readShouts } from '@paddock/contract/calls/shouts';
import { randomBytes } from 'node:crypto';
import { FormData, request } from 'undici';
import sharp from 'sharp';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';

let services: TestServices;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  ann = await services.member();
});
afterAll(() => services.close());

/** An animation of noise, the slowest content to encode. */
async function noise(side: number, frames: number): Promise<Blob> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const pictures = Array.from({ length: frames }, () =>
    sharp(randomBytes(side * side * 3), { raw })
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(pictures), { join: { animated: true } });
  return new Blob([new Uint8Array(await joined.gif({ effort: 1, dither: 0 }).toBuffer())]);
}

async function upload(path: string, content: Blob, headers: Record<string, string> = {}): Promise<number> {
  const body = new FormData();
  body.append('file', content, 'me.gif');
  const reply = await request(`http://127.0.0.1:${services.port}${path}`, {
    method: 'POST',
    headers: { host: 'motorsport.localhost', ...headers },
    body,
  });
  await reply.body.dump();
  return reply.statusCode;
}

/** What a page needs: a stored file, a password check, the feed. Returns milliseconds. */
async function page(file: string): Promise<number> {
  const start = performance.now();
  await services.request('GET', file);
  const tried = await services.call(login, { username_or_email: ann.username, password: 'not her password' });
  expect(tried.body.code).toBe('INVALID_CREDENTIALS');
  expect((await services.call(readShouts, {}, { as: ann })).status).toBe(200);
  return performance.now() - start;
}

it('serves pages at once while strangers and a member upload pictures that are slow to encode', async () => {
  const authorization = `Bearer ${ann.token}`;
  const form = new FormData();
  form.append('file', new Blob(['lap,time\n']), 'trace.csv');
  const file = await request(`http://127.0.0.1:${services.port}/api/files`, {
    method: 'POST',
    headers: { host: 'motorsport.localhost', authorization },
    body: form,
  });
  const { path } = (await file.body.json()) as { path: string };
  const rest: number[] = [];
  while (rest.length < 20) rest.push(await page(path));

  const content = await noise(400, 12);
  const uploads = [
    ...Array.from({ length: 6 }, () => upload('/api/profile_images/sign_up', content)),
    ...Array.from({ length: 4 }, () => upload('/api/files', content, { authorization })),
  ];
  let isOver = false;
  const ended = Promise.all(uploads).finally(() => (isOver = true));
  const times: number[] = [];
  while (!isOver && times.length < 20) times.push(await page(path));
  const worst = (of: number[]) => `${Math.round(Math.max(...of))} ms`;
  console.log(`slowest page: ${worst(rest)} at rest, ${worst(times)} with ${uploads.length} uploads`);
  // With encoding in the threads of this process, the slowest page waits for several pictures.
  expect(Math.max(...times)).toBeLessThan(1_500);
  expect(await ended).toEqual(uploads.map(() => 200));
});
