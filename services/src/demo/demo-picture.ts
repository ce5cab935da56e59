import type { Attachment } from '../community/files/file.schema.js';

/** A picture from `images/` for a shout or an event. */
export interface DemoPicture {
  file: string;
  /** The uploader: the author or organiser. */
  owner: string;
  of: Attachment;
  /** The row's `images`, which get the file's id once it is stored. */
  images: string[];
  /** The file's URL once it is stored. */
  address: string;
}
