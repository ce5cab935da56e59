import type { Binary } from 'bson';
import { CommandError, writeConflict } from '../errors.js';
import type { Database } from '../storage/database.js';
import { TransactionView } from '../storage/transaction-view.js';
import { decodeTyped, type Doc, encode, isDocument } from '../values/bson.js';
import { toPlain } from '../values/compare.js';

interface Transaction {
  readonly number: number;
  readonly view: TransactionView;
  readonly startedAt: number;
  state: 'open' | 'committing' | 'committed' | 'aborted';
  /** The commit under way or done: a repeat waits for its outcome. */
  commit?: Promise<void>;
}

/** How far a bulk of writes has come. */
export interface Progress {
  /** The statement that comes next. */
  next: number;
  counts: Record<string, number>;
  /** What is told of single statements. */
  results: Doc[];
  errors: Doc[];
}

/** The session and transaction number a command came with. */
export interface SessionRef {
  /** The session's id, as bytes. */
  readonly id: Buffer;
  /** The transaction number; of a retryable write, or of a transaction. */
  readonly number: number | undefined;
}

const TRANSACTION_LIFETIME_MS = 60_000;
const REPLY_LIFETIME_MS = 30 * 60_000;

/** Reads `lsid` and `txnNumber` of a command. */
export function sessionOf(command: Doc): SessionRef | undefined {
  const lsid = command['lsid'];
  if (!isDocument(lsid)) return undefined;
  const id = lsid['id'] as Binary | undefined;
  if (id === undefined || !(id.buffer instanceof Uint8Array))
    throw new CommandError('TypeMismatch', 'lsid.id must be a UUID');
  const number = command['txnNumber'];
  return { id: Buffer.from(id.buffer), number: number === undefined ? undefined : Number(number) };
}

function noSuchTransaction(number: number): CommandError {
  return new CommandError(
    'NoSuchTransaction',
    `Given transaction number ${number} does not match any in-progress transactions.`,
    {
      errorLabels: ['TransientTransactionError'],
    },
  );
}

/** Open transactions, and the replies kept for writes that a client may send again. */
export class Sessions {
  private readonly transactions = new Map<string, Transaction>();
  private readonly running = new Map<string, Promise<Doc>>();

  constructor(private readonly db: Database) {}

  /** Starts a transaction; an older one of the session is aborted. @throws CommandError TransactionTooOld */
  begin(session: SessionRef): TransactionView {
    const key = session.id.toString('hex');
    const number = session.number!;
    const current = this.transactions.get(key);
    if (current !== undefined && number <= current.number) {
      throw new CommandError(
        'TransactionTooOld',
        `Cannot start transaction ${number} on a session where transaction ${current.number} has started.`,
      );
    }
    if (current?.state === 'open') this.end(current, 'aborted');
    const view = new TransactionView(this.db);
    this.transactions.set(key, { number, view, startedAt: Date.now(), state: 'open' });
    return view;
  }

  /** The open transaction of a command. @throws CommandError NoSuchTransaction */
  current(session: SessionRef): TransactionView {
    return this.open(session).view;
  }

  /** Commits; a repeat of a commit that was done is answered alike. @throws CommandError WriteConflict, NoSuchTransaction */
  async commit(session: SessionRef, journaled: boolean): Promise<void> {
    const transaction = this.transactions.get(session.id.toString('hex'));
    if (transaction?.number === session.number && transaction?.commit !== undefined) return transaction.commit;
    if (transaction?.number !== session.number && this.stored(session)?.['committed'] === true) return;
    const current = this.open(session);
    current.state = 'committing';
    current.commit = this.apply(session, current, journaled);
    return current.commit;
  }

  /** Aborts a transaction. @throws CommandError NoSuchTransaction */
  abort(session: SessionRef): void {
    this.end(this.open(session), 'aborted');
  }

  /** Aborts whatever transaction the session has open. */
  abortOpen(id: Buffer): void {
    const transaction = this.transactions.get(id.toString('hex'));
    if (transaction?.state === 'open') this.end(transaction, 'aborted');
  }

