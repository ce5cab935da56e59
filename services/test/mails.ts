import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenMail } from '../src/infrastructure/mail/mail-transport.js';
import type { TestServices } from './start-test-services.js';

/** The mails that were written to an address, oldest first. */
export async function mailsTo(services: TestServices, address: string): Promise<WrittenMail[]> {
  const folder = join(services.folders.dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const mails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as WrittenMail),
  );
  return mails.filter(({ to }) => to === address.toLowerCase());
}

/** Waits for a mail to an address whose text contains `having`; returns the newest. */
export async function mailTo(services: TestServices, address: string, having: string | RegExp): Promise<WrittenMail> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = (await mailsTo(services, address)).filter(({ subject, text }) => `${subject}\n${text}`.match(having));
    if (found.length > 0) return found.at(-1)!;
    if (Date.now() > end) throw new Error(`no mail to ${address} has ${having}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The content of a PIN mail. */
export async function pinMail(services: TestServices, address: string): Promise<{ pin: string; token: string }> {
  const { text } = await mailTo(services, address, /\/activation\//);
  return { pin: /^\s*(\d{6})\s*$/m.exec(text)![1]!, token: /\/activation\/([\w-]+)/.exec(text)![1]! };
}
