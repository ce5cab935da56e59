import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database as LmdbDatabase, open, type RootDatabase, type Transaction } from 'lmdb';
import { CommandError } from '../errors.js';
import { Catalog, type CollectionMeta } from './catalog.js';
import { ChangeLog } from './change-log.js';
import { checkDataFile, checkFormat, DataFolderError, lockDataFolder, writeFormat } from './data-folder.js';
import { recordKey, RECORD_ID_BYTES, recordIdOf, recordsEnd, recordsStart } from './keys.js';

/** Milliseconds that one slice of a long operation may hold the write lock. */
const SLICE_MS = 4;

function openFile(dataDir: string, readOnly: boolean): RootDatabase<Buffer, Buffer> {
  checkDataFile(join(dataDir, 'data', 'data.mdb'));
  try {
    const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
    return open<Buffer, Buffer>({ ...binary, path: join(dataDir, 'data'), noSubdir: false, maxReaders: 512, readOnly });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DataFolderError(`The data in ${dataDir} cannot be read: ${reason}`, { cause });
  }
}

/**
 * A consistent view of the committed data, taken when a read first yields to other work. It lives for one command at
 * most, because the data file cannot reuse pages that a snapshot still sees.
 */
export class Snapshot {
  transaction: Transaction | undefined;
  private released = false;

  constructor(private readonly env: RootDatabase<Buffer, Buffer>) {}

  /** Pins the state that the current turn of the event loop sees. */
  hold(): void {
    if (!this.released) this.transaction ??= this.env.useReadTransaction();
  }

  /** Later reads see the latest committed state. */
  release(): void {
    this.released = true;
    this.transaction?.done();
    this.transaction = undefined;
  }
}

/** The lmdb environment, its stores, and the only way to write to them. */
export class Database {
  readonly records: LmdbDatabase<Buffer, Buffer>;
  readonly index: LmdbDatabase<Buffer, Buffer>;
  readonly replies: LmdbDatabase<Buffer, Buffer>;
  readonly catalog: Catalog;
  readonly log = new ChangeLog();
  private nextRecordId = 1;
  /** Start time of the running write. */
  private writeStartedAt: number | undefined;
  private watching = false;

  private constructor(
    private readonly env: RootDatabase<Buffer, Buffer>,
    private readonly unlock: () => void,
  ) {
    const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
    this.records = env.openDB<Buffer, Buffer>('records', binary);
    this.index = env.openDB<Buffer, Buffer>('index', binary);
    this.replies = env.openDB<Buffer, Buffer>('replies', binary);
    this.catalog = new Catalog(env.openDB<Buffer, string>('catalog', { encoding: 'binary' }));
    // Read before any deletion: ids of records that an open transaction still sees must not be reused.
    for (const { id } of this.catalog.all()) {
      const range = { start: recordsEnd(id), end: recordsStart(id), reverse: true, limit: 1 };
      for (const last of this.records.getKeys(range)) {
        this.nextRecordId = Math.max(this.nextRecordId, recordIdOf(last) + 1);
      }
    }
  }

  /**
   * Opens or creates the database of a folder.
   *
   * @throws DataFolderError when the folder is in use, has a newer format, or cannot be read
   */
  static open(dataDir: string): Database {
    mkdirSync(dataDir, { recursive: true });
    const unlock = lockDataFolder(dataDir);
    try {
      if (!existsSync(join(dataDir, 'format'))) {
        // Never overwrite data that lacks a format file.
        if (existsSync(join(dataDir, 'data'))) {
          throw new DataFolderError(`The data folder ${dataDir} has data but no format file.`);
        }
        writeFormat(dataDir);
      }
      checkFormat(dataDir);
      return new Database(openFile(dataDir, false), unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /**
   * Opens a folder read-only, even while another process writes to it.
   *
   * @throws DataFolderError when there is no data, or it has a newer format
   */
  static openForReading(dataDir: string): Database {
    if (!existsSync(join(dataDir, 'format'))) throw new DataFolderError(`The folder ${dataDir} holds no data.`);
    checkFormat(dataDir);
    return new Database(openFile(dataDir, true), () => undefined);
  }

  /** Copies one consistent snapshot into an empty data folder. */
  async copyTo(dataDir: string): Promise<void> {
    mkdirSync(join(dataDir, 'data'), { recursive: true });
    await this.env.backup(join(dataDir, 'data'), true);
    writeFormat(dataDir);
  }

  /**
   * Runs a synchronous function in its own write transaction. A throw rolls back everything it wrote.
   *
   * @param journaled whether to wait until the write is on disk, not only visible
   */
  async write<T>(run: () => T, journaled = true): Promise<T> {
    let seq = 0;
    let ran = false;
    let result: T;
    try {
      const transaction = this.env.childTransaction(() => {
        seq = this.log.begin();
        this.writeStartedAt = performance.now();
        try {
          const value = this.undoable(run);
          ran = true;
          return value;
        } finally {
          this.writeStartedAt = undefined;
        }
      });
      this.watchCommit();
      result = await transaction;
    } catch (error) {
      if (!ran) throw error;
      // The commit itself failed: reload what is cached in memory.
      this.catalog.load();
      (error as { commitError?: Promise<unknown> }).commitError?.catch(() => undefined);
      const message = 'The write was rolled back: the disk is full or failing.';
      throw new CommandError('OutOfDiskSpace', message);
    } finally {
      this.log.settle(seq);
    }
    if (journaled) await this.flushed();
    return result;
  }

  /** Waits until all committed data is on disk. */
  async flushed(): Promise<void> {
    await this.env.flushed;
  }

  /** lmdb creates an internal promise per commit batch. Handle its rejection, so that it cannot end the process. */
  private watchCommit(): void {
    if (this.watching) return;
    this.watching = true;
    // lmdb starts its batch in an earlier `setImmediate` callback.
    setImmediate(() => {
      this.watching = false;
      this.env.committed.then(undefined, () => undefined);
    });
  }

  /** Inside `write`: whether the write has held the lock long enough to let others run. */
  get isSliceOver(): boolean {
    return performance.now() - (this.writeStartedAt ?? 0) > SLICE_MS;
  }

  /** Inside `write`: runs a nested step; its failure rolls back that step alone. */
  atomic<T>(run: () => T): T {
    if (this.writeStartedAt === undefined) return run();
    let result: { value: T } | undefined;
    // lmdb runs a child transaction synchronously; its return type cannot express that.
    void this.env.childTransaction(() => {
      result = { value: this.undoable(run) };
    });
    return result!.value;
  }

  private undoable<T>(run: () => T): T {
    const undo = [this.catalog.undo(), this.log.undo()];
    try {
      return run();
    } catch (error) {
      for (const rollBack of undo) rollBack();
      throw error;
    }
  }

  /** A record's bytes, current or as of a snapshot. */
  read(collection: CollectionMeta, record: number, snapshot?: Snapshot): Buffer | undefined {
    const { transaction } = snapshot ?? {};
    return this.records.get(recordKey(collection.id, record), transaction === undefined ? undefined : { transaction });
  }

  /** Creates a snapshot that is not pinned yet. */
  snapshot(): Snapshot {
    return new Snapshot(this.env);
  }

  /** Allocates the next record id. Ids grow, so unsorted reads return records in insertion order. */
  allocateRecordId(): number {
    if (this.nextRecordId >= 2 ** (8 * RECORD_ID_BYTES)) throw new Error('record ids are used up');
    return this.nextRecordId++;
  }

  /** Waits for all writes, closes the files and unlocks the folder. */
  async close(): Promise<void> {
    await this.env.flushed;
    await this.env.close();
    this.unlock();
  }
}
