import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deployment, type Deployment } from '@paddock/contract/core/deployment';
import fastify, { type FastifyInstance } from 'fastify';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { communityPage } from './community-page.js';
import { serveIcons } from './serve-icons.js';

const square = (colour: string, size = 600) =>
  sharp({ create: { width: size, height: size, channels: 4, background: colour } })
    .png()
    .toBuffer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#00f"/></svg>';

const communityOf = (look: object = {}, more: object = {}) =>
  deployment.parse({
    ...{ id: 'club', title: 'Club', tabs: ['chats'], modules: {}, ...more },
    look: { accent: '#ff5b1f', ...look },
  });

let folder: string;
let app: FastifyInstance;
let community: Deployment | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-icons-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/icon.svg'), svg);
  await writeFile(join(folder, 'assets/icon.png'), await square('#00ff0080'));
  await writeFile(join(folder, 'assets/text.png'), 'no picture');
  await writeFile(join(folder, 'assets/cut.png'), (await square('#ff0000')).subarray(0, 60));
  app = fastify();
  serveIcons(app, { ofHost: () => community }, { deploymentsDir: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string) => app.inject({ url });
/** The size of a picture, and the colours of its corner and its centre. */
async function pictureAt(url: string) {
  const { data, info } = await sharp((await get(url)).rawPayload)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { size: [info.width, info.height], corner: pixel(1, 1), centre: pixel(info.width / 2, info.height / 2) };
}
const manifest = async () => (await get('/manifest.webmanifest')).json<Record<string, unknown>>();

describe(serveIcons, () => {
  it.each([180, 192, 512])('makes the icon of %s px from the mark of Paddock by default', async (size) => {
    community = communityOf();
    expect(await pictureAt(`/icon-${size}.png`)).toMatchObject({ size: [size, size], corner: [26, 28, 32, 255] });
    expect((await get('/favicon.svg')).body).toContain('fill="#ff5b1f"');
  });

  it('lightens an accent that could not be seen on the ground of the icon', async () => {
    community = communityOf({ accent: '#0a1040' });
    const { body } = await get('/favicon.svg');
    expect(body).not.toContain('#0a1040');
    community = communityOf({ accent: '#ffffff', icon_background: '#ffffff' });
    expect((await get('/favicon.svg')).body).toMatch(/<rect [^>]*fill="#ffffff"[^]*fill="#(?!ffffff)/);
  });

  it('names the community in the web manifest, and keeps a short name for the icon', async () => {
    community = communityOf({}, { title: 'The long name of a club', languages: ['pt_BR'] });
    expect(await manifest()).toMatchObject({
      name: 'The long name of a club',
      short_name: 'The long name of a club',
      lang: 'pt-BR',
    });
    expect((await manifest())['icons']).toMatchObject([{ purpose: 'any maskable' }, { purpose: 'any maskable' }]);
    community = communityOf({ app_name: 'Club', icon_background: '#102030' }, { title: 'The long name of a club' });
    expect(await manifest()).toMatchObject({ short_name: 'Club', background_color: '#102030', theme_color: '#102030' });
  });

  it('makes all icons from a picture of the community: as it is, without transparency, and inside a circle', async () => {
    community = communityOf({ icon: 'icon.png', icon_background: '#102030' });
    const half = [7, 143, 23, 255];
    expect(await pictureAt('/icon-512.png')).toEqual({
      size: [512, 512],
      corner: [0, 255, 0, 128],
      centre: [0, 255, 0, 128],
    });
    expect(await pictureAt('/icon-180.png')).toEqual({ size: [180, 180], corner: half, centre: half });
    expect(await pictureAt('/icon-maskable.png')).toEqual({
      size: [512, 512],
      corner: [16, 32, 48, 255],
      centre: half,
    });
    expect((await get('/favicon.svg')).body).toMatch(/^<svg [^>]*><image [^>]*href="data:image\/png;base64,/);
    expect((await manifest())['icons']).toMatchObject([
      { src: '/icon-192.png', purpose: 'any' },
      { src: '/icon-512.png', purpose: 'any' },
      { src: '/icon-maskable.png', sizes: '512x512', purpose: 'maskable' },
    ]);
  });

  it('serves an icon that is SVG as favicon unchanged, and as sharp pictures', async () => {
    community = communityOf({ icon: 'icon.svg' });
    expect((await get('/favicon.svg')).body).toBe(svg);
    expect(await pictureAt('/icon-512.png')).toEqual({
      size: [512, 512],
      corner: [0, 0, 0, 0],
      centre: [0, 0, 255, 255],
    });
  });

  it('serves the new picture after the file is replaced', async () => {
    community = communityOf({ icon: 'changing.png' });
    const file = join(folder, 'assets/changing.png');
    await writeFile(file, await square('#ff0000'));
    expect((await pictureAt('/icon-192.png')).centre).toEqual([255, 0, 0, 255]);
    await writeFile(file, await square('#0000ff'));
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    expect((await pictureAt('/icon-192.png')).centre).toEqual([0, 0, 255, 255]);
  });

  it.each(['gone.png', 'text.png', 'cut.png', '..', '../secret.png'])(
    'serves the mark of Paddock in place of %s',
    async (icon) => {
      // Past the check of the file, which refuses `..`.
      const { look, ...rest } = communityOf();
      community = { ...rest, look: { ...look, icon } };
      const { statusCode, body } = await get('/favicon.svg');
      expect([statusCode, body.includes('fill="#ff5b1f"')]).toEqual([200, true]);
    },
  );

  it('returns 404 on a host without a community', async () => {
    community = undefined;
    for (const path of ['/favicon.svg', '/icon-192.png', '/manifest.webmanifest'])
      expect((await get(path)).statusCode).toBe(404);
  });
});

describe(communityPage, () => {
  const page = '<head><title>Paddock</title></head><body><svg viewBox="0 0 1 1"><path /></svg></body>';

  it('has the title and description of the community, escaped and unchanged', () => {
    const text = communityPage(page, communityOf({}, { title: '<b> & $& "Club"', description: 'All of it.' }));
    expect(text).toContain('<title>&lt;b&gt; &amp; $&amp; &quot;Club&quot;</title>');
    expect(text).toContain('<meta name="description" content="All of it." />');
    expect(text).not.toContain('Paddock');
    expect(text).toContain('<svg');
  });

  it('has the name of the app for iOS, and the icon of the community as first picture', () => {
    const text = communityPage(page, communityOf({ icon: 'icon.svg', app_name: 'Club 1' }));
    expect(text).toContain('<meta name="apple-mobile-web-app-title" content="Club 1" />');
    expect(text).toContain('<body><img class="icon" src="/icon-192.png" alt="" /></body>');
    expect(text).not.toContain('name="description"');
  });
});
