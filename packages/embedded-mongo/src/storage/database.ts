import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database as LmdbDatabase, open, type RootDatabase, type Transaction } from 'lmdb';
import { CommandError } from '../errors.js';
import { Catalog, type CollectionMeta } from './catalog.js';
import { ChangeLog } from './change-log.js';
import { checkDataFile, checkFormat, DataFolderError, lockDataFolder, writeFormat } from './data-folder.js';
import { recordKey, RECORD_ID_BYTES, recordIdOf, recordsEnd, recordsStart } from './keys.js';

/** Milliseconds that one slice of a long work may hold the writer. */
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
 * What is committed at the moment when a read first lets other work run, for as long as it is held. Held for the length of a
 * command at most: the data file cannot reuse what a snapshot still sees.
 */
export class Snapshot {
  transaction: Transaction | undefined;
  private released = false;

  constructor(private readonly env: RootDatabase<Buffer, Buffer>) {}

  /** Keeps what the present turn of the event loop sees. */
  hold(): void {
    if (!this.released) this.transaction ??= this.env.useReadTransaction();
  }

  /** From here on reads are of what is committed by then. */
  release(): void {
    this.released = true;
    this.transaction?.done();
    this.transaction = undefined;
  }
}

/** The lmdb environment with everything in it, and the one way to write to it. */
export class Database {
  readonly records: LmdbDatabase<Buffer, Buffer>;
  readonly index: LmdbDatabase<Buffer, Buffer>;
  readonly replies: LmdbDatabase<Buffer, Buffer>;
  readonly catalog: Catalog;
  readonly log = new ChangeLog();
  private nextRecordId = 1;
  /** When the write under way began. */
  private began: number | undefined;
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
    // Before anything is deleted: the id of a record that an open transaction still sees must not be given out again.
    for (const { id } of this.catalog.all()) {
      const range = { start: recordsEnd(id), end: recordsStart(id), reverse: true, limit: 1 };
      for (const last of this.records.getKeys(range)) {
        this.nextRecordId = Math.max(this.nextRecordId, recordIdOf(last) + 1);
      }
    }
  }

  /**
   * Opens, or creates, the database of a folder.
   *
   * @throws DataFolderError when the folder is in use, of a newer format, or cannot be read
   */
  static open(dataDir: string): Database {
    mkdirSync(dataDir, { recursive: true });
    const unlock = lockDataFolder(dataDir);
    try {
      if (!existsSync(join(dataDir, 'format'))) {
        // Data without its format file is not ours to overwrite.
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
   * Opens a folder to read from it, also while another process writes to it.
   *
   * @throws DataFolderError when there is no data, or it is of a newer format
   */
  static openForReading(dataDir: string): Database {
    if (!existsSync(join(dataDir, 'format'))) throw new DataFolderError(`The folder ${dataDir} holds no data.`);
    checkFormat(dataDir);
    return new Database(openFile(dataDir, true), () => undefined);
  }

  /** Copies everything, as it is at one moment, into an empty data folder. */
  async copyTo(dataDir: string): Promise<void> {
    mkdirSync(join(dataDir, 'data'), { recursive: true });
    await this.env.backup(join(dataDir, 'data'), true);
    writeFormat(dataDir);
  }

  /**
   * Runs a synchronous function in a write transaction of its own. A throw takes back everything it wrote.
   *
   * @param journaled whether to wait until the write is on the disk, not just visible
   */
  async write<T>(run: () => T, journaled = true): Promise<T> {
    let seq = 0;
    let ran = false;
    let result: T;
    try {
      const transaction = this.env.childTransaction(() => {
        seq = this.log.begin();
        this.began = performance.now();
        try {
          const value = this.undoable(run);
          ran = true;
          return value;
        } finally {
          this.began = undefined;
        }
      });
      this.watchCommit();
      result = await transaction;
    } catch (error) {
      if (!ran) throw error;
      // The commit itself failed: what is in memory has to follow what is stored.
      this.catalog.load();
      (error as { commitError?: Promise<unknown> }).commitError?.catch(() => undefined);
      const message = 'The write could not be stored, since the disk is full or failing; nothing of it was kept.';
      throw new CommandError('OutOfDiskSpace', message);
    } finally {
      this.log.settle(seq);
    }
    if (journaled) await this.flushed();
    return result;
  }

  /** Waits until everything that is committed is on the disk. */
  async flushed(): Promise<void> {
    await this.env.flushed;
  }

  /** lmdb makes a promise for each batch of commits that nobody else sees: its failure must not end the process. */
  private watchCommit(): void {
    if (this.watching) return;
    this.watching = true;
    // lmdb starts its batch by an immediate of its own, which comes before this one.
    setImmediate(() => {
      this.watching = false;
      this.env.committed.then(undefined, () => undefined);
    });
  }

  /** Inside `write`: whether it has held the writer for so long that others should have their turn. */
  get isSliceOver(): boolean {
    return performance.now() - (this.began ?? 0) > SLICE_MS;
  }

  /** Inside `write`: runs a part whose failure takes back that part alone. */
  atomic<T>(run: () => T): T {
    if (this.began === undefined) return run();
    let result: { value: T } | undefined;
    // Inside a running transaction lmdb runs the child at once; its return type cannot say so.
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
      for (const takeBack of undo) takeBack();
      throw error;
    }
  }

  /** A record's bytes as they are stored now, or were in a snapshot. */
  read(collection: CollectionMeta, record: number, snapshot?: Snapshot): Buffer | undefined {
    const { transaction } = snapshot ?? {};
    return this.records.get(recordKey(collection.id, record), transaction === undefined ? undefined : { transaction });
  }

  /** A snapshot, not held yet. */
  snapshot(): Snapshot {
    return new Snapshot(this.env);
  }

  /** A record id past all others of the collection: records without another order come in the order of insertion. */
  allocateRecordId(): number {
    if (this.nextRecordId >= 2 ** (8 * RECORD_ID_BYTES)) throw new Error('record ids are used up');
    return this.nextRecordId++;
  }

  /** Waits for all writes, closes the files and gives the folder back. */
  async close(): Promise<void> {
    await this.env.flushed;
    await this.env.close();
    this.unlock();
  }
}
