import { Injectable } from '@nestjs/common';
import { cleanText, isVisible } from '@paddock/contract/core/speakable';
import { Readable } from 'node:stream';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { Outbound } from '../../infrastructure/outbound/outbound.js';
import { charsetOf, type PageHead, readHead } from './page-head.js';

/** What a page says about itself, by Open Graph, else by its title and description. */
export interface PagePreview {
  title: string;
  description?: string;
  /** Absolute address of its picture. */
  image?: string;
}

const maxImageBytes = 5_000_000;
const maxTitle = 200;
const maxDescription = 300;

const agent = 'Paddock link preview';
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
/** Reads what pages of other sites say about themselves. Such pages are hostile until proven otherwise: time and bytes are bounded. */
@Injectable()
export class PagePreviews {
  /** How long a page or a picture may take. */
  timeoutMs = 5000;

  constructor(private readonly outbound: Outbound) {}

  /** Undefined for a page without a title, and for anything else than HTML. @throws any error of {@link Outbound.fetch} */
  async read(url: string): Promise<PagePreview | undefined> {
    const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': agent };
    // The body may be longer: only its beginning is read.
    const { timeoutMs } = this;
    const reply = await this.outbound.fetch(url, { headers, timeoutMs, maxBytes: Number.POSITIVE_INFINITY });
    const type = reply.headers.get('content-type') ?? '';
    if (!reply.ok || !reply.body || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
      await reply.body?.cancel();
      return undefined;
    }
    return previewIn(await readHead(reply.body, charsetOf(type)), url);
  }

  /** A page's picture; undefined for a type that is not stored. @throws any error of {@link Outbound.fetch} */
  async image(url: string): Promise<IncomingFile | undefined> {
    const headers = { accept: Object.keys(extensions).join(','), 'user-agent': agent };
    const { timeoutMs } = this;
    const reply = await this.outbound.fetch(url, { headers, timeoutMs, maxBytes: maxImageBytes });
    const type = (reply.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
    const extension = Object.hasOwn(extensions, type) ? extensions[type] : undefined;
    if (!reply.ok || !reply.body || !extension) {
      await reply.body?.cancel();
      return undefined;
    }
    return { filename: `preview.${extension}`, stream: Readable.fromWeb(reply.body as never) };
  }
}

function previewIn({ metas, title: ownTitle }: PageHead, url: string): PagePreview | undefined {
  const first = (max: number, ...keys: string[]) =>
    keys.map((key) => lineOf(metas.get(key) ?? '', max)).find((text) => text !== '');
  const title = first(maxTitle, 'og:title', 'twitter:title') ?? lineOf(ownTitle, maxTitle);
  // A preview that cannot be read is worse than none.
  if (title === '') return undefined;
  const description = first(maxDescription, 'og:description', 'twitter:description', 'description');
  const image = webAddress(metas.get('og:image') ?? metas.get('twitter:image') ?? '', url);
  return { title, ...(description !== undefined && { description }), ...(image !== undefined && { image }) };
}

/** The decoder's replacement for bytes that the page's charset does not define. */
const replacement = '\ufffd';

/** One line without characters that change how the card reads; '' for a text that was decoded wrongly. */
function lineOf(text: string, max: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  if (!isVisible(line) || line.includes(replacement)) return '';
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}

function webAddress(address: string, base: string): string | undefined {
  if (address.trim() === '' || !URL.canParse(address.trim(), base)) return undefined;
  const url = new URL(address.trim(), base);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}
