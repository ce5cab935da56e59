import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveDevMail } from './dev-mail-page.js';
import { mailText } from './mail-templates.js';
import { FileTransport } from './mail-transport.js';

const id = 'b'.repeat(24);
let folder: string;
let files: FileTransport;
let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-mail-'));
  files = new FileTransport(folder);
  app = fastify();
  serveDevMail(app, files, (host) => host === 'club.localhost');
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string) => {
  const reply = await fetch(address + url);
  return { status: reply.status, text: await reply.text(), policy: reply.headers.get('content-security-policy') };
};

describe(serveDevMail, () => {
  it('says that there are no mails', async () => {
    expect((await get('/dev/mail')).text).toContain('No mail yet.');
  });

  it('shows the mails that were written to files', async () => {
    const data = {
      fullname: '<b>Ann</b>',
      username: 'ann',
      community: 'Motorsport',
      address: 'http://m.localhost:4000',
    };
    const unsubscribe = 'http://m.localhost:4000/unsubscribe/mailing_dm/abc';
    await files.send({ id, to: 'ann@example.org', from: 'p@x.org', unsubscribe, ...mailText('welcome', data) });
    const list = await get('/dev/mail');
    expect(list.text).toContain(`<a href="/dev/mail/${id}"`);
    expect(list.text).toContain('Welcome to Motorsport');
    const page = await get(`/dev/mail/${id}`);
    expect(page.text).toContain('<a href="http://m.localhost:4000">');
    expect(page.text).toContain(`<a href="${unsubscribe}">`);
    expect(page.text).toContain('&lt;b&gt;Ann');
    expect((await get(`/dev/mail/${id}/source`)).text).toMatch(/^List-Unsubscribe: /m);
  });

  it.each([
    ['club.localhost', 200],
    ['club.localhost:4000', 200],
    ['127.0.0.1:4000', 200],
    ['[::1]:4000', 200],
    ['localhost', 200],
    ['evil.example', 404],
    ['club.localhost.evil.example', 404],
  ])('replies to the host %s with %i', async (host, status) => {
    for (const url of ['/dev/mail', `/dev/mail/${id}/source`])
      expect((await app.inject({ url, headers: { host } })).statusCode).toBe(status);
  });

  it('runs no script, and keeps only the styles of a mail', async () => {
    for (const url of ['/dev/mail', `/dev/mail/${id}`]) {
      const { policy } = await get(url);
      expect(policy).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(policy).not.toMatch(/script|unsafe/);
    }
    const { policy } = await get(`/dev/mail/${id}/html`);
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toMatch(/script|allow-same-origin/);
  });

  it.each(['/dev/mail/..%2F..%2Fsecret', '/dev/mail/..%2Fsecret/source', `/dev/mail/${'c'.repeat(24)}/html`])(
    'does not find %s',
    async (url) => expect((await get(url)).status).toBe(404),
  );
});
