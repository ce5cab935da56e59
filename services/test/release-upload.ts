import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { ReleaseKeys } from '../src/deployment/uploads/release-keys.js';
import type { TestServices } from './start-test-services.js';

export interface TestRelease {
  id: string;
  version: string;
  /** Path → content; `integrity.json` is that of the others. */
  files: Record<string, string | Buffer>;
}

const sha384 = (content: string | Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** The files of a release as the build writes them. `changes` replaces files, and removes those that are undefined, before the hashes. */
export function testRelease(
  version: string,
  { id = 'mfe-timing', manifest = {}, changes = {} }: ReleaseChanges = {},
): TestRelease {
  const entry = { path: 'assets', name: 'entry.js' };
  const loaded = { js: { sync: ['assets/first.js'] }, css: { sync: [] } };
  const all: Record<string, string | Buffer | undefined> = {
    'manifest.json': JSON.stringify({
      id,
      title: { en: 'Timing' },
      version,
      contract: '^1.0.0',
      tabs: [{ id: id.slice('mfe-'.length), title: { en: 'Timing' }, icon: [['circle', { r: 9 }]] }],
      calls: ['GET /workplaces'],
      budget_kb: 10,
      ...manifest,
    }),
    'mf-manifest.json': JSON.stringify({ metaData: { remoteEntry: entry }, exposes: [{ assets: loaded }] }),
    'assets/entry.js': `// ${version}`,
    'assets/first.js': '// first',
    ...changes,
  };
  const files = Object.entries(all).flatMap(([path, content]): [string, string | Buffer][] =>
    content === undefined ? [] : [[path, content]],
  );
  const hashed = files.filter(([path]) => !/\.(br|gz)$/.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const integrity = Object.fromEntries(hashed.map(([path, content]) => [path, sha384(content)]));
  return { id, version, files: { ...Object.fromEntries(files), 'integrity.json': JSON.stringify(integrity, null, 2) } };
}

interface ReleaseChanges {
  id?: string;
  manifest?: Record<string, unknown>;
  changes?: Record<string, string | Buffer | undefined>;
}

export interface UploadOptions {
  key?: string;
  query?: string;
  headers?: Record<string, string>;
  /** Instead of the files in a form. */
  body?: Buffer | string;
}

/** Sends a release as the command does. */
export async function upload(services: TestServices, release: TestRelease, options: UploadOptions = {}) {
  const { key, query = '', headers, body } = options;
  const form = new FormData();
  for (const [path, content] of Object.entries(release.files))
    form.append(path, new Blob([Buffer.from(content as Buffer)]), 'file');
  const encoded = new Response(form);
  const address = `http://127.0.0.1:${services.port}/api/releases/${release.id}/${release.version}${query}`;
  const response = await request(address, {
    method: 'POST',
    body: body ?? Buffer.from(await encoded.arrayBuffer()),
    headers: {
      'content-type': encoded.headers.get('content-type')!,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
  });
  return { status: response.statusCode, body: (await response.body.json()) as Record<string, unknown> };
}

let made = 0;

/** A key of the module, by default for `mfe-timing` and no channel. */
export async function releaseKey(
  services: TestServices,
  { name = `team-${++made}`, modules = ['mfe-timing'], channels = [] as string[], days }: TestKey = {},
) {
  const key = await services.get(ReleaseKeys).make({ name, modules, channels, days, by: 'ann' });
  return { name, key: key! };
}

interface TestKey {
  name?: string;
  modules?: string[];
  channels?: string[];
  days?: number;
}

/** A multipart body whose parts have exactly these names. */
export function form(parts: readonly (readonly [disposition: string, content: string | Buffer])[], end = true) {
  const boundary = randomUUID();
  const body = Buffer.concat([
    ...parts.map(([disposition, content]) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(end ? `--${boundary}--\r\n` : ''),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** The disposition of a file's part. */
export const filePart = (path: string) => `name="${path}"; filename="file"`;

/** The names of everything around the registry, where a hostile path could lead, without uploads under way. */
export const namesAroundRegistry = async ({ folders: { registryDir } }: TestServices): Promise<string[]> =>
  (await readdir(join(registryDir, '..'), { recursive: true }))
    .filter((name) => !/^(data|registry\/\.building)/.test(name))
    .sort();

/** Status and code of a refused upload. */
export async function refusalOf(reply: ReturnType<typeof upload>): Promise<[number, unknown]> {
  const { status, body } = await reply;
  return [status, body['code']];
}
