import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PaddockError } from '../errors/paddock-error.js';
import { type Measure, Meter } from './checksum.js';
import { type ByteRange, expectFileKey, type FileStorage, isFileKey } from './storage.js';

/** Larger contents are sent in parts of this size, in bytes; S3 allows 10,000 of at least 5 MB. */
const partSize = 8 * 1024 * 1024;
/** Parts of one content that are sent at once; each is in memory. */
const partsAtOnce = 2;
/** Milliseconds until a bucket that accepts no connection counts as away; the SDK tries three times. */
const connectMs = 5000;
const usualAnswerMs = 10_000;
/** Without a byte, while a content is sent: services like S3 need longer for the reply to a large one. */
const maxSilenceMs = 60_000;

export interface S3Settings {
  bucket: string;
  region: string;
  /** The address of an S3-compatible service other than AWS. */
  endpoint?: string | undefined;
  /** Milliseconds until a bucket that accepts requests and does not reply counts as away; 10 s by default. */
  answerMs?: number;
}

/** Stores contents in a bucket. S3 checks what it receives by a checksum, and the SDK what it returns. */
export class S3Storage implements FileStorage {
  private readonly client: S3Client;
  /** For contents that are sent: a slow one has no total limit. */
  private readonly sender: S3Client;
  private readonly bucket: { Bucket: string };

  /** @param credentials by default the SDK's own sources (environment, files, the machine's role) */
  constructor(
    { bucket, region, endpoint, answerMs = usualAnswerMs }: S3Settings,
    credentials?: { accessKeyId: string; secretAccessKey: string },
  ) {
    this.bucket = { Bucket: bucket };
    const settings = {
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
    };
    const connectionTimeout = connectMs;
    // Until the reply begins: the reader of a content may be slow.
    const answer = { requestTimeout: answerMs, throwOnRequestTimeout: true };
    this.client = new S3Client({ ...settings, requestHandler: { connectionTimeout, ...answer } });
    this.sender = new S3Client({ ...settings, requestHandler: { connectionTimeout, socketTimeout: maxSilenceMs } });
  }

  async put(key: string, content: Readable): Promise<Measure> {
    const meter = new Meter();
    const upload = new Upload({
      client: this.sender,
      params: { ...this.bucket, Key: expectFileKey(key), Body: meter },
      partSize,
      queueSize: partsAtOnce,
    });
    // Either side's failure ends the other one.
    const sent = upload.done().catch((error: Error) => {
      meter.destroy(error);
      throw error;
    });
    const [stored] = await Promise.allSettled([sent, pipeline(content, meter)]);
    if (stored.status === 'rejected') throw outageOf(stored.reason);
    return meter.measure;
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const command = new GetObjectCommand({
      ...this.bucket,
      Key: expectFileKey(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const { Body } = await this.client.send(command).catch(fail);
    return Body as Readable;
  }

  async stat(key: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await this.client.send(
        new HeadObjectCommand({ ...this.bucket, Key: expectFileKey(key) }),
      );
      return ContentLength;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw outageOf(error);
    }
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ ...this.bucket, Key: expectFileKey(key) })).catch(fail);
  }

  async *olderThan(before: Date): AsyncGenerator<string[]> {
    const { client, bucket } = this;
    // A killed process leaves parts that are listed nowhere else, and that cost.
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket));
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Initiated && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ ...bucket, Key, UploadId }));
    // A copy: the paginator writes its continuation token into its input, and the next sweep would begin there.
    for await (const { Contents } of paginateListObjectsV2({ client }, { ...bucket })) {
      const old = (Contents ?? []).filter(({ LastModified }) => LastModified && LastModified < before);
      const keys = old.flatMap(({ Key }) => (Key !== undefined && isFileKey(Key) ? [Key] : []));
      if (keys.length > 0) yield keys;
    }
  }

  async readMark(): Promise<string | undefined> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ ...this.bucket, Key: 'mark' }));
      return await Body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async writeMark(mark: string): Promise<void> {
    await this.client.send(new PutObjectCommand({ ...this.bucket, Key: 'mark', Body: mark }));
  }
}

const fail = (error: unknown): never => {
  throw outageOf(error);
};

/** SERVICE_UNAVAILABLE for a bucket that is unreachable, overloaded or broken; a wrong setting stays the error that it is. */
function outageOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { httpStatusCode } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  const isAway = httpStatusCode === undefined ? isNetworkError(error) : httpStatusCode >= 500 || httpStatusCode === 429;
  return isAway ? Object.assign(new PaddockError('SERVICE_UNAVAILABLE'), { cause: error }) : error;
}

const isNetworkError = (error: Error): boolean =>
  error.name === 'TimeoutError' || 'syscall' in error || 'errno' in error;
