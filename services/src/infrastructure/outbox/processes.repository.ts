import { type Model, Schema } from 'mongoose';
import { isDuplicateKey, type Mongo } from '../mongo/mongo.js';

/** The one record about the processes that write events. */
export interface ProcessesRow {
  _id: string;
  /** The process that may believe that it is alone. */
  holder: string | null;
  /** Grows with each renewal of the holder. */
  turn: number;
  /** The other processes that write, each with a number that grows. A holder does not renew while there are marks. */
  marks: Record<string, number>;
}

const schema = new Schema<ProcessesRow>(
  { _id: String, holder: String, turn: Number, marks: Schema.Types.Mixed },
  { versionKey: false, minimize: false },
);
const _id = 'processes';

/** The record as one process changes it; each change is one command. */
export class ProcessesRepository {
  private readonly rows: Model<ProcessesRow>;

  constructor(
    mongo: Mongo,
    private readonly own: string,
  ) {
    this.rows = mongo.model('outbox_processes', schema);
  }

  read(): Promise<ProcessesRow | null> {
    return this.rows.findOne({ _id }).lean();
  }

  /** False if another process holds the lease now, or there are marks. */
  async renew(): Promise<boolean> {
    const { modifiedCount } = await this.rows.updateOne({ _id, holder: this.own, marks: {} }, { $inc: { turn: 1 } });
    return modifiedCount > 0;
  }

  /** False if the record has changed since it was read. */
  async take({ holder, turn, marks }: ProcessesRow): Promise<boolean> {
    const { modifiedCount } = await this.rows.updateOne(
      { _id, holder, turn, marks },
      { $set: { holder: this.own, marks: {} }, $inc: { turn: 1 } },
    );
    return modifiedCount > 0;
  }

  /** False if another process has made the record meanwhile. */
  async takeFirst(): Promise<boolean> {
    const first = { _id, holder: this.own, turn: 1, marks: {} };
    return this.rows.collection.insertOne(first as never).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );
  }

  mark(number: number): Promise<ProcessesRow | null> {
    const update = { $set: { [`marks.${this.own}`]: number }, $setOnInsert: { holder: null, turn: 0 } };
    return this.rows.findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'after' }).lean();
  }

  /** Changes the own mark, if there is one. */
  async beat(number: number): Promise<void> {
    const mark = `marks.${this.own}`;
    await this.rows.updateOne({ _id, [mark]: { $exists: true } }, { $set: { [mark]: number } });
  }

  async unmark(): Promise<void> {
    await this.rows.updateOne({ _id }, { $unset: { [`marks.${this.own}`]: 1 } });
  }

  /** Gives the own lease back. */
  async release(): Promise<void> {
    await this.rows.updateOne({ _id, holder: this.own }, { $set: { holder: null } });
  }

  /** Gives the own lease back to processes that write, and stays one of them. */
  async share(): Promise<void> {
    await this.rows.updateOne({ _id, holder: this.own }, { $set: { holder: null, [`marks.${this.own}`]: 0 } });
  }

  /**
   * Ends a lease that its holder has not renewed. The holder may be idle and write again, so it gets a mark: without it, the lease
   * would pass to each writer in turn, and each would wait for the end of the one before.
   */
  async end(holder: string, turn: number): Promise<void> {
    await this.rows.updateOne({ _id, holder, turn }, { $set: { holder: null, [`marks.${holder}`]: 0 } });
  }
}
