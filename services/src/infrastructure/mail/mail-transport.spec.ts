import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../../test/self-signed.js';
import { FileTransport, MailRefused, smtpTransport } from './mail-transport.js';
import { startTestSmtp } from '../../../test/test-smtp.js';

const mail = {
  id: 'a'.repeat(24),
  to: 'ann@example.org',
  from: 'Paddock <p@example.org>',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};
const toStop: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

async function withSignIn() {
  const { key, cert } = selfSigned();
  const server = await startTestSmtp({
    key,
    cert,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'paddock' && password === 'p@ss word' ? done(null, { user: username }) : done(new Error('no')),
  });
  toStop.push(server.stop);
  return { ...server, cert };
}

function transport(url: string) {
  const made = smtpTransport(url);
  toStop.push(() => made.close());
  return made;
}

describe(smtpTransport, () => {
  it('starts TLS before it signs in, and sends', async () => {
    const { mails, port, cert } = await withSignIn();
    const settings = `requireTLS=true&tls.ca=${encodeURIComponent(cert)}`;
    await transport(`smtp://paddock:p%40ss%20word@localhost:${port}/?${settings}`).send(mail);
    expect(mails).toMatchObject([{ to: ['ann@example.org'], secure: true, user: 'paddock' }]);
  });

  it('sends neither password nor mail to a server with an untrusted certificate', async () => {
    const { mails, state, port } = await withSignIn();
    await expect(transport(`smtp://paddock:p%40ss%20word@localhost:${port}/`).send(mail)).rejects.toThrow(
      /certificate/i,
    );
    expect({ mails, attempts: state.attempts }).toEqual({ mails: [], attempts: 0 });
  });

  it('refuses to send without TLS where it is required', async () => {
    const { mails, port, stop } = await startTestSmtp();
    toStop.push(stop);
    await expect(transport(`smtp://127.0.0.1:${port}/?requireTLS=true`).send(mail)).rejects.toThrow();
    expect(mails).toEqual([]);
  });

  it('treats a refused sign-in as temporary, not as a refused mail', async () => {
    const { port, cert } = await withSignIn();
    const url = `smtp://paddock:wrong@localhost:${port}/?tls.ca=${encodeURIComponent(cert)}`;
    const error: unknown = await transport(url)
      .send(mail)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it.each([
    ['sender', 'onMailFrom', false],
    ['recipient', 'onRcptTo', true],
  ] as const)(
    'gives a mail up for a refused recipient, not for a refused sender: %s',
    async (_, handler, isForGood) => {
      const refusal = Object.assign(new Error('refused'), { responseCode: 550 });
      const { url, stop } = await startTestSmtp({
        disabledCommands: ['STARTTLS'],
        [handler]: (_address: unknown, _session: unknown, done: (error: Error) => void) => done(refusal),
      });
      toStop.push(stop);
      const error: unknown = await transport(url)
        .send(mail)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof MailRefused).toBe(isForGood);
    },
  );

  it('adds unsubscribe headers to notification mails only', async () => {
    const { mails, url, stop } = await startTestSmtp();
    toStop.push(stop);
    const one = transport(url);
    await one.send({ ...mail, unsubscribe: 'https://x.example/unsubscribe/mailing_mention/abc' });
    await one.send(mail);
    expect(unfolded(mails[0]!.content)).toContain(
      'List-Unsubscribe: <https://x.example/unsubscribe/mailing_mention/abc>',
    );
    expect(unfolded(mails[0]!.content)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mails[1]!.content).not.toMatch(/unsubscribe/i);
    expect(mails[1]!.content).toContain(`Message-ID: <${mail.id}@example.org>`);
  });
});

const unfolded = (content: string) => content.replace(/\r\n[ \t]/g, ' ');

describe(FileTransport, () => {
  it('writes an invitation as mail programs expect it, with its method', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paddock-mails-'));
    toStop.push(() => rm(folder, { recursive: true }));
    const files = new FileTransport(folder);
    const file = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
    await files.send({ ...mail, calendar: { method: 'CANCEL', file } });
    const source = await files.source(mail.id);
    expect(source).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/);
    expect(source).toContain('invite.ics');
    await files.send(mail);
    expect(await files.source(mail.id)).not.toContain('text/calendar');
  });
});
