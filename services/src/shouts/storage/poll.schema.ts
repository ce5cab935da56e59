import { Schema } from 'mongoose';

/** The poll of a shout. Its options never change; their order is the order in which they are shown. */
export interface StoredPoll {
  options: { id: string; text: string; voters_count: number }[];
  multiple: boolean;
  /** Hides who voted. */
  private: boolean;
  /** Undefined: the poll stays open. */
  end?: Date;
  /** Members who voted. */
  voters_count: number;
}

const embedded = { _id: false, id: false } as const;
const option = new Schema({ id: String, text: String, voters_count: Number }, embedded);
export const pollSchema = new Schema(
  { options: [option], multiple: Boolean, private: Boolean, end: Date, voters_count: Number },
  embedded,
);
