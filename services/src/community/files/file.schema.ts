import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';
import type { StoredType } from '../../infrastructure/storage/file-types.js';

/** Kinds of thing that files can be attached to; each is registered by the service that owns it. */
export type AttachmentKind = 'shout' | 'event' | 'item';

export interface Attachment {
  kind: AttachmentKind;
  id: string;
}

/**
 * A stored file. It belongs to the community, since its signed address names no workplace; `place` is the workplace in which
 * the thing it is attached to stands.
 */
export interface FileRow extends Row {
  place: string;
  owner: string;
  name: string;
  type: StoredType;
  size: number;
  key: string;
  thumb_key?: string;
  /** A folder, for the files tab. */
  parent?: string;
  /**
   * `community`: every member may see it (profile pictures). `sign_up`: a picture of an account that is not made yet; its owner is
   * a secret that stands in its address alone. `own`: nobody but its owner, ever. Else its owner, and who can read the thing it is attached to.
   */
  audience: 'attachment' | 'community' | 'sign_up' | 'own';
  attached?: Attachment;
  created: Date;
  /** Not to be had after it; a sweep removes it. */
  expires?: Date;
}

export const fileSchema = communitySchema<FileRow>({
  place: { type: String, default: '' },
  owner: { type: String, required: true },
  name: { type: String, required: true },
  type: { type: String, required: true },
  size: { type: Number, required: true },
  key: { type: String, required: true },
  thumb_key: String,
  parent: String,
  audience: { type: String, required: true },
  // As a nested path it would be stored as {} where there is none.
  attached: { type: Object },
  created: { type: Date, required: true },
  expires: Date,
});
fileSchema.index({ community: 1, owner: 1, _id: 1 });
fileSchema.index({ community: 1, created: 1 }, { partialFilterExpression: { audience: 'sign_up' } });
fileSchema.index({ community: 1, expires: 1 }, { partialFilterExpression: { expires: { $exists: true } } });
