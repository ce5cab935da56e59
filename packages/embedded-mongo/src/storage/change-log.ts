/** A record's content before a write; null when the write inserted it. */
interface Change {
  readonly seq: number;
  readonly collection: number;
  readonly record: number;
  readonly before: Buffer | null;
}

/**
 * Previous contents of recently changed records, kept while an open transaction may need them. It gives transactions
 * their snapshot without holding an lmdb snapshot open (which would let the file grow), and detects at commit whether a
 * record has changed since the snapshot.
 */
export class ChangeLog {
  private changes: Change[] = [];
  private seq = 0;
  private committed = 0;
  private readonly snapshots = new Map<object, number>();

  /** @returns the sequence number of a new write */
  begin(): number {
    return ++this.seq;
  }

  /** Logs a record's content before the current write. */
  note(collection: number, record: number, before: Buffer | null): void {
    this.changes.push({ seq: this.seq, collection, record, before });
  }

  /** @returns a function that drops the entries logged from here on, for writes that are rolled back */
  undo(): () => void {
    const last = this.changes.at(-1);
    return () => {
      // `settle` may have trimmed the last of the older entries meanwhile.
      while (this.changes.length > 0 && this.changes.at(-1) !== last) this.changes.pop();
    };
  }

  /** Marks a write as committed or finally failed, and drops entries that no snapshot needs. */
  settle(seq: number): void {
    this.committed = Math.max(this.committed, seq);
    this.trim();
  }

  /** Opens a snapshot of the committed state. */
  open(owner: object): void {
    this.snapshots.set(owner, this.committed);
  }

  close(owner: object): void {
    this.snapshots.delete(owner);
    this.trim();
  }

  /** The contents, at the snapshot, of the collection's records that have changed since. */
  since(owner: object, collection: number): Map<number, Buffer | null> {
    const seq = this.snapshots.get(owner) ?? this.committed;
    const before = new Map<number, Buffer | null>();
    for (let at = this.firstAfter(seq); at < this.changes.length; at++) {
      const change = this.changes[at]!;
      if (change.collection === collection && !before.has(change.record)) before.set(change.record, change.before);
    }
    return before;
  }

  /** Index of the first change after a write. Changes are in the order of `seq`; an idle transaction may keep very many. */
  private firstAfter(seq: number): number {
    let [low, high] = [0, this.changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.changes[middle]!.seq > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private trim(): void {
    const unneeded = this.firstAfter(Math.min(this.committed, ...this.snapshots.values()));
    if (unneeded > 0) this.changes.splice(0, unneeded);
  }
}
