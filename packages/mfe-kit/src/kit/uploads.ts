import type { Store } from './store';

/** The reason to abort an upload that will go on later: the server keeps what it has. */
export const pausedReason = 'paused';

/** A chosen file, kept in this browser until its post is sent. */
export interface PendingFile {
  key: string;
  name: string;
  type: string;
  size: number;
}

/** The reason for which a chosen file was refused. */
export type FileFaultCode =
  'TOO_MANY_FILES' | 'INVALID_FILE' | 'BODY_TOO_LARGE' | 'MEDIA_PICKER_ERROR' | 'DOWNLOAD_ERROR' | 'STORAGE_FULL';

export interface FileFault {
  code: FileFaultCode;
  /** The file's name; absent when a whole choice failed. */
  name?: string;
}

/** A file of a draft. */
export interface Attachment extends PendingFile {
  /** `waiting`: there is no connection; it is uploaded when there is one. `failed`: see `error`; pressing the slot tries again. */
  state: 'waiting' | 'uploading' | 'loaded' | 'failed';
  /** 0 to 99; 100 would mean a reply. */
  percent: number;
  /** URL of a small picture of it. */
  src?: string;
  /** The error of the upload: the server's code and message if it gave both. */
  error?: { code: string; message: string };
}

/** The files of one draft in the order chosen by the member; uploads continue while its screen is closed. */
export interface Attachments {
  items: Store<readonly Attachment[]>;
  /** The newest refusal; cleared by the next change. */
  fault: Store<FileFault | undefined>;
  /** Takes files while there are fewer than `max` (A §5), and uploads them. With `pictures` takes only pictures. */
  add(files: readonly File[], limits: { max: number; pictures?: boolean }): Promise<void>;
  /** Removes a file here and from the server. */
  remove(key: string): void;
  retry(key: string): void;
  /** Puts another file, such as an edited picture, in the place of one. */
  replace(key: string, file: File): Promise<void>;
  /** Moves a file to another position. */
  move(key: string, to: number): void;
  /** Empties the draft for a post; the files stay kept until it is sent. */
  take(): PendingFile[];
  /** Puts the files of a refused post back before the others. */
  putBack(files: readonly PendingFile[]): void;
}

/** The uploads of the signed-in member. */
export interface Uploads {
  /** @param id identifies the draft within the module, as that of `useDraft` */
  draft(module: string, id: string): Attachments;
  /**
   * Uploads the files of a post that were not uploaded yet, then sends it with their addresses. Repeatable: nothing is sent twice.
   */
  post(files: readonly PendingFile[], steps: PostSteps): Promise<unknown>;
  /** A URL for a kept picture, to be revoked by the caller. */
  preview(key: string): Promise<string | undefined>;
}

export interface PostSteps {
  /** Sends the post with the addresses, again if the server has swept the uploads meanwhile. */
  send: (addresses: PostedFiles) => Promise<unknown>;
  /** Called with 0 to 99 while files are uploaded. */
  onPercent: (percent: number) => void;
}

/** Addresses as a post contains them. */
export interface PostedFiles {
  image_urls?: string[];
  files?: string[];
}
