import { Binary } from 'bson';
import { CommandError, demand, writeConflict } from '../errors.js';
import type { Database } from '../storage/database.js';
import { TransactionView } from '../storage/transaction-view.js';
import { decodeTyped, type Doc, encode, isDocument } from '../values/bson.js';
import { toPlain } from '../values/compare.js';
import { decodeFields } from '../values/partial.js';

/** A transaction of a session. */
export interface Transaction {
  readonly number: number;
  readonly view: TransactionView;
  readonly startedAt: number;
  state: 'open' | 'committed' | 'ended';
}

/** How far a bulk of writes has come. */
export interface Progress {
  /** The statement that comes next. */
  next: number;
  /** As bulkWrite tells them. */
  counts: Record<'nInserted' | 'nMatched' | 'nModified' | 'nUpserted' | 'nDeleted', number>;
  /** What is told of single statements. */
  results: Doc[];
  errors: Doc[];
}

/** The session and transaction number a command came with. */
export interface SessionRef {
  /** The session's id, in hexadecimal. */
  readonly id: string;
  /** The transaction number; of a retryable write, or of a transaction. */
  readonly number: number | undefined;
}

const TRANSACTION_LIFETIME_MS = 60_000;
const REPLY_LIFETIME_MS = 30 * 60_000;

/** The id of a session as commands give it. @throws CommandError TypeMismatch */
export function sessionId(lsid: unknown): string {
  const id = isDocument(lsid) ? lsid['id'] : undefined;
  demand(id instanceof Binary, 'TypeMismatch', 'lsid.id must be a UUID');
  return id.toString('hex');
}

/** Reads `lsid` and `txnNumber` of a command. */
export function sessionOf({ lsid, txnNumber }: Doc): SessionRef | undefined {
  if (!isDocument(lsid)) return undefined;
  return { id: sessionId(lsid), number: txnNumber === undefined ? undefined : Number(txnNumber) };
}

/** Open transactions, and what is kept of writes that a client may send again. */
export class Sessions {
  private readonly transactions = new Map<string, Transaction>();
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(private readonly db: Database) {}

  /** Starts a transaction; an older one of the session is aborted. @throws CommandError TransactionTooOld */
  begin({ id, number = 0 }: SessionRef): TransactionView {
    const last = this.transactions.get(id)?.number ?? -1;
    demand(number > last, 'TransactionTooOld', `Cannot start transaction ${number}: transaction ${last} has started.`);
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

  /** Commits; a repeat of a commit that was done is answered alike. @throws CommandError WriteConflict, NoSuchTransaction */
  async commit(session: SessionRef, journaled: boolean): Promise<void> {
    await this.once(session, () => this.commitOnce(session));
    if (journaled) await this.db.flushed();
  }

  /** Aborts a transaction. @throws CommandError NoSuchTransaction */
  abort(session: SessionRef): void {
    this.current(session);
    this.abortOpen(session.id);
  }

  /** Aborts whatever transaction the session has open. */
  abortOpen(id: string): void {
    const transaction = this.transactions.get(id);
    if (transaction?.state !== 'open') return;
    transaction.state = 'ended';
    transaction.view.close();
  }

  /** The session is over. */
  forget(id: string): void {
    this.abortOpen(id);
    this.transactions.delete(id);
  }

  /** Runs a retryable write, or a commit, once even if it is sent again while it runs. */
  once<T>({ id, number }: SessionRef, run: () => Promise<T>): Promise<T> {
    const key = `${id}:${number}`;
    const running = this.running.get(key) ?? run().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running as Promise<T>;
  }

  /**
   * How far this very write had come before.
   *
   * @throws CommandError TransactionTooOld when the session has already gone on to a later write;
   *   IncompleteTransactionHistory when something else is kept under its number, as by an older version of this server
   */
  kept(session: SessionRef): Progress | undefined {
    const stored = this.stored(session);
    if (stored === undefined) return undefined;
    const progress = stored['work'] as Progress | undefined;
    demand(progress, 'IncompleteTransactionHistory', `what was done under txnNumber ${session.number} is not known`);
    const { next, counts } = toPlain(progress) as Progress;
    return { ...progress, next, counts };
  }

  /** Keeps a write's progress, or that a transaction is committed, in the write's own transaction. */
  keep({ id, number }: SessionRef, content: Doc): void {
    this.db.replies.putSync(Buffer.from(id, 'hex'), encode({ number, at: Date.now(), ...content }));
  }

  /** Aborts transactions that are too old, forgets ended ones and replies that no client will ask for any more. */
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
    if (last?.number !== session.number && this.stored(session)?.['committed'] === true) return;
    const transaction = this.current(session);
    const { view } = transaction;
    transaction.state = 'ended';
    const write = (): void => {
      view.commit();
      this.keep(session, { committed: true });
    };
    try {
      if (view.hasWrites) await this.db.write(write, false);
      transaction.state = 'committed';
    } catch (error) {
      // A key taken by another commit meanwhile was not in the snapshot: the transaction has to see it and run again.
      throw error instanceof CommandError && error.codeName === 'DuplicateKey' ? writeConflict() : error;
    } finally {
      view.close();
    }
  }

  private stored({ id, number }: SessionRef): Doc | undefined {
    const bytes = this.db.replies.get(Buffer.from(id, 'hex'));
    if (bytes === undefined) return undefined;
    // Nearly always of an earlier write, whose content nobody asks for.
    const last = Number(decodeFields(bytes, ['number'])['number']);
    demand(last <= number!, 'TransactionTooOld', `Retryable write with txnNumber ${number} is prohibited`);
    return last === number ? decodeTyped(bytes) : undefined;
  }
}
