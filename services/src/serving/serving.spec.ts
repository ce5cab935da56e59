import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { pagePolicy } from './page-policy.js';
import { serveIcons } from './serve-icons.js';
import { serveStatic } from './serve-static.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
  const { shellDir, deploymentsDir, dataDir, registryDir } = services.folders;
  await mkdir(join(shellDir, 'assets'));
  await writeFile(join(shellDir, 'assets/shell.0123456789ab.js'), '// shell');
  await writeFile(join(shellDir, '.env'), 'SECRET');
  await mkdir(join(deploymentsDir, 'assets'));
  await writeFile(join(deploymentsDir, 'assets/flag.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(dataDir, 'private.txt'), 'SECRET');
  await writeFile(join(registryDir, 'private.txt'), 'SECRET');
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
      expect([status, text]).toEqual([200, '<!doctype html><title>shell</title>']);
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
  ])('serves %s as %s, cached as %s', async (path, type, caching) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(headers['cache-control']).toBe(caching);
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
    expect(await raw(path)).not.toContain('SECRET');
  });

  it('returns 304 for an unchanged file', async () => {
    const first = await get('/deployments/flag.svg');
    const again = await get('/deployments/flag.svg', { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('sends immutable files compressed once ready, and uncompressed to clients without Brotli', async () => {
    const path = '/assets/large.0123456789ab.js';
    const text = `// ${'of the shell '.repeat(1000)}`;
    await writeFile(join(services.folders.shellDir, path), text);
    const sent = async (accepted: string) => {
      const response = await fetch(`http://127.0.0.1:${services.port}${path}`, {
        headers: { 'accept-encoding': accepted },
      });
      expect(await response.text()).toBe(text);
      return [response.headers.get('content-encoding'), Number(response.headers.get('content-length'))];
    };
    let [encoding, length] = await sent('gzip, br');
    for (let turn = 0; turn < 100 && !length; turn += 1) [encoding, length] = await sent('gzip, br');
    expect(encoding).toBe('br');
    expect(length).toBeLessThan(100);
    expect(await sent('br;q=0')).toEqual([null, text.length]);
    // A changed file under the same name is compressed again.
    await writeFile(join(services.folders.shellDir, path), text.replace('shell', 'Shell'));
    const changed = await fetch(`http://127.0.0.1:${services.port}${path}`, { headers: { 'accept-encoding': 'br' } });
    expect(await changed.text()).toContain('Shell');
  });

  it('never caches the API', async () => {
    for (const path of ['/api/boot', '/%61pi/boot', '/api/users/me', '/api/nothing', '/api/%zz'])
      expect((await get(path)).headers['cache-control']).toBe('no-store');
  });
});

describe(serveIcons, () => {
  it.each([
    ['/icon-180.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ])('serves %s as a square image', async (path, size) => {
    const reply = await fetch(`http://127.0.0.1:${services.port}${path}`);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(await sharp(await reply.arrayBuffer()).metadata()).toMatchObject({
      format: 'png',
      width: size,
      height: size,
    });
  });

  it.each(['motorsport', 'workplace'])('uses the accent and name of %s', async (community) => {
    const host = `${community}.localhost`;
    const { accent, title } = await bootOf(host);
    const icon = await get('/favicon.svg', { host });
    expect(icon.headers['content-type']).toContain('image/svg+xml');
    expect(icon.text).toContain(`fill="${accent}"`);
    const manifest = await get('/manifest.webmanifest', { host });
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(JSON.parse(manifest.text)).toMatchObject({
      name: title,
      icons: [{ sizes: '192x192' }, { sizes: '512x512' }],
    });
  });

  async function bootOf(host: string) {
    const { text } = await get('/api/boot', { host });
    const { look, community } = JSON.parse(text) as { look: { accent: string }; community: { title: string } };
    return { accent: look.accent, title: community.title };
  }
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
    expect(policy).not.toContain('frame-src');
  });

  it('allows React Aria’s style by the hash that Chromium reports', () => {
    expect(pagePolicy('a.localhost')).toMatch(/style-src 'self' 'sha256-[A-Za-z0-9+/]{43}=';/);
  });
});
