import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailText } from './mail-templates.js';

export interface OutgoingMail extends MailText {
  /** Stays the same when a mail is tried again, so that a receiver can tell. */
  id: string;
  to: string;
  from: string;
}

/** Takes mails away: to a server, or in development to files. */
export interface MailTransport {
  /** @throws with `permanent: true` when trying again is of no use. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A mail that its server refused for good (SMTP 5xx). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const message = ({ id, from, to, subject, text, html }: OutgoingMail) => ({
  from,
  // As an object: an address is one address, whatever characters stand in it.
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
});

/** Sends over SMTP (`smtp://user:password@host:port`). */
export function smtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail));
      } catch (error) {
        const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
        if (status >= 500 && status < 600) throw new MailRefused(`the server answered ${status}`, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** A mail that was written to a file, as the page of development shows it. */
export interface WrittenMail extends OutgoingMail {
  at: string;
}

/** Writes each mail to `<folder>/<id>.eml`, and to `.json` for the page that shows them. */
export class FileTransport implements MailTransport {
  private readonly transport = createTransport({ streamTransport: true, buffer: true });

  constructor(private readonly folder: string) {}

  async send(mail: OutgoingMail): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const { message: eml } = await this.transport.sendMail(message(mail));
    await this.write(`${mail.id}.eml`, eml as Buffer);
    const written: WrittenMail = { ...mail, at: new Date().toISOString() };
    await this.write(`${mail.id}.json`, JSON.stringify(written));
  }

  /** The newest mails, newest first. */
  async list(most = 100): Promise<WrittenMail[]> {
    const names = await readdir(this.folder).catch(() => []);
    const ids = names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
    return Promise.all(ids.slice(0, most).map((name) => this.read(name)));
  }

  async find(id: string): Promise<WrittenMail | undefined> {
    return /^[0-9a-f]{24}$/.test(id) ? this.read(`${id}.json`).catch(() => undefined) : undefined;
  }

  close() {
    this.transport.close();
  }

  private async read(name: string): Promise<WrittenMail> {
    return JSON.parse(await readFile(join(this.folder, name), 'utf8')) as WrittenMail;
  }

  private async write(name: string, content: string | Buffer): Promise<void> {
    const path = join(this.folder, name);
    await writeFile(`${path}.new`, content);
    await rename(`${path}.new`, path);
  }
}
