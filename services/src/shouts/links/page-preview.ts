import { Injectable } from '@nestjs/common';
import { cleanText, isVisible } from '@paddock/contract/core/speakable';
import { Parser } from 'htmlparser2';
import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { Outbound } from '../../infrastructure/outbound/outbound.js';

/** What a page says about itself, by Open Graph, else by its title and description. */
export interface PagePreview {
  title: string;
  description?: string;
  /** Absolute address of its picture. */
  image?: string;
}

/** A page's head is read no further than this. */
const maxHeadBytes = 512 * 1024;
const maxImageBytes = 5_000_000;
const timeoutMs = 5000;
const maxTitle = 200;
const maxDescription = 300;
const maxUrl = 2000;

const agent = 'Paddock link preview';
const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' };
const listed = [
  'og:title',
  'twitter:title',
  'og:description',
  'twitter:description',
  'description',
  'og:image',
  'twitter:image',
];

/** Reads what pages of other sites say about themselves. Such pages are hostile until proven otherwise: time and bytes are bounded. */
@Injectable()
export class PagePreviews {
  constructor(private readonly outbound: Outbound) {}

  /** Undefined for a page without a title, and for anything else than HTML. @throws any error of {@link Outbound.fetch} */
  async read(url: string): Promise<PagePreview | undefined> {
    const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': agent };
    // The body may be longer: only its beginning is read.
    const reply = await this.outbound.fetch(url, { headers, timeoutMs, maxBytes: Number.POSITIVE_INFINITY });
    const type = reply.headers.get('content-type') ?? '';
    if (!reply.ok || !reply.body || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
      await reply.body?.cancel();
      return undefined;
    }
    const charset = /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1];
    return previewIn(await headOf(reply.body, charset), url);
  }

  /** A page's picture; undefined for a type that is not stored. @throws any error of {@link Outbound.fetch} */
  async image(url: string): Promise<IncomingFile | undefined> {
    const headers = { accept: Object.keys(extensions).join(','), 'user-agent': agent };
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

interface Head {
  metas: ReadonlyMap<string, string>;
  title: string;
}

/** As in HTML, the first other element ends the head. */
const headElements = new Set('html head title meta link base style script noscript template'.split(' '));
/** The parser's time grows with the square of the depth. */
const maxDepth = 20;

/** Parses the body up to the end of its head. */
async function headOf(body: ReadableStream<Uint8Array>, declared: string | undefined): Promise<Head> {
  const metas = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  let depth = 0;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, { property, name: called, content }) {
      depth += 1;
      if (!headElements.has(name) || depth > maxDepth) end();
      else if (name === 'title') isInTitle = title === '';
      else if (name === 'meta' && content !== undefined) {
        const key = (property ?? called ?? '').toLowerCase();
        if (listed.includes(key) && !metas.has(key)) metas.set(key, content.slice(0, maxUrl));
      }
    },
    ontext(text) {
      if (isInTitle && title.length < maxUrl) title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'title') isInTitle = false;
      else if (name === 'head') end();
    },
  });
  const end = () => {
    isOver = true;
    parser.pause();
  };
  const reader = body.getReader();
  let decoder: TextDecoder | undefined;
  try {
    for (let bytes = 0; bytes < maxHeadBytes && !isOver;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      decoder ??= decoderFor(declared ?? charsetIn(value));
      parser.write(decoder.decode(value.subarray(0, maxHeadBytes), { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return { metas, title };
}

/** HTML declares its charset within the first 1024 bytes. */
const charsetIn = (start: Uint8Array): string | undefined =>
  /<meta[^>]{1,200}charset\s*=\s*["']?([\w-]+)/i.exec(Buffer.from(start.subarray(0, 1024)).toString('latin1'))?.[1];

function decoderFor(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function previewIn({ metas, title: ownTitle }: Head, url: string): PagePreview | undefined {
  const first = (max: number, ...keys: string[]) =>
    keys.map((key) => lineOf(metas.get(key) ?? '', max)).find((text) => text !== '');
  const title = first(maxTitle, 'og:title', 'twitter:title') ?? lineOf(ownTitle, maxTitle);
  if (title === '') return undefined;
  const description = first(maxDescription, 'og:description', 'twitter:description', 'description');
  const image = webAddress(metas.get('og:image') ?? metas.get('twitter:image') ?? '', url);
  return { title, ...(description !== undefined && { description }), ...(image !== undefined && { image }) };
}

/** One line without characters that change how the card reads. */
function lineOf(text: string, max: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  if (!isVisible(line)) return '';
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}

function webAddress(address: string, base: string): string | undefined {
  if (address.trim() === '' || !URL.canParse(address.trim(), base)) return undefined;
  const url = new URL(address.trim(), base);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}
