import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { SMTPServer } from 'smtp-server';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { startTestServices } from '../../../test/start-test-services.js';
import type { Environment } from '../environment/environment.js';
import { createLogger } from '../logging/logger.js';
import { Mongo } from '../mongo/mongo.js';
import { Outbox } from '../outbox/outbox.js';
import { tenantOf } from '../tenancy/tenant.js';
import { serveDevMail } from './dev-mail-page.js';
import { type MailJob, MailJobRepository } from './mail-job.repository.js';
import { mailText } from './mail-templates.js';
import { FileTransport, type MailTransport, smtpTransport } from './mail-transport.js';
import { Mailer } from './mailer.js';

const tenant = tenantOf('motorsport');
const data = {
  fullname: 'Ann Ace',
  username: 'ann',
  community: 'Motorsport',
  address: 'http://motorsport.localhost:4000',
};
const welcome = (key: string, to = 'ann@example.org') => ({ key, to, template: 'welcome', data }) as const;

let database: TestDatabase;
let mongo: Mongo;
let jobs: MailJobRepository;
let folder: string;
const toStop: (() => unknown)[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  mongo = await new Mongo({ mongoUri: database.uri, mongoDb: database.name } as Environment).connect();
  jobs = new MailJobRepository(mongo);
  await mongo.onModuleInit();
  folder = await mkdtemp(join(tmpdir(), 'paddock-mail-'));
});
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
  await stored().deleteMany({});
});
afterAll(async () => {
  await mongo.onApplicationShutdown();
  await database.stop();
  await rm(folder, { recursive: true });
});

const stored = () => mongo.connection.collection<MailJob>('mail_jobs');

function mailer(transport: MailTransport): Mailer {
  const made = new Mailer(jobs, transport, createLogger('silent'), {
    from: 'Paddock <p@example.org>',
    pollMs: 50,
    firstPauseMs: 20,
  });
  toStop.push(() => made.beforeApplicationShutdown());
  return made;
}

