import { LoadCache, type CacheEntry } from '../../infrastructure/cache/load-cache.js';
import type { Span, ThreadHead } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** The largest page, plus one to know whether there are more. */
export const newestSpan: Span = { limit: 51 };
/** Spans that are kept of one conversation. */
const maxSpans = 50;
/** Bounds the age of pages that a write without an event changed, such as a migration's. */
const pagesMs = 60_000;

interface CachedSpan {
  span: Span;
  heads: Promise<ThreadHead[]>;
  /** Undefined while they load. */
  loaded?: ThreadHead[];
}
type Spans = Map<string, CachedSpan>;

/** Ids and versions of the shouts of conversations' pages, by conversation and span. */
export class Pages {
  private readonly spans = new LoadCache<Spans>(2000, pagesMs);

  async get(key: string, span: Span, load: () => Promise<ThreadHead[]>): Promise<ThreadHead[]> {
    const spans = (await this.spans.get(key, async () => new Map()))!;
    const name = nameOf(span);
    const known = spans.get(name);
    if (known) return known.heads;
    if (spans.size === maxSpans) spans.clear();
    const kept: CachedSpan = { span, heads: load() };
    spans.set(name, kept);
    kept.heads.then(
      (heads) => (kept.loaded = heads),
      () => spans.delete(name),
    );
    return kept.heads;
  }

  /** The page of a span, if it is loaded. */
  loaded(key: string, span: Span): readonly ThreadHead[] | undefined {
    return this.spans.loaded(key)?.get(nameOf(span))?.loaded;
  }

  entry(key: string): CacheEntry<Spans> | undefined {
    return this.spans.entry(key);
  }

  /**
   * Adds committed shouts, oldest first, and the versions of changed ones. Drops pages that are still loading, since they may lack them,
   * and pages where the shouts' place is unknown.
   */
  extend(
    key: string,
    { shouts, versions }: { shouts: readonly ShoutRow[]; versions: ReadonlyMap<string, number> },
  ): void {
    const spans = this.spans.loaded(key);
    for (const [name, kept] of spans ?? []) {
      const heads = kept.loaded && extendHeads(kept.span, kept.loaded, shouts);
      if (!heads) {
        spans!.delete(name);
        continue;
      }
      kept.loaded = heads.map((head) => {
        const thread_version = versions.get(head._id);
        return thread_version === undefined ? head : { ...head, thread_version };
      });
      kept.heads = Promise.resolve(kept.loaded);
    }
  }

  drop(key: string): void {
    this.spans.drop(key);
  }

  clear(): void {
    this.spans.clear();
  }
}

const nameOf = ({ before, after, limit, present }: Span) => [before, after, limit, present].join();

/** The heads of a span with new shouts; undefined if these may have to be read. */
function extendHeads(
  { before, after, limit }: Span,
  loaded: ThreadHead[],
  shouts: readonly ShoutRow[],
): ThreadHead[] | undefined {
  if (shouts.length === 0) return loaded;
  const isBehind = before !== undefined && shouts.every(({ position }) => position >= before);
  const isFull = after !== undefined && loaded.length === limit;
  if (isBehind || isFull) return loaded;
  if (before !== undefined || after !== undefined) return undefined;
  let heads = loaded;
  for (const { _id, position } of shouts) {
    const newest = heads[0]?.position ?? -1;
    // The heads were read after the commit.
    if (newest >= position) continue;
    // The newest shout may be deleted and not shown, or not known.
    if (newest !== position - 1) return undefined;
    heads = [{ _id, position }, ...heads];
  }
  return heads.slice(0, limit);
}