  /** The session is over. */
  forget(id: Buffer): void {
    this.abortOpen(id);
    this.transactions.delete(id.toString('hex'));
  }

  /** Runs a retryable write, once even if it is sent again while it runs. */
  once(session: SessionRef, run: () => Promise<Doc>): Promise<Doc> {
    const key = `${session.id.toString('hex')}:${session.number}`;
    const running = this.running.get(key) ?? run().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }

  /**
   * What was kept of this very write before: its reply, or how far it had come.
   *
   * @throws CommandError TransactionTooOld when the session has already gone on to a later write
   */
  kept(session: SessionRef): { reply?: Doc; progress?: Progress } | undefined {
    const { reply, progress } = this.stored(session) ?? {};
    if (!isDocument(progress)) return { ...(isDocument(reply) ? { reply } : {}) };
    const { next, counts, results, errors } = progress;
    return {
      progress: { ...(toPlain({ next, counts }) as Pick<Progress, 'next' | 'counts'>), results, errors } as Progress,
    };
  }

  /** Keeps a write's reply or progress, in the write's own transaction. */
  keep(session: SessionRef, content: { reply: Doc } | { progress: Progress }): void {
    this.store(session, { ...content });
  }

  /** Aborts transactions that are too old, forgets ended ones and replies that no client will ask for any more. */
  async sweep(now = Date.now()): Promise<void> {
    for (const [key, transaction] of this.transactions) {
      const age = now - transaction.startedAt;
      if (transaction.state === 'open' && age > TRANSACTION_LIFETIME_MS) this.end(transaction, 'aborted');
      if (transaction.state !== 'open' && transaction.state !== 'committing' && age > REPLY_LIFETIME_MS)
        this.transactions.delete(key);
    }
    const old: Buffer[] = [];
    for (const { key, value } of this.db.replies.getRange({})) {
      if (now - Number(toPlain(decodeTyped(value)['at'])) > REPLY_LIFETIME_MS) old.push(Buffer.from(key));
    }
    if (old.length > 0) await this.db.write(() => old.forEach((key) => this.db.replies.removeSync(key)), false);
  }

  private async apply(session: SessionRef, transaction: Transaction, journaled: boolean): Promise<void> {
    try {
      if (transaction.view.hasWrites) {
        await this.db.write(() => {
          transaction.view.commit();
          this.store(session, { committed: true });
        }, journaled);
      }
      this.end(transaction, 'committed');
    } catch (error) {
      this.end(transaction, 'aborted');
      // A key taken by another commit meanwhile was not in the snapshot: the transaction has to see it and run again.
      if (error instanceof CommandError && error.codeName === 'DuplicateKey') throw writeConflict();
      throw error;
    }
  }

  private open(session: SessionRef): Transaction {
    const transaction = this.transactions.get(session.id.toString('hex'));
    if (transaction?.number !== session.number || transaction?.state !== 'open') {
      throw noSuchTransaction(session.number!);
    }
    if (Date.now() - transaction.startedAt > TRANSACTION_LIFETIME_MS) {
      this.end(transaction, 'aborted');
      throw noSuchTransaction(session.number!);
    }
    return transaction;
  }

  private stored(session: SessionRef): Doc | undefined {
    const bytes = this.db.replies.get(session.id);
    if (bytes === undefined) return undefined;
    const stored = decodeTyped(bytes);
    const number = Number(toPlain(stored['number']));
    if (number > session.number!) {
      throw new CommandError('TransactionTooOld', `Retryable write with txnNumber ${session.number} is prohibited`);
    }
    return number === session.number ? stored : undefined;
  }

  private store(session: SessionRef, content: Doc): void {
    this.db.replies.putSync(session.id, encode({ number: session.number, at: Date.now(), ...content }));
  }

  private end(transaction: Transaction, state: 'committed' | 'aborted'): void {
    transaction.state = state;
    transaction.view.close();
  }
}
