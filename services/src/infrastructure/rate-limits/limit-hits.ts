import { hourMs } from '@paddock/contract/core/durations';

const periodMs = 300_000;

/** Refusals by a limit in one community within five minutes. */
export interface LimitHits {
  community: string;
  name: string;
  /** The beginning of the five minutes. */
  from: Date;
  count: number;
}

/** Counts in memory what limits refused in the last hour, without members or addresses. */
export class HitCounter {
  private readonly hits = new Map<string, LimitHits>();

  add(community: string, name: string, now = Date.now()): void {
    const from = now - (now % periodMs);
    const key = JSON.stringify([from, community, name]);
    const hits = this.hits.get(key);
    if (hits) hits.count++;
    else {
      this.forgetBefore(now - hourMs);
      this.hits.set(key, { community, name, from: new Date(from), count: 1 });
    }
  }

  /** The refusals of the last hour. */
  recent(now = Date.now()): LimitHits[] {
    this.forgetBefore(now - hourMs);
    return [...this.hits.values()];
  }

  private forgetBefore(time: number): void {
    for (const [key, { from }] of this.hits) if (from.getTime() <= time) this.hits.delete(key);
  }
}
