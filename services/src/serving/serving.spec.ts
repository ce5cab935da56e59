import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { pagePolicy } from './page-policy.js';
import { serveStatic } from './serve-static.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
  const { shellDir, deploymentsDir, dataDir, registryDir } = services.folders;
  await mkdir(join(shellDir, 'assets'));
  await writeFile(join(shellDir, 'assets/shell.0123456789ab.js'), '// shell');
  await writeFile(join(shellDir, 'push-worker.js'), '// worker');
  await writeFile(join(shellDir, '.env'), 'SECRET');
  await mkdir(join(deploymentsDir, 'assets'));
  for (const name of ['flag.svg', 'sponsor-20261128.svg'])
    await writeFile(join(deploymentsDir, 'assets', name), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(dataDir, 'private.txt'), 'SECRET');
  await writeFile(join(registryDir, 'private.txt'), 'SECRET');
  for (const [file, path] of [
    [join(shellDir, 'assets/shell.0123456789ab.js'), '/assets/shell.0123456789ab.js'],
    [join(registryDir, 'mfe-chats/1.0.0/assets/entry.js'), '/mfe-chats/1.0.0/assets/entry.js'],
  ] as const) {
    await writeFile(`${file}.br`, brotliCompressSync(`br copy of ${path}`));
    await writeFile(`${file}.gz`, gzipSync(`gzip copy of ${path}`));
  }
});
afterAll(() => services.close());

const get = (path: string, headers = {}) => services.request('GET', path, { headers });

