import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';
import type { StoredType } from '../../infrastructure/storage/file-types.js';

/** Kinds of record that files can be attached to; the service that owns a kind registers it. */
export type AttachmentKind =
  'shout' | 'event' | 'item' | 'group' | 'report' | 'classified' | 'sponsor' | 'link' | 'room' | 'folder_item';

export interface Attachment {
  kind: AttachmentKind;
  id: string;
}

/** Keeps a file for the readers of a report, in a workplace. */
export interface Hold {
  id: string;
  workplace: string;
}

/**
 * A stored file. It belongs to the community, since its signed address names no workplace; `place` is the workplace of the
 * record that it is attached to.
 */
export interface FileRow extends Row {
  place: string;
  owner: string;
  name: string;
  type: StoredType;
  size: number;
  key: string;
  /** Checksum of the content; absent in records of earlier releases. */
  crc32?: number;
  thumb_key?: string;
  feed_key?: string;
  poster_key?: string;
  /** Pixels of a picture or video. */
  width?: number;
  height?: number;
  /** Percent of a video that waits for its transcoding or is under way; absent otherwise. */
  processing?: number;
  /** A process transcodes the video until then, unless it renews it. */
  lease?: Date;
  /** How often the transcoding began. */
  attempts?: number;
  /** A folder, for the files tab. */
  parent?: string;
  /**
   * `community`: visible to every member (profile pictures). `sign_up`: a picture for an account that does not exist yet; its
   * owner is a secret in its address. `own`: visible to its owner only. `attachment`: visible to its owner and to readers of
   * the record that it is attached to.
   */
  audience: 'attachment' | 'community' | 'sign_up' | 'own';
  attached?: Attachment;
  /** Its deletion is deferred until these end; see `FilesService.hold`. */
  holds?: Hold[];
  created: Date;
  /** No longer served after it; a sweep deletes it. */
  expires?: Date;
}

export const fileSchema = communitySchema<FileRow>({
  place: { type: String, default: '' },
  owner: { type: String, required: true },
  name: { type: String, required: true },
  type: { type: String, required: true },
  size: { type: Number, required: true },
  key: { type: String, required: true },
  crc32: Number,
  thumb_key: String,
  feed_key: String,
  poster_key: String,
  width: Number,
  height: Number,
  processing: Number,
  lease: Date,
  attempts: Number,
  parent: String,
  audience: { type: String, required: true },
  // As one value: mongoose would store a missing nested path as {}.
  attached: { type: Object },
  holds: { type: [Object], default: undefined },
  created: { type: Date, required: true },
  expires: Date,
});
fileSchema.index({ community: 1, owner: 1, _id: 1 });
fileSchema.index({ community: 1, created: 1 }, { partialFilterExpression: { audience: 'sign_up' } });
fileSchema.index({ community: 1, expires: 1 }, { partialFilterExpression: { expires: { $exists: true } } });
fileSchema.index(
  { community: 1, created: 1, owner: 1 },
  { partialFilterExpression: { processing: { $exists: true } } },
);
fileSchema.index({ community: 1, 'holds.id': 1 }, { partialFilterExpression: { 'holds.id': { $exists: true } } });
fileSchema.index({ community: 1, audience: 1, 'attached.kind': 1, created: 1 });
// Contents on the disk belong to no known community.
fileSchema.index({ key: 1 });
// Thumbnails had keys of their own once.
fileSchema.index({ thumb_key: 1 }, { partialFilterExpression: { thumb_key: { $exists: true } } });
