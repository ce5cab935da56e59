/** Uses Node's own fetch with integrity against a real server.
 * @jest-environment node
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { explainLoadFailure, fetchReleaseFile } from './release-files';
import type { Release } from './module-states';

const bytes = 'export const a = 1;';
const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
let server: Server;
let release: Release;
/** Ends the time for `late/a.js` at its third request. */
const timeIsOver = new AbortController();
/** Requests so far, by address. */
const requests = new Map<string, number>();

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, kind] = request.url!.split('/');
    const count = (requests.get(request.url!) ?? 0) + 1;
    requests.set(request.url!, count);
    const refusals = { once: 1, thrice: 6, late: 2, busy: Infinity }[kind!] ?? 0;
    if (kind === 'late' && count > 2) return timeIsOver.abort();
    if (count <= refusals || (kind === 'alternating' && count % 2 === 1))
      return response.writeHead(503, { 'Content-Type': 'text/html' }).end('busy');
    if (kind === 'missing') return response.writeHead(404).end('no');
    if (kind === 'page') return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');
    return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(kind === 'altered' ? `${bytes} ` : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  Object.assign(globalThis, { document: { baseURI: base } });
  const files = [
    'sound/a.js',
    'altered/a.js',
    'missing/a.js',
    'page/a.js',
    'once/a.js',
    'thrice/a.js',
    'alternating/a.js',
    'busy/a.js',
    'late/a.js',
  ];
  release = {
    id: 'mfe-x',
    version: '1.0.0',
    base,
    integrity: Object.fromEntries(files.map((file) => [file, integrity])),
  } as unknown as Release;
});
afterAll(() => void server.close());

afterEach(() => {
  jest.restoreAllMocks();
});

describe(fetchReleaseFile, () => {
  it('returns a file whose bytes match the list', async () =>
    expect(await (await fetchReleaseFile(release, 'sound/a.js')).text()).toBe(bytes));

  it.each([
    ['unlisted/a.js', 'MODULE_UNLISTED'],
    ['altered/a.js', 'MODULE_INTEGRITY'],
    ['missing/a.js', 'MODULE_NOT_FOUND'],
    ['page/a.js', 'MODULE_NOT_JAVASCRIPT'],
  ])('refuses %s with %s', (file, code) =>
    expect(fetchReleaseFile(release, file)).rejects.toMatchObject({ code, module: 'mfe-x', version: '1.0.0' }),
  );

  // Each attempt makes a second request that shows why the first failed: the file may be there by then.
  it.each(['once/a.js', 'thrice/a.js', 'alternating/a.js'])(
    'returns a file that a proxy refused before: %s',
    async (file) => {
      requests.clear();
      expect(await (await fetchReleaseFile(release, file, { pause: 1 })).text()).toBe(bytes);
      expect(requests.get(`/${file}`)).toBeGreaterThan(1);
    },
  );

  it('throws a temporary error for a file that stays refused', async () => {
    requests.clear();
    await expect(fetchReleaseFile(release, 'busy/a.js', { pause: 1 })).rejects.toMatchObject({
      code: 'MODULE_NOT_FOUND',
      isTemporary: true,
    });
    expect(requests.get('/busy/a.js')).toBe(8);
    await expect(fetchReleaseFile(release, 'missing/a.js', { pause: 1 })).rejects.toMatchObject({ isTemporary: false });
    // The second shows the reason.
    expect(requests.get('/missing/a.js')).toBeLessThanOrEqual(2);
  });

  it('throws a temporary error when the time ends after a refusal', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeIsOver.signal);
    await expect(fetchReleaseFile(release, 'late/a.js', { pause: 1 })).rejects.toMatchObject({
      code: 'MODULE_NOT_FOUND',
      isTemporary: true,
    });
  });

  it('throws MODULE_NOT_FOUND for an unreachable server', () =>
    expect(fetchReleaseFile({ ...release, base: 'http://127.0.0.1:1/' }, 'sound/a.js')).rejects.toMatchObject({
      code: 'MODULE_NOT_FOUND',
    }));
});

describe(explainLoadFailure, () => {
  it('returns MODULE_NOT_FOUND for a stylesheet, whose fault the browser hides', () =>
    expect(explainLoadFailure(release, { name: 'ChunkLoadError', request: undefined })).resolves.toMatchObject({
      error: { code: 'MODULE_NOT_FOUND', module: 'mfe-x' },
    }));

  it('returns MODULE_NOT_FOUND for a shared part, which is a file of the shell', () =>
    expect(explainLoadFailure(release, { name: 'ChunkLoadError', request: '/assets/7469.js' })).resolves.toMatchObject({
      error: { code: 'MODULE_NOT_FOUND' },
    }));

  it('explains no other error', () => expect(explainLoadFailure(release, new Error('x'))).toBeUndefined());

  const lost = (file: string) => ({ name: 'ChunkLoadError', request: release.base + file });

  it.each([
    ['altered/a.js', 'MODULE_INTEGRITY'],
    ['missing/a.js', 'MODULE_NOT_FOUND'],
  ])('explains the failed chunk %s: %s', async (file, code) =>
    expect(await explainLoadFailure(release, lost(file))).toEqual({
      error: expect.objectContaining({ code, module: 'mfe-x', version: '1.0.0' }),
    }),
  );

  it('names a file that the server has again', async () =>
    expect(await explainLoadFailure(release, lost('sound/a.js'))).toEqual({
      error: expect.objectContaining({ code: 'MODULE_NOT_FOUND', isTemporary: true }),
      back: release.base + 'sound/a.js',
    }));

  it("ignores the module's own errors", () => {
    expect(explainLoadFailure(release, new Error('planted'))).toBeUndefined();
    expect(explainLoadFailure(release, undefined)).toBeUndefined();
  });
});
