/** One record's content before a write; null where the write inserted it. */
interface Change {
  readonly seq: number;
  readonly collection: number;
  readonly record: number;
  readonly before: Buffer | null;
}

/**
 * What records were before recent writes, for as long as an open transaction may still have to see it. It gives
 * transactions their snapshot without keeping an lmdb snapshot open (which would let the file grow), and tells at commit
 * whether a record was changed since.
 */
export class ChangeLog {
  private changes: Change[] = [];
  private seq = 0;
  private committed = 0;
  private readonly snapshots = new Map<object, number>();

  /** Starts a write. @returns its number */
  begin(): number {
    return ++this.seq;
  }

  /** Notes a record's content before the current write. */
  note(collection: number, record: number, before: Buffer | null): void {
    this.changes.push({ seq: this.seq, collection, record, before });
  }

  /** @returns what forgets the notes from here on, whose writes were rolled back */
  undo(): () => void {
    const last = this.changes.at(-1);
    return () => {
      // The last one of before may have been dropped meanwhile.
      while (this.changes.length > 0 && this.changes.at(-1) !== last) this.changes.pop();
    };
  }

  /** The write with this number is committed, or failed for good; what no snapshot needs is dropped. */
  settle(seq: number): void {
    this.committed = Math.max(this.committed, seq);
    this.trim();
  }

  /** Opens a snapshot of what is committed now. */
  open(owner: object): void {
    this.snapshots.set(owner, this.committed);
  }

  /** Closes a snapshot. */
  close(owner: object): void {
    this.snapshots.delete(owner);
    this.trim();
  }

  /** What the collection's records changed since the snapshot were at the snapshot. */
  since(owner: object, collection: number): Map<number, Buffer | null> {
    const seq = this.snapshots.get(owner) ?? this.committed;
    const before = new Map<number, Buffer | null>();
    for (const change of this.changes) {
      if (change.seq > seq && change.collection === collection && !before.has(change.record)) {
        before.set(change.record, change.before);
      }
    }
    return before;
  }

  private trim(): void {
    const oldest = Math.min(this.committed, ...this.snapshots.values());
    let keep = 0;
    while (keep < this.changes.length && this.changes[keep]!.seq <= oldest) keep++;
    if (keep > 0) this.changes.splice(0, keep);
  }
}