/** A request whose path no client library has tidied. */
function raw(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(services.port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: motorsport.localhost\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

describe(serveStatic, () => {
  it.each(['/', '/login', '/reset_password/x-y_z', '/loading?code=1&state=2', '/activation/abc', '/index.html'])(
    'serves the page for %s, uncached, under the strict policy',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(text).toMatch(/^<!doctype html><title>Meridian GT<\/title>/);
      expect(headers['cache-control']).toBe('no-store');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it.each([
    ['/mfe-chats/1.0.0/assets/entry.js', 'application/javascript', 'public, max-age=31536000, immutable'],
    ['/assets/shell.0123456789ab.js', 'application/javascript', 'public, max-age=31536000, immutable'],
    ['/deployments/flag.svg', 'image/svg+xml', 'no-cache'],
    ['/deployments/sponsor-20261128.svg', 'image/svg+xml', 'no-cache'],
  ])('serves %s as %s, cached as %s', async (path, type, caching) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(headers['cache-control']).toBe(caching);
  });

  it('serves the service worker with a policy of its own, never from a cache', async () => {
    const { status, headers } = await get('/push-worker.js');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-security-policy']).toBe("default-src 'none'; img-src 'self'");
  });

  it('serves the workers of modules with a policy under which they import scripts and nothing else', async () => {
    await writeFile(join(services.folders.registryDir, 'mfe-chats/1.0.0/assets/pdf.mjs'), 'export {}');
    const { status, headers } = await get('/mfe-chats/1.0.0/assets/pdf.mjs');
    expect([status, headers['content-security-policy']]).toEqual([200, "default-src 'none'; script-src 'self'"]);
  });

  it.each([
    '/mfe-chats/1.0.0/assets/missing.js',
    '/mfe-chats/2.0.0/assets/entry.js',
    '/assets/missing.js',
    '/mfe-chats/1.0.0/',
    '/mfe-chats/1%00/assets.js',
  ])('returns 404 for %s instead of the page', async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/../data/private.txt',
    '/%2e%2e/data/private.txt',
    '/..%2fdata%2fprivate.txt',
    '/%252e%252e/data/private.txt',
    '/assets/../../data/private.txt',
    '/mfe-chats/1.0.0/../../private.txt',
    '/mfe-chats/1.0.0/..%2f..%2fprivate.txt',
    '/mfe-chats/1..%2f../private.txt',
    '/deployments/..%5c..%5cdata%5cprivate.txt',
    '/.env',
    '/assets/shell.0123456789ab.js%00.txt',
  ])('refuses %s', async (path) => {
    const reply = await raw(path);
    expect(reply).toMatch(/^HTTP\/1.1 40[04] /);
    expect(reply).toMatch(/"code":"(NOT_FOUND|MALFORMED_REQUEST)"/);
    expect(reply).not.toContain('SECRET');
  });

  it('returns 304 for an unchanged file', async () => {
    const first = await get('/deployments/flag.svg');
    const again = await get('/deployments/flag.svg', { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['/assets/shell.0123456789ab.js', 'gzip, br', 'br'],
    ['/assets/shell.0123456789ab.js', 'gzip', 'gzip'],
    ['/assets/shell.0123456789ab.js', 'br;q=0', null],
    ['/mfe-chats/1.0.0/assets/entry.js', 'gzip, deflate, br', 'br'],
  ])('sends %s to a client that accepts %s with the encoding %s, cached and typed as uncompressed', async (...row) => {
    const [path, accepted, encoding] = row;
    const [sent, plain] = (await Promise.all(
      [accepted, 'identity'].map((each) =>
        fetch(`http://127.0.0.1:${services.port}${path}`, { headers: { 'accept-encoding': each } }),
      ),
    )) as [Response, Response];
    expect(await sent.text()).toBe(encoding ? `${encoding} copy of ${path}` : await plain.text());
    expect(sent.headers.get('content-encoding')).toBe(encoding);
    expect(sent.headers.get('vary')).toBe('accept-encoding');
    for (const name of ['cache-control', 'content-type', 'x-content-type-options', 'content-security-policy'])
      expect(sent.headers.get(name)).toBe(plain.headers.get(name));
    if (encoding) expect(sent.headers.get('etag')).not.toBe(plain.headers.get('etag'));
  });

  it('sends the new bytes of a file that is replaced', async () => {
    const path = '/assets/replaced.0123456789ab.js';
    const file = join(services.folders.shellDir, path);
    for (const text of ['// one', '// two']) {
      await Promise.all([writeFile(file, text), writeFile(`${file}.br`, brotliCompressSync(text))]);
      for (const encoding of ['br', 'identity']) {
        const headers = { 'accept-encoding': encoding };
        expect(await (await fetch(`http://127.0.0.1:${services.port}${path}`, { headers })).text()).toBe(text);
      }
    }
  });

  it('answers ranges of a file, and 404 outside of it', async () => {
    const part = await get('/assets/shell.0123456789ab.js', { range: 'bytes=3-4' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'sh', 'bytes 3-4/8']);
    expect((await get('/assets/shell.0123456789ab.js', { range: 'bytes=99-' })).status).toBe(404);
  });

  it('never caches the API', async () => {
    for (const path of ['/api/boot', '/%61pi/boot', '/api/users/me', '/api/nothing', '/api/%zz'])
      expect((await get(path)).headers['cache-control']).toBe('no-store');
  });
});

describe(pagePolicy, () => {
  it('lists the host for WebSockets and accepts no directives from it', () => {
    expect(pagePolicy('[::1]:4000')).toContain("connect-src 'self' ws://[::1]:4000 wss://[::1]:4000;");
    expect(pagePolicy('a.localhost; script-src-elem *')).toContain("connect-src 'self';");
  });

  it('lets pictures, forms and, without a web view, frames come from and lead to nowhere else', () => {
    const policy = pagePolicy('a.localhost');
    for (const rule of ["default-src 'none'", "img-src 'self' data: blob:", "form-action 'self'", "script-src 'self'"])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).toContain("frame-src 'self';");
  });

  it('allows React Aria’s style by the hash that Chromium reports', () => {
    expect(pagePolicy('a.localhost')).toMatch(/style-src 'self' 'sha256-[A-Za-z0-9+/]{43}=';/);
  });
});
