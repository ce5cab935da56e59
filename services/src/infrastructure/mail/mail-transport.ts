import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailText } from './mail-templates.js';

export interface OutgoingMail extends MailText {
  /** Stays the same in retries, so that a receiver can recognise them. */
  id: string;
  to: string;
  from: string;
  /** The address that unsubscribes from mails of this kind: a page by GET, immediate by POST (RFC 8058). */
  unsubscribe?: string;
  /** An iCalendar file, which mail programs show as an invitation. */
  calendar?: { method: string; file: string };
  /** `content` in base64. */
  attachment?: { name: string; content: string };
}

/** Delivers mails: to a server, or in development to files. */
export interface MailTransport {
  /** @throws {MailRefused} if a retry is useless. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A mail that its server refused permanently (SMTP 5xx). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const message = ({ id, from, to, subject, text, html, unsubscribe, calendar, attachment }: OutgoingMail) => ({
  from,
  // As an object, so that an address with any characters stays one address.
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(calendar && { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.file } }),
  ...(attachment && {
    attachments: [{ filename: attachment.name, content: attachment.content, encoding: 'base64' as const }],
  }),
  messageId: `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
  headers: {
    // Prevents automatic replies.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

const smtpSettings = {
  pool: true,
  maxConnections: 4,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const;

/**
 * Sends over SMTP: `smtp://user:password@host:port`, with STARTTLS if the server offers it (`?requireTLS=true`: never without);
 * `smtps://` for TLS from the first byte. Certificates are verified.
 */
export function smtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, ...smtpSettings });
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail));
      } catch (error) {
        throw isForGood(error) ? new MailRefused('the server refused it', { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** True if this recipient or mail was refused; a refused sign-in or sender (also 5xx) is temporary, until the operator fixes it. */
function isForGood(error: unknown): boolean {
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
  if (command === 'MAIL FROM') return false;
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** A mail written to a file, as the development page shows it. */
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
    return isId(id) ? this.read(`${id}.json`).catch(() => undefined) : undefined;
  }

  /** The mail as a server would receive it. */
  async source(id: string): Promise<string | undefined> {
    return isId(id) ? readFile(join(this.folder, `${id}.eml`), 'utf8').catch(() => undefined) : undefined;
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

const isId = (id: string) => /^[0-9a-f]{24}$/.test(id);
