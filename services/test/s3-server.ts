import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredObject {
  bytes: Buffer;
  /** CRC32 of a whole object, as the client sent it. */
  crc32: string | undefined;
  modified: Date;
}

/** A service that speaks the part of S3's protocol that Paddock uses: signed requests, ranges, checksums, multipart, pages of lists. */
export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer>; initiated: Date }>();
  /** Requests of this method, or with this query parameter, are refused. */
  failing: string | undefined;
  /** Requests of these methods get no reply. */
  silent: readonly string[] = [];
  /** True: of an object only the first half is sent. */
  isStalled = false;
  /** Keys of a page of a list. */
  pageSize = 2;

  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: Error) => response.destroy(error));
  });

  constructor(
    readonly bucket: string,
    readonly credentials: { accessKeyId: string; secretAccessKey: string },
  ) {}

  /** @param port that of an earlier start, to be reachable again */
  async start(port = '0'): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(Number(port), '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = decoded(request, await buffer(request));
    if (this.silent.includes(request.method!)) return;
    const { pathname, searchParams } = new URL(request.url!, 'http://s3');
    const fail = (status: number, code: string) =>
      void response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (!this.isSigned(request)) return fail(403, 'SignatureDoesNotMatch');
    const [, bucket, ...rest] = pathname.split('/');
    if (bucket !== this.bucket) return fail(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    if (this.failing !== undefined && (this.failing === request.method || searchParams.has(this.failing)))
      return fail(400, 'InvalidRequest');
    const xml = (text: string) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    const upload = this.uploads.get(searchParams.get('uploadId') ?? '');
    const crc32 = request.headers['x-amz-checksum-crc32'] as string | undefined;
    const modified = new Date();
    switch (request.method) {
      case 'GET':
        if (key === '') return xml(searchParams.has('uploads') ? this.listUploads() : this.list(searchParams));
        if (!this.sendObject(request, response, key)) fail(404, 'NoSuchKey');
        return;
      case 'HEAD':
        if (!this.sendObject(request, response, key)) fail(404, 'NotFound');
        return;
      case 'PUT':
        if (upload) upload.parts.set(Number(searchParams.get('partNumber')), body);
        else if (!this.isAsExpected(request, key)) return fail(412, 'PreconditionFailed');
        else this.objects.set(key, { bytes: body, crc32, modified });
        return void response.writeHead(200, { etag: etagOf(body) }).end();
      case 'POST': {
        if (searchParams.has('uploads')) {
          const id = randomUUID();
          this.uploads.set(id, { key, parts: new Map(), initiated: modified });
          return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
        }
        if (!upload) return fail(404, 'NoSuchUpload');
        const parts = [...upload.parts].sort(([one], [other]) => one - other);
        if (parts.slice(0, -1).some(([, part]) => part.length < 5 * 1024 * 1024)) return fail(400, 'EntityTooSmall');
        this.objects.set(key, { bytes: Buffer.concat(parts.map(([, part]) => part)), crc32: undefined, modified });
        this.uploads.delete(searchParams.get('uploadId')!);
        return xml('<CompleteMultipartUploadResult><ETag>"whole-2"</ETag></CompleteMultipartUploadResult>');
      }
      case 'DELETE':
        if (upload) this.uploads.delete(searchParams.get('uploadId')!);
        else this.objects.delete(key);
        return void response.writeHead(204).end();
      default:
        return fail(405, 'MethodNotAllowed');
    }
  }

  private sendObject(request: IncomingMessage, response: ServerResponse, key: string): boolean {
    const object = this.objects.get(key);
    if (!object) return false;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const bytes = from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1);
    const hasChecksum = object.crc32 !== undefined && from === undefined;
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': bytes.length,
      etag: etagOf(object.bytes),
      ...(hasChecksum && { 'x-amz-checksum-crc32': object.crc32, 'x-amz-checksum-type': 'FULL_OBJECT' }),
    });
    if (this.isStalled) response.write(bytes.subarray(0, bytes.length / 2));
    else response.end(request.method === 'HEAD' ? undefined : bytes);
    return true;
  }

  /** The condition of a request that writes only over what its client has read. */
  private isAsExpected({ headers }: IncomingMessage, key: string): boolean {
    const object = this.objects.get(key);
    if (headers['if-none-match'] === '*') return object === undefined;
    return headers['if-match'] === undefined || (object !== undefined && etagOf(object.bytes) === headers['if-match']);
  }

  private list(query: URLSearchParams): string {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const page = keys.slice(from, from + this.pageSize);
    const next = from + this.pageSize < keys.length ? from + this.pageSize : undefined;
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${this.objects.get(key)!.modified.toISOString()}</LastModified></Contents>`,
    );
    return `<ListBucketResult>${contents.join('')}<IsTruncated>${next !== undefined}</IsTruncated>${
      next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    }</ListBucketResult>`;
  }

  private listUploads(): string {
    const uploads = [...this.uploads].map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return `<ListMultipartUploadsResult>${uploads.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`;
  }

  /** Computes the signature (version 4) again. */
  private isSigned({ method, url, headers }: IncomingMessage): boolean {
    const [, id, scope, names, signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    if (id !== this.credentials.accessKeyId || scope === undefined || names === undefined) return false;
    const [path, query = ''] = url!.split('?');
    const sorted = query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort();
    const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
    const canonical = [method, path, sorted.join('&'), signed.join(''), names, headers['x-amz-content-sha256']].join(
      '\n',
    );
    const text = [
      'AWS4-HMAC-SHA256',
      headers['x-amz-date'],
      scope,
      createHash('sha256').update(canonical).digest('hex'),
    ].join('\n');
    const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${this.credentials.secretAccessKey}`);
    return hmac(key, text).toString('hex') === signature;
  }
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** The bytes of a body, without the frames of `aws-chunked`. */
function decoded({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (!headers['content-encoding']?.includes('aws-chunked')) return body;
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (!size) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
}
