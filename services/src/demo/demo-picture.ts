import type { Attachment } from '../community/files/file.schema.js';

/** A picture of `images/` that a shout or an event has. */
export interface DemoPicture {
  file: string;
  /** Whoever uploads it: the author, the organiser. */
  owner: string;
  of: Attachment;
  /** The row's pictures, which it joins once it is stored. */
  images: string[];
  /** What it has once it is stored. */
  address: string;
}
