import type { Attachment } from '../community/files/file.schema.js';

/** A picture from `images/`, or a document from `documents/`, for a record of the demo. */
export interface DemoPicture {
  file: string;
  folder?: 'documents';
  /** The uploader: the author or organiser. */
  owner: string;
  of: Attachment;
  /** The row's `images`, which get the file's id once it is stored. */
  images: string[];
  /** The file's URL once it is stored. */
  address: string;
  /** Its bytes once it is stored. */
  size?: number;
}
