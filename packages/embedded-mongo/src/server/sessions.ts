import { Binary } from 'bson';
import { assert, CommandError, writeConflict } from '../errors.js';
import type { Database } from '../storage/database.js';
import { TransactionView } from '../storage/transaction-view.js';
import { decodeTyped, type Doc, encode, isDocument } from '../values/bson.js';
import { toPlain } from '../values/compare.js';
import { decodeFields } from '../values/partial.js';

export interface Transaction {
  readonly number: number;
  readonly view: TransactionView;
  readonly startedAt: number;
  state: 'open' | 'committed' | 'ended';
}

/** Progress of a bulk write. */
export interface Progress {
  /** Index of the next statement. */
  next: number;
  /** Counters as in the reply of bulkWrite. */
  counts: Record<'nInserted' | 'nMatched' | 'nModified' | 'nUpserted' | 'nDeleted', number>;
  /** Reply entries of single statements. */
  results: Doc[];
  errors: Doc[];
}

/** The session and transaction number of a command. */
export interface SessionRef {
  /** The session id in hexadecimal. */
  readonly id: string;
  /** The number of a retryable write or a transaction. */
  readonly number: number | undefined;
}

const TRANSACTION_LIFETIME_MS = 60_000;
const REPLY_LIFETIME_MS = 30 * 60_000;

/** Parses a session id. @throws CommandError TypeMismatch */
export function sessionId(lsid: unknown): string {
  const id = isDocument(lsid) ? lsid['id'] : undefined;
  assert(id instanceof Binary, 'TypeMismatch', 'lsid.id must be a UUID');
  return id.toString('hex');
}

/** Parses a command's `lsid` and `txnNumber`. */
export function sessionOf({ lsid, txnNumber }: Doc): SessionRef | undefined {
  if (!isDocument(lsid)) return undefined;
  return { id: sessionId(lsid), number: txnNumber === undefined ? undefined : Number(txnNumber) };
}

/** Open transactions, and the stored results of writes that a client may retry. */
export class Sessions {
  private readonly transactions = new Map<string, Transaction>();
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(private readonly db: Database) {}

  /** Starts a transaction, aborting an older one of the session. @throws CommandError TransactionTooOld */
  begin({ id, number = 0 }: SessionRef): TransactionView {
    const last = this.transactions.get(id)?.number ?? -1;
    assert(number > last, 'TransactionTooOld', `Cannot start transaction ${number}: transaction ${last} has started.`);
    this.abortOpen(id);
    const view = new TransactionView(this.db);
    this.transactions.set(id, { number, view, startedAt: Date.now(), state: 'open' });
    return view;
  }

  /** The session's open transaction. @throws CommandError NoSuchTransaction */
  current({ id, number }: SessionRef): Transaction {
    const transaction = this.transactions.get(id);
    if (Date.now() - (transaction?.startedAt ?? 0) > TRANSACTION_LIFETIME_MS) this.abortOpen(id);
    if (transaction?.number === number && transaction?.state === 'open') return transaction;
    const message = `Given transaction number ${number} does not match any in-progress transactions.`;
    throw new CommandError('NoSuchTransaction', message, { errorLabels: ['TransientTransactionError'] });
  }

  /** Commits; a retried commit succeeds again. @throws CommandError WriteConflict, NoSuchTransaction */
  async commit(session: SessionRef, journaled: boolean): Promise<void> {
    await this.once(session, () => this.commitOnce(session));
    if (journaled) await this.db.flushed();
  }

  /** Aborts a transaction. @throws CommandError NoSuchTransaction */
  abort(session: SessionRef): void {
    this.current(session);
    this.abortOpen(session.id);
  }

  /** Aborts the session's transaction if one is open. */
  abortOpen(id: string): void {
    const transaction = this.transactions.get(id);
    if (transaction?.state !== 'open') return;
    transaction.state = 'ended';
    transaction.view.close();
  }

  /** Ends a session. */
  forget(id: string): void {
    this.abortOpen(id);
    this.transactions.delete(id);
  }

  /** Deduplicates a retryable write or commit that is sent again while it runs. */
  once<T>({ id, number }: SessionRef, run: () => Promise<T>): Promise<T> {
    const key = `${id}:${number}`;
    const running = this.running.get(key) ?? run().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running as Promise<T>;
  }

  /**
   * The stored progress of an earlier attempt at this write.
   *
   * @throws CommandError TransactionTooOld when the session has a later write; IncompleteTransactionHistory when the
   *   stored entry is not a write, for example from an older server version
   */
  storedProgress(session: SessionRef): Progress | undefined {
    const stored = this.lastReply(session);
    if (stored === undefined) return undefined;
    const progress = stored['work'] as Progress | undefined;
    assert(progress, 'IncompleteTransactionHistory', `the history of txnNumber ${session.number} is unknown`);
    const { next, counts } = toPlain(progress) as Progress;
    return { ...progress, next, counts };
  }

  /** Stores a write's progress, or that a transaction has committed, within the write's own transaction. */
  storeReply({ id, number }: SessionRef, content: Doc): void {
    this.db.replies.putSync(Buffer.from(id, 'hex'), encode({ number, at: Date.now(), ...content }));
  }

  /** Aborts expired transactions; removes ended ones and replies too old to be requested again. */
  async sweep(now = Date.now()): Promise<void> {
    for (const [id, { startedAt }] of this.transactions) {
      if (now - startedAt > TRANSACTION_LIFETIME_MS) this.abortOpen(id);
      if (now - startedAt > REPLY_LIFETIME_MS) this.transactions.delete(id);
    }
    const old: Buffer[] = [];
    for (const { key, value } of this.db.replies.getRange({})) {
      if (now - Number(decodeFields(value, ['at'])['at']) > REPLY_LIFETIME_MS) old.push(Buffer.from(key));
    }
    if (old.length > 0) await this.db.write(() => old.forEach((key) => this.db.replies.removeSync(key)), false);
  }

  private async commitOnce(session: SessionRef): Promise<void> {
    const last = this.transactions.get(session.id);
    if (last?.number === session.number && last?.state === 'committed') return;
    if (last?.number !== session.number && this.lastReply(session)?.['committed'] === true) return;
    const transaction = this.current(session);
    const { view } = transaction;
    transaction.state = 'ended';
    const write = (): void => {
      view.commit();
      this.storeReply(session, { committed: true });
    };
    try {
      if (view.hasWrites) await this.db.write(write, false);
      transaction.state = 'committed';
    } catch (error) {
      // Another commit took the key after the snapshot: the transaction has to retry to see it.
      throw error instanceof CommandError && error.codeName === 'DuplicateKey' ? writeConflict() : error;
    } finally {
      view.close();
    }
  }

  private lastReply({ id, number }: SessionRef): Doc | undefined {
    const bytes = this.db.replies.get(Buffer.from(id, 'hex'));
    if (bytes === undefined) return undefined;
    // Read the number alone first: the entry nearly always belongs to an earlier write.
    const last = Number(decodeFields(bytes, ['number'])['number']);
    assert(last <= number!, 'TransactionTooOld', `Retryable write with txnNumber ${number} is prohibited`);
    return last === number ? decodeTyped(bytes) : undefined;
  }
}
