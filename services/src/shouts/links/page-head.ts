import { Parser } from 'htmlparser2';
import { TextDecoder } from 'node:util';

/** What the head of a page contains for a preview. */
export interface PageHead {
  /** The first content of each listed name. */
  metas: ReadonlyMap<string, string>;
  title: string;
}

/** A page's head is read no further than this. */
const maxHeadBytes = 512 * 1024;
/** Characters of a text. */
const maxText = 2000;
/** The parser's time grows with the square of the depth. */
const maxDepth = 20;

const listed = [
  'og:title',
  'twitter:title',
  'og:description',
  'twitter:description',
  'description',
  'og:image',
  'twitter:image',
];
/** As in HTML, the first other element ends the head. */
const headElements = new Set(
  'html head title meta link base basefont bgsound style script noscript noframes template'.split(' '),
);
/** Their content is not the page's own: a picture in them does not end the head, and their titles do not count. */
const setAside = new Set(['noscript', 'noframes', 'template']);

/**
 * Reads a page up to the end of its head.
 *
 * @param charset of the page's `Content-Type`
 */
export async function readHead(body: ReadableStream<Uint8Array>, charset: string | undefined): Promise<PageHead> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let reading: HeadParser | undefined;
  try {
    for (let bytes = 0; bytes < maxHeadBytes && !reading?.isOver;) {
      const { done, value } = await reader.read();
      if (done) break;
      const chunk = value.subarray(0, maxHeadBytes - bytes);
      bytes += chunk.byteLength;
      chunks.push(chunk);
      // Byte order marks and the first character of UTF-16 need some bytes.
      if (bytes < 4) continue;
      if (reading) reading.write(chunk);
      else reading = parserFor(Buffer.concat(chunks), charset);
      const late = reading.lateCharset;
      if (late) reading = new HeadParser(late, true).write(Buffer.concat(chunks));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return reading ?? { metas: new Map(), title: '' };
}

/** A byte order mark outweighs the header, and the header outweighs a `meta` element. */
function parserFor(start: Buffer, declared: string | undefined): HeadParser {
  const certain = markedIn(start) ?? supported(declared);
  return new HeadParser(certain ?? 'utf-8', certain !== undefined).write(start);
}

/** The charset of the byte order mark, or of UTF-16 without one, whose first character is ASCII. */
function markedIn(start: Buffer): string | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] !== 0 && start[1] === 0 && start[2] !== 0 && start[3] === 0) return 'utf-16le';
  if (start[0] === 0 && start[1] !== 0 && start[2] === 0 && start[3] !== 0) return 'utf-16be';
  return undefined;
}

/** The charset's own name; undefined for an unknown one. */
function supported(charset: string | undefined): string | undefined {
  if (charset === undefined) return undefined;
  try {
    return new TextDecoder(charset.trim()).encoding;
  } catch {
    return undefined;
  }
}

/** Parses one reading of a head in one charset. */
class HeadParser implements PageHead {
  readonly metas = new Map<string, string>();
  title = '';
  isOver = false;
  /** The charset of a `meta` element that contradicts this reading: the page must be read again in it. */
  lateCharset: string | undefined;
  private isInTitle = false;
  private depth = 0;
  /** The depth of the element that is set aside. */
  private asideFrom: number | undefined;
  private readonly decoder: TextDecoder;
  private readonly parser = new Parser({
    onopentag: (name, attributes) => this.open(name, attributes),
    ontext: (text) => {
      if (this.isInTitle && this.title.length < maxText) this.title += text;
    },
    onclosetag: (name) => this.close(name),
  });

  constructor(
    private readonly charset: string,
    private isCertain: boolean,
  ) {
    this.decoder = new TextDecoder(charset);
  }

  write(bytes: Uint8Array): this {
    this.parser.write(this.decoder.decode(bytes, { stream: true }));
    return this;
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1;
    if (this.depth > maxDepth) return this.end();
    if (this.asideFrom !== undefined) return;
    if (!headElements.has(name)) return this.end();
    if (setAside.has(name)) this.asideFrom = this.depth;
    else if (name === 'title') this.isInTitle = this.title === '';
    else if (name === 'meta') this.meta(attributes);
  }

  private close(name: string): void {
    if (this.asideFrom === this.depth) this.asideFrom = undefined;
    this.depth -= 1;
    if (name === 'title') this.isInTitle = false;
    else if (name === 'head') this.end();
  }

  private meta({ property, name, content, charset, 'http-equiv': header }: Readonly<Record<string, string>>): void {
    if (charset !== undefined) this.declare(charset);
    else if (header?.toLowerCase() === 'content-type') this.declare(charsetOf(content));
    if (content === undefined) return;
    const key = (property ?? name ?? '').toLowerCase();
    if (listed.includes(key) && !this.metas.has(key)) this.metas.set(key, content.slice(0, maxText));
  }

  private declare(charset: string | undefined): void {
    const declared = supported(charset);
    if (this.isCertain || declared === undefined) return;
    this.isCertain = true;
    // As in HTML: what could be read until here is not UTF-16.
    if (declared === this.charset || declared.startsWith('utf-16')) return;
    this.lateCharset = declared;
    this.end();
  }

  private end(): void {
    this.isOver = true;
    this.parser.pause();
  }
}

export const charsetOf = (contentType = ''): string | undefined =>
  /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];