/** A server that keeps what it takes; `refuse` answers each mail with that status until told otherwise. */
async function smtp() {
  const mails: { to: string[]; content: string }[] = [];
  const state = { refuse: 0, attempts: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      state.attempts += 1;
      void text(stream).then((content) => {
        if (state.refuse) return done(Object.assign(new Error('not now'), { responseCode: state.refuse }));
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), content });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toStop.push(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.server.address() as { port: number };
  return { mails, state, url: `smtp://127.0.0.1:${port}` };
}

async function until(condition: () => boolean | Promise<boolean>, ms = 4000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const allAre = (state: MailJob['state']) => async () =>
  (await stored().countDocuments({ state: { $ne: state } })) === 0;

describe(Mailer, () => {
  it('should send a mail in both forms, and forget what it was made of', async () => {
    const { mails, url } = await smtp();
    await mailer(smtpTransport(url)).queue(tenant, welcome('k1'));
    await until(() => mails.length === 1);
    expect(mails[0]!.to).toEqual(['ann@example.org']);
    expect(mails[0]!.content).toMatch(/^Subject: Welcome to Motorsport/m);
    expect(mails[0]!.content).toContain('multipart/alternative');
    await until(allAre('sent'));
    expect((await stored().findOne({}))!.data).toEqual({});
  });

  it('should send a mail once, however often it is queued and by however many processes', async () => {
    const { mails, url } = await smtp();
    const mailers = [mailer(smtpTransport(url)), mailer(smtpTransport(url)), mailer(smtpTransport(url))];
    await Promise.all(
      mailers.flatMap((one) => [one.queue(tenant, welcome('same')), one.queue(tenant, welcome('same'))]),
    );
    await mailers[0]!.queue(tenantOf('workplace'), welcome('same', 'bob@example.org'));
    await until(() => mails.length >= 2);
    await until(allAre('sent'));
    expect(mails.map(({ to }) => to[0]).sort()).toEqual(['ann@example.org', 'bob@example.org']);
  });

  it('should try again while the server does not take it, then send it once', async () => {
    const { mails, state, url } = await smtp();
    state.refuse = 451;
    await mailer(smtpTransport(url)).queue(tenant, welcome('later'));
    await until(() => state.attempts >= 2);
    expect(mails).toEqual([]);
    state.refuse = 0;
    await until(() => mails.length === 1);
    await until(allAre('sent'));
    expect(mails.length).toBe(1);
  });

  it('should not try again what the server refused for good', async () => {
    const { state, url } = await smtp();
    state.refuse = 550;
    await mailer(smtpTransport(url)).queue(tenant, welcome('never'));
    await until(allAre('failed'));
    expect(state.attempts).toBe(1);
  });

  it('should send what another process queued and left', async () => {
    const { mails, url } = await smtp();
    await jobs.add(tenant, welcome('left'));
    const late = mailer(smtpTransport(url));
    late.onApplicationBootstrap();
    await until(() => mails.length === 1);
  });

  it('should not send the mail of a transaction that was rolled back', async () => {
    const { mails, url } = await smtp();
    const one = mailer(smtpTransport(url));
    const failing = mongo.transaction(async (session) => {
      await one.queue(tenant, welcome('never'), session);
      throw new Error('rule broken');
    });
    await expect(failing).rejects.toThrow('rule broken');
    await mongo.transaction((session) => one.queue(tenant, welcome('kept', 'bob@example.org'), session));
    await until(() => mails.length === 1);
    expect(mails[0]!.to).toEqual(['bob@example.org']);
  });

  it('should send to one address, whatever stands in it', async () => {
    const { mails, url } = await smtp();
    await mailer(smtpTransport(url)).queue(tenant, welcome('inject', 'ann@example.org\r\nBcc: eve@example.org'));
    await mailer(smtpTransport(url)).queue(tenant, welcome('list', 'ann@example.org,eve@example.org'));
    await until(async () => (await stored().countDocuments({ state: 'due', attempts: 0 })) === 0);
    for (const { to, content } of mails) {
      expect(to).not.toContain('eve@example.org');
      expect(content).not.toMatch(/^Bcc:/im);
    }
  });
});

describe(mailText, () => {
  it('should keep data from becoming markup or a header', () => {
    const mail = mailText('welcome', { ...data, fullname: '<img src=x>', community: 'A\r\nBcc: eve@example.org' });
    expect(mail.html).toContain('&lt;img src=x&gt;');
    expect(mail.html).not.toContain('<img');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});

describe(serveDevMail, () => {
  it('should show the mails that were written to files', async () => {
    const files = new FileTransport(folder);
    const app = fastify();
    serveDevMail(app, files);
    toStop.push(() => app.close());
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await (await fetch(`${address}/dev/mail`)).text()).toContain('No mail yet.');
    await mailer(files).queue(tenant, { ...welcome('file'), data: { ...data, fullname: '<b>Ann</b>' } });
    await until(allAre('sent'));
    const [mail] = await files.list();
    expect(await (await fetch(`${address}/dev/mail`)).text()).toContain(
      `<a href="/dev/mail/${mail!.id}">Welcome to Motorsport</a>`,
    );
    const page = await (await fetch(`${address}/dev/mail/${mail!.id}`)).text();
    expect(page).toContain('<a href="http://motorsport.localhost:4000">');
    expect(page).toContain('&lt;b&gt;Ann');
    const own = await fetch(`${address}/dev/mail/${mail!.id}/html`);
    expect(own.headers.get('content-security-policy')).toContain('sandbox');
    expect((await fetch(`${address}/dev/mail/..%2F..%2Fsecret`)).status).toBe(404);
  });
});

describe('a sign-up', () => {
  it('should be greeted by one mail', async () => {
    const { mails, url } = await smtp();
    const services = await startTestServices({ SMTP_URL: url });
    toStop.push(() => services.close());
    const ann = await services.member({ fullname: 'Ann Ace' });
    await services
      .get(Mongo)
      .transaction((session) => services.get(Outbox).add(session, { kind: 'MemberSignedUp', tenant, user: ann.id }));
    await until(() => mails.length === 1);
    expect(mails[0]!.to).toEqual([ann.row.email]);
    expect(mails[0]!.content).toContain('Ann Ace');
    expect((await services.request('GET', '/dev/mail')).text).not.toContain('Ann Ace');
  }, 60_000);
});
