import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { login } from '@paddock/contract/calls/account';
import { readShouts } from '@paddock/contract/calls/shouts';
import { randomBytes } from 'node:crypto';
import { FormData, request } from 'undici';
import sharp from 'sharp';
import { formDispatcher } from '../../../../test/form-dispatcher.js';
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
    dispatcher: formDispatcher,
  });
  await reply.body.dump();
  return reply.statusCode;
}

/** Requests of a typical page: a stored file, a password check, the feed. Returns milliseconds. */
async function page(file: string): Promise<number> {
  const start = performance.now();
  await services.request('GET', file);
  const tried = await services.call(login, { username_or_email: ann.username, password: 'not her password' });
  expect(tried.body.code).toBe('INVALID_CREDENTIALS');
  expect((await services.call(readShouts, {}, { as: ann })).status).toBe(200);
  return performance.now() - start;
}

/** Reads the page again and again, one at a time. Returns the milliseconds of each. */
async function pagesFor(duration: number, file: string): Promise<number[]> {
  const end = performance.now() + duration;
  const times: number[] = [];
  while (performance.now() < end) times.push(await page(file));
  return times;
}

const p99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;

it('serves a page in twice its time at rest, or 120 ms more, while strangers and a member upload pictures that are slow to encode', async () => {
  const authorization = `Bearer ${ann.token}`;
  const form = new FormData();
  form.append('file', new Blob(['lap,time\n']), 'trace.csv');
  const file = await request(`http://127.0.0.1:${services.port}/api/files`, {
    method: 'POST',
    headers: { host: 'motorsport.localhost', authorization },
    body: form,
    dispatcher: formDispatcher,
  });
  const { path } = (await file.body.json()) as { path: string };
  // The first pages load code and open connections.
  await pagesFor(1_000, path);
  const rest = await pagesFor(4_000, path);
  const content = await noise(400, 6);
  let isOver = false;
  // Each sends the next picture as soon as the last one is stored, so that pictures wait all the time.
  const keepUploading = async (target: string, headers?: Record<string, string>) => {
    const statuses: number[] = [];
    while (!isOver) statuses.push(await upload(target, content, headers));
    return statuses;
  };
  const senders = [
    ...Array.from({ length: 6 }, () => keepUploading('/api/profile_images')),
    ...Array.from({ length: 4 }, () => keepUploading('/api/files', { authorization })),
  ];
  const calm = p99(rest);
  // The second limit allows for the noise of a busy machine where a page at rest is fast.
  const limit = Math.max(2 * calm, calm + 120);
  // Other work of the machine spoils one turn; uploads that take its place spoil all.
  let busy = Infinity;
  let attacked = 0;
  for (let turn = 0; turn < 3 && busy > limit; turn++) {
    const times = await pagesFor(8_000, path);
    attacked += times.length;
    busy = Math.min(busy, p99(times));
  }
  isOver = true;
  const statuses = (await Promise.all(senders)).flat();

  const samples = `${rest.length} and ${attacked} pages, ${statuses.length} uploads`;
  console.log(`p99 of a page: ${Math.round(calm)} ms at rest, ${Math.round(busy)} ms under attack (${samples})`);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(busy).toBeLessThanOrEqual(limit);
}, 90_000);
