import { PDFDataRangeTransport } from 'pdfjs-dist';

/** Bytes of one request: a search, and a document with a flat list of pages, make one request after another. */
export const rangeSize = 256 * 1024;
/** A document of this size is fetched whole. */
const firstSize = 2 * rangeSize;
/** Milliseconds until ranges are tried again while the device says that it is online: it says so before the network works. */
const againMs = 2000;

/** A reply that is no part of the document. */
export class RefusedRange extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

/** A document's bytes, or its source where it is fetched in ranges. */
export type DocumentSource = { data: Uint8Array<ArrayBuffer> } | { range: RangeSource };

/**
 * Fetches the start of a document.
 *
 * @param onWaiting called when ranges wait for a connection, and when none does any more
 * @throws {RefusedRange}
 */
export async function openSource(
  url: string,
  signal: AbortSignal,
  onWaiting: (isWaiting: boolean) => void,
): Promise<DocumentSource> {
  const { data, length } = await fetchRange(url, { begin: 0, end: firstSize }, signal);
  return data.length >= length ? { data } : { range: new RangeSource(url, { data, length, signal, onWaiting }) };
}

interface RangeSettings {
  data: Uint8Array<ArrayBuffer>;
  length: number;
  signal: AbortSignal;
  onWaiting: (isWaiting: boolean) => void;
}

/**
 * Fetches the ranges that pdf.js asks for. One that fails without a connection is
 * fetched again once the device is online, one that the service refuses by {@link retry}; pdf.js itself never asks twice.
 */
export class RangeSource extends PDFDataRangeTransport {
  /** Ends of the ranges that wait, by their beginnings. */
  private readonly waiting = new Map<number, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    private readonly settings: RangeSettings,
  ) {
    super(settings.length, settings.data);
    addEventListener('online', () => this.retry(), { signal: settings.signal });
    settings.signal.addEventListener('abort', () => clearTimeout(this.timer));
  }

  override requestDataRange(begin: number, end: number): void {
    void this.request(begin, end);
  }

  retry(): void {
    const ranges = [...this.waiting];
    this.waiting.clear();
    for (const [begin, end] of ranges) void this.request(begin, end);
  }

  private async request(begin: number, end: number): Promise<void> {
    const { signal, onWaiting } = this.settings;
    try {
      const { data } = await fetchRange(this.url, { begin, end }, signal);
      if (signal.aborted) return;
      this.onDataRange(begin, data);
      if (this.waiting.size === 0) onWaiting(false);
    } catch (error) {
      if (signal.aborted) return;
      this.waiting.set(begin, end);
      onWaiting(true);
      clearTimeout(this.timer);
      if (navigator.onLine && !(error instanceof RefusedRange)) this.timer = setTimeout(() => this.retry(), againMs);
    }
  }
}

async function fetchRange(
  url: string,
  { begin, end }: { begin: number; end: number },
  signal: AbortSignal,
): Promise<{ data: Uint8Array<ArrayBuffer>; length: number }> {
  const reply = await fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
  // A proxy that ignores the range sends all.
  const isWhole = reply.status === 200 && begin === 0;
  if (reply.status !== 206 && !isWhole) throw new RefusedRange(reply.status);
  const data = new Uint8Array(await reply.arrayBuffer());
  const length = isWhole ? data.length : Number(/\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1]);
  return { data, length };
}
