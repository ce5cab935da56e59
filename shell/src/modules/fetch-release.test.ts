/** Uses Node's own fetch with integrity against a real server.
 * @jest-environment node
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Release } from './module-states';
import { fetchRelease } from './fetch-release';

const entry = 'assets/remote-entry.0123456789ab.js';
const exposed = 'assets/__federation_expose_lifecycles.0123456789ab.js';
const style = 'assets/12.0123456789ab.css';
const later = 'assets/34.0123456789ab.js';
const container = (shared: object[]) =>
  JSON.stringify({
    metaData: { globalName: 'mfe_x', remoteEntry: { path: '', name: entry } },
    shared,
    exposes: [{ assets: { js: { sync: [exposed] }, css: { sync: [style] } } }],
  });

let server: Server;
let base: string;
let files: Record<string, string>;
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const file = request.url!.slice(1);
    asked.push(file);
    const text = files[file];
    if (text === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  Object.assign(globalThis, { document: { baseURI: base } });
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  files = { 'mf-manifest.json': container([]), [entry]: 'a', [exposed]: 'b', [style]: 'c', [later]: 'd' };
});

function release({ contract = '^1.0.0' } = {}): Release {
  const integrity = Object.entries(files).map(([file, text]) => {
    return [file, `sha384-${createHash('sha384').update(text).digest('base64')}`];
  });
  const named = { id: 'mfe-x', version: '1.0.0', base, entry: 'mf-manifest.json', manifest: { contract } };
  return { ...named, integrity: Object.fromEntries(integrity) } as unknown as Release;
}

describe(fetchRelease, () => {
  it('requests each initial file once, and returns their list', async () => {
    expect(await fetchRelease(release())).toMatchObject({ globalName: 'mfe_x', entryFile: entry, exposed: [exposed] });
    expect(asked.sort()).toEqual([style, exposed, entry, 'mf-manifest.json'].sort());
  });

  it('requests every script and style on Retry', async () => {
    await fetchRelease(release(), true);
    expect(asked.sort()).toEqual([style, later, exposed, entry, 'mf-manifest.json'].sort());
  });

  /** As in the boot reply: the hash of the list, and the names of the first files. */
  function listedRelease(): Release {
    files['integrity.json'] = JSON.stringify(release().integrity);
    const { 'integrity.json': list = '' } = release().integrity;
    return { ...release(), integrity: { 'integrity.json': list }, first: ['mf-manifest.json', entry, exposed] };
  }

  it('requests the first files together with their list, and verifies each against it', async () => {
    const { integrity } = release();
    const listed = listedRelease();
    expect((await fetchRelease(listed)).release.integrity).toEqual(integrity);
    expect(asked.slice(0, 4).sort()).toEqual(['integrity.json', 'mf-manifest.json', entry, exposed].sort());
    files[entry] = 'altered';
    await expect(fetchRelease(listed)).rejects.toMatchObject({ code: 'MODULE_INTEGRITY' });
  });

  it('uses no hash of an altered list', async () => {
    const listed = listedRelease();
    files[entry] = 'altered';
    files['integrity.json'] = JSON.stringify(release().integrity);
    await expect(fetchRelease(listed)).rejects.toMatchObject({ code: 'MODULE_INTEGRITY' });
    expect(asked).not.toContain(style);
  });

  it('refuses a release without its list', async () => {
    const listed = listedRelease();
    delete files['integrity.json'];
    await expect(fetchRelease(listed)).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' });
  });

  it('requests every file from the server on Retry, and none twice', async () => {
    await fetchRelease(listedRelease(), true);
    expect(asked.sort()).toEqual([...Object.keys(files)].sort());
  });

  it.each([entry, exposed, style])('refuses a release with an altered %s', async (file) => {
    const sound = release();
    files[file] = 'altered';
    await expect(fetchRelease(sound)).rejects.toMatchObject({ code: 'MODULE_INTEGRITY', module: 'mfe-x' });
  });

  it('refuses a release for another contract before any further request', async () => {
    await expect(fetchRelease(release({ contract: '^99.0.0' }))).rejects.toMatchObject({ code: 'CONTRACT_MISMATCH' });
    expect(asked).toEqual([]);
  });

  it('refuses a release that needs a missing shared module', async () => {
    files['mf-manifest.json'] = container([{ name: 'react', requiredVersion: '^99.0.0' }]);
    await expect(fetchRelease(release())).rejects.toMatchObject({
      code: 'CONTRACT_MISMATCH',
      message: expect.stringContaining('wants react ^99.0.0') as unknown,
    });
  });
});
