import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile, resumableUploadPath, type AttachedFile } from '@paddock/contract/calls/files';
import type { ErrorReply } from '@paddock/contract/core/errors';
import sharp from 'sharp';
import { request } from 'undici';
import { type HostileFile, hostileFiles, marker } from '../../../test/hostile-files.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { uploadFile } from '../../../test/uploads.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const origin = () => `http://127.0.0.1:${services.port}`;

/** Half of the files in one request, half by the protocol for parts, whose names may have any characters. */
async function send(member: TestMember, { name, content }: HostileFile, byParts: boolean) {
  if (!byParts) return uploadFile(services, member, { name, content });
  const headers = { host: 'motorsport.localhost', authorization: `Bearer ${member.token}` };
  const reply = await request(`${origin()}${resumableUploadPath}`, {
    method: 'POST',
    headers: {
      ...{ ...headers, 'tus-resumable': '1.0.0', 'upload-length': String(content.length) },
      ...{ 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` },
      'content-type': 'application/offset+octet-stream',
    },
    body: content,
  });
  if (reply.statusCode !== 201)
    return { status: reply.statusCode, body: (await reply.body.json()) as AttachedFile & ErrorReply };
  await reply.body.dump();
  const id = String(reply.headers['location']).split('/').at(-1)!;
  return services.call(readFile, { id }, { as: member });
}

async function settled(member: TestMember, file: AttachedFile): Promise<AttachedFile> {
  let now = file;
  while (now.processing !== undefined) {
    await new Promise((done) => setTimeout(done, 200));
    now = (await services.call(readFile, { id: file.id }, { as: member })).body;
  }
  return now;
}

/** What is wrong with how a file was stored; undefined if nothing is. */
async function faultOf(member: TestMember, file: HostileFile, byParts: boolean): Promise<string | undefined> {
  const { status, body } = await send(member, file, byParts);
  if (status !== 200) {
    if (status !== 400 || body.code !== 'INVALID_FILE') return `${status} ${body.code}`;
    return file.outcome === undefined || file.outcome === 'refused' ? undefined : `refused, not ${file.outcome}`;
  }
  if (file.outcome === 'refused') return `stored as ${body.type}`;
  const stored = await settled(member, body);
  if (/[\p{Cc}\p{Cf}/\\]/u.test(stored.name) || stored.name.length > 140 || /^\.*$/.test(stored.name))
    return `named ${JSON.stringify(stored.name)}`;
  const reply = await request(`${origin()}${stored.path}`, { headers: { host: 'motorsport.localhost' } });
  const content = Buffer.from(await reply.body.arrayBuffer());
  const { headers } = reply;
  if (headers['x-content-type-options'] !== 'nosniff') return 'sniffed';
  if (headers['content-security-policy'] !== "default-src 'none'; sandbox") return 'no policy';
  const isDownload = String(headers['content-disposition']).startsWith('attachment');
  if (stored.type === 'application/octet-stream')
    return isDownload && file.outcome !== 'harmless' ? undefined : `a ${isDownload ? 'download' : 'page'}`;
  if (file.outcome === 'download') return `shown as ${stored.type}`;
  if (!stored.type.startsWith('image/')) return `stored as ${stored.type}`;
  const { format, exif, width, height } = await sharp(content, { animated: true }).metadata();
  if (`image/${format}` !== stored.type || exif) return `${format} as ${stored.type}`;
  if (Math.max(width, height) > 1920) return `${width}×${height}`;
  return content.includes(marker) ? 'the payload is still inside' : undefined;
}

it('stores no hostile file as what it is not, answers each, and needs bounded memory', async () => {
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(500);
  const members = await Promise.all(Array.from({ length: 6 }, () => services.member()));
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const faults: string[] = [];
  const waiting = files.entries();
  await Promise.all(
    members.map(async (member) => {
      for (const [index, file] of waiting) {
        const fault = await faultOf(
          member,
          file,
          index % 2 === 0 || file.name.length > 200 || !/^[\w.-]+$/.test(file.name),
        );
        if (fault) faults.push(`${index} ${JSON.stringify(file.name.slice(0, 60))}: ${fault}`);
      }
    }),
  );
  clearInterval(watch);
  console.log(`${files.length} hostile files, at most ${Math.round((most - before) / 1e6)} MB more than before`);
  expect(faults).toEqual([]);
  expect(most - before).toBeLessThan(500_000_000);
  // The image processes live: the next picture is drawn.
  const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect((await uploadFile(services, members[0], { name: 'good.png', content })).status).toBe(200);
  expect(services.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
}, 300_000);
