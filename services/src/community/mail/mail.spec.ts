import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { dayMs } from '@paddock/contract/core/durations';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { startTestServices } from '../../../test/start-test-services.js';
import type { Environment } from '../../infrastructure/environment/environment.js';
import { createLogger } from '../../infrastructure/logging/logger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { type MailJob, MailJobRepository } from '../../infrastructure/mail/mail-job.repository.js';
import { type MailTransport, smtpTransport } from '../../infrastructure/mail/mail-transport.js';
import { Mailer, type MailerSettings } from '../../infrastructure/mail/mailer.js';
import { startTestSmtp, until } from '../../../test/test-smtp.js';

const tenant = tenantOf('motorsport');
const data = {
  fullname: 'Ann Ace',
  username: 'ann',
  community: 'Motorsport',
  address: 'http://motorsport.localhost:4000',
};
const welcome = (key: string, to = 'ann@example.org') => ({ key, to, template: 'welcome', data }) as const;

const waiting = (key: string) => ({ ...welcome(key), bulk: false, lifetimeMs: 60_000 });

let database: TestDatabase;
let mongo: Mongo;
let jobs: MailJobRepository;
const toStop: (() => unknown)[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  mongo = await new Mongo({ mongoUri: database.uri, mongoDb: database.name } as Environment).connect();
  jobs = new MailJobRepository(mongo);
  await mongo.onModuleInit();
});
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
  await stored().deleteMany({});
});
afterAll(async () => {
  await mongo.onApplicationShutdown();
  await database.stop();
});

const stored = () => mongo.connection.collection<MailJob>('mail_jobs');

/** Never refuses: other tests cover the limits. */
const unlimited = { take: () => Promise.resolve() };

function mailer(transport: MailTransport, more: Partial<MailerSettings> & { log?: string[] } = {}): Mailer {
  const { log, ...settings } = more;
  const logger = log ? createLogger('info', { write: (line: string) => void log.push(line) }) : createLogger('silent');
  const made = new Mailer(jobs, transport, unlimited, logger, {
    from: 'Paddock <p@example.org>',
    pollMs: 50,
    firstPauseMs: 20,
    ...settings,
  });
  toStop.push(() => made.beforeApplicationShutdown());
  return made;
}

async function smtp() {
  const server = await startTestSmtp();
  toStop.push(server.stop);
  return server;
}

const allAre = (state: MailJob['state']) => async () =>
  (await stored().countDocuments({ state: { $ne: state } })) === 0;

