import type { Readable } from 'node:stream';

/** The file of a multipart call as it arrives. Reading past the call's limit fails with BODY_TOO_LARGE. */
export interface IncomingFile {
  /** As given by the client; the file's type comes from its content. */
  readonly filename: string;
  readonly stream: Readable;
}