describe(Mailer, () => {
  it('sends a mail in both forms, and deletes its data', async () => {
    const { mails, url } = await smtp();
    await mailer(smtpTransport(url)).queue(tenant, welcome('k1'));
    await until(() => mails.length === 1);
    expect(mails[0]!.to).toEqual(['ann@example.org']);
    expect(mails[0]!.content).toMatch(/^Subject: Welcome to Motorsport/m);
    expect(mails[0]!.content).toContain('multipart/alternative');
    await until(allAre('sent'));
    expect((await stored().findOne({}))!.data).toEqual({});
  });

  it('sends a mail once, however often it is queued and by however many processes', async () => {
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

  it('retries while the server is unavailable, then sends once', async () => {
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

  it('does not retry a mail that the server refused permanently', async () => {
    const { state, url } = await smtp();
    state.refuse = 550;
    await mailer(smtpTransport(url)).queue(tenant, welcome('never'));
    await until(allAre('failed'));
    expect(state.attempts).toBe(1);
  });

  it('sends a mail that another process queued and left', async () => {
    const { mails, url } = await smtp();
    await jobs.add(tenant, waiting('left'));
    const late = mailer(smtpTransport(url));
    late.onApplicationBootstrap();
    await until(() => mails.length === 1);
  });

  it('resends, under the same Message-ID, a mail whose process died before it stored the result', async () => {
    const { mails, url } = await smtp();
    const one = mailer(smtpTransport(url));
    await one.queue(tenant, welcome('noted'));
    await until(allAre('sent'));
    // The state after a process was killed behind the server's reply, one lease later.
    await stored().updateOne({}, { $set: { state: 'due', due: new Date(0), data } });
    one.wake();
    await until(() => mails.length === 2);
    const [first, second] = mails.map(({ content }) => /^Message-ID: (.*)$/m.exec(content)![1]);
    expect(second).toBe(first);
  });

  it('leaves a mail to its process while a slow server handles it', async () => {
    await jobs.add(tenant, waiting('slow'));
    expect(await jobs.take(new Date())).toMatchObject({ key: 'slow' });
    const { mails, url } = await smtp();
    mailer(smtpTransport(url)).wake();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(mails).toEqual([]);
  });

  it('gives up a mail after a day, logs it and deletes its data', async () => {
    const { mails, state, url } = await smtp();
    state.refuse = 451;
    const log: string[] = [];
    const one = mailer(smtpTransport(url), { log });
    await one.queue(tenant, welcome('old'));
    await until(() => state.attempts >= 1);
    const { created, until: last } = (await stored().findOne({}))!;
    expect(last.getTime() - created.getTime()).toBe(dayMs);
    await stored().updateOne({}, { $set: { until: new Date() } });
    await until(allAre('failed'));
    expect((await stored().findOne({}))!.data).toEqual({});
    // The line is written after the result is stored.
    await until(() => log.some((line) => line.includes('mail given up')));
    expect(log.filter((line) => line.includes('mail given up')).length).toBe(1);
    expect(mails).toEqual([]);
  });

  it('does not send an expired PIN', async () => {
    const { mails, url } = await smtp();
    const data = { fullname: 'Ann Ace', username: 'ann', community: 'M', pin: '1', address: 'http://x', minutes: 10 };
    const broken = { send: () => Promise.reject(new Error('away')), close: () => undefined };
    const early = mailer(broken);
    await early.queue(tenant, { key: 'pin', to: 'ann@example.org', template: 'email_pin', data });
    await until(async () => (await stored().countDocuments({ attempts: { $gt: 0 } })) === 1);
    await early.beforeApplicationShutdown();
    const { created, until: last } = (await stored().findOne({}))!;
    expect(last.getTime() - created.getTime()).toBe(600_000);
    await stored().updateOne({}, { $set: { until: new Date(), due: new Date(0) } });
    mailer(smtpTransport(url)).wake();
    await until(allAre('failed'));
    expect(mails).toEqual([]);
  });

  it('sends a PIN before waiting mails of notifications', async () => {
    const order: string[] = [];
    const slow: MailTransport = {
      send: async ({ subject }) => {
        order.push(subject);
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
      close: () => undefined,
    };
    const notification = {
      community: 'M',
      subject: 'news',
      line: 'x',
      action: 'x',
      address: 'http://x',
      unsubscribe: 'http://x',
    };
    for (let index = 0; index < 20; index++)
      await jobs.add(tenant, { ...waiting(`n${index}`), template: 'notice', data: notification, bulk: true });
    const one = mailer(slow);
    one.wake();
    await until(() => order.length >= 4);
    await one.queue(tenant, welcome('first'));
    await until(allAre('sent'));
    expect(order.indexOf('Welcome to Motorsport')).toBeLessThan(13);
    expect(order.length).toBe(21);
  });

  it('does not send the mail of a transaction that was rolled back', async () => {
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

  it('sends to one address, whatever characters it contains', async () => {
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

describe('a member whose address was verified', () => {
  it('gets one welcome mail, and not earlier, nor while waiting for access', async () => {
    const { mails, url } = await smtp();
    const services = await startTestServices({ SMTP_URL: url });
    toStop.push(() => services.close());
    const ann = await services.member({ fullname: 'Ann Ace' });
    const waits = await services.member({ pending: true });
    const happened = (kind: 'MemberSignedUp' | 'EmailVerified', user = ann.id) =>
      services.get(Mongo).transaction((session) => services.get(Outbox).add(session, { kind, tenant, user }));
    await happened('EmailVerified', waits.id);
    await happened('MemberSignedUp');
    await happened('EmailVerified');
    await happened('EmailVerified');
    await until(() => mails.length >= 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(mails.map(({ to }) => to)).toEqual([[ann.row.email]]);
    expect(mails[0]!.content).toContain('Ann Ace');
    expect((await services.request('GET', '/dev/mail')).text).not.toContain('Ann Ace');
  });
});

describe('the limit of mails to an address', () => {
  it('silently drops further mails of that kind to that address only', async () => {
    const { mails, url } = await smtp();
    const services = await startTestServices({ SMTP_URL: url, RATE_LIMITS: 'on' });
    toStop.push(() => services.close());
    const all = services.get(Mailer);
    const inUse = { community: 'Motorsport', login: 'http://x/l', reset: 'http://x/r' };
    const flood = Array.from({ length: 50 }, (_, index) =>
      all.queue(tenant, {
        key: `flood${index}`,
        to: index % 2 ? 'ann@example.org' : 'ANN@example.org',
        template: 'address_in_use',
        data: inUse,
      }),
    );
    await Promise.all(flood);
    for (let times = 0; times < 10; times++) await all.queue(tenant, welcome('other kind'));
    await all.queue(tenant, welcome('again'));
    await all.queue(tenant, { key: 'bob', to: 'bob@example.org', template: 'address_in_use', data: inUse });
    await until(() => mails.length >= 5);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(mails.length).toBe(5);
    const dropped = services.log.filter((line) => line.includes('mail dropped'));
    expect(dropped.length).toBe(48);
    expect(dropped.join('')).not.toMatch(/ann@example.org/i);
  });
});
