import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, type Readable } from 'node:stream';
import type { Deadline } from '../../infrastructure/calls/deadline.js';
import { messageOf } from '../../infrastructure/errors/messages.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import type { Communities } from '../../infrastructure/tenancy/communities.js';
import type { FileAddresses } from './file-address.js';
import { downloadOnly } from '../../infrastructure/storage/file-types.js';
import { DamagedContent, Verification } from '../../infrastructure/storage/checksum.js';
import { framedTypeOf } from './file-icon.js';
import type { FilesService } from './files.service.js';
import type { ByteRange, FileStorage } from '../../infrastructure/storage/storage.js';

type FileRequest = FastifyRequest<{ Params: { viewer: string; file: string }; Querystring: Record<string, unknown> }>;

/**
 * `GET /api/files/{viewer}/{file}`: outside the calls of the contract, since it returns bytes and its signature, not a session,
 * identifies the viewer (`<img>` and `<video>` send no header). Supports ranges, for videos.
 */
export function serveFiles(
  fastify: FastifyInstance,
  files: FilesService,
  addresses: FileAddresses,
  storage: FileStorage,
  communities: Communities,
  deadline: Deadline,
  logger: Logger,
) {
  fastify.get('/api/files/:viewer/:file', async (request: FileRequest, reply) => {
    try {
      return await answer(request, reply);
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      if (error.status >= 500) logger.error({ module: 'files', err: error }, 'a file could not be served');
      return reply
        .code(error.status)
        .header('cache-control', 'no-store')
        .send({ code: error.code, message: messageOf(error.code) });
    }
  });

  async function answer(request: FileRequest, reply: FastifyReply) {
    const community = communities.ofHost(request.host);
    if (!community) throw new PaddockError('UNKNOWN_COMMUNITY');
    const { viewer, file } = request.params;
    const address = addresses.verify(community.id, viewer, file, request.query);
    const { row, key, type } = await deadline.of(files.find(community.id, address));
    const size = await deadline.of(storage.stat(key));
    if (size === undefined) throw new PaddockError('FILE_NOT_FOUND');
    const isMeasured = key === row.key && row.crc32 !== undefined;
    if (isMeasured && size !== row.size) {
      logger.error({ module: 'files', key, size }, 'a stored file is damaged');
      throw new PaddockError('INTERNAL_ERROR');
    }

    // Outside a frame of the app a page of a member would pass for one of the community.
    const framed =
      request.headers['sec-fetch-dest'] === 'iframe' && type === downloadOnly ? framedTypeOf(row.name) : undefined;
    const isDownload = !framed && (type === downloadOnly || address.variant === 'download');
    // A video's content changes once, when it is transcoded.
    const etag = `"${key}"`;
    const { range: wanted, 'if-range': ifRange, 'if-none-match': known } = request.headers;
    const range = ifRange === undefined || ifRange === etag ? rangeOf(wanted, size) : undefined;
    // With its end known, a content is read without a last, empty read.
    const whole = size > 0 ? { start: 0, end: size - 1 } : undefined;
    // Before the headers, which would be those of a refusal too.
    const content = known === etag || range === 'unsatisfiable' ? undefined : await open(key, range ?? whole);
    const seconds = Math.max(0, address.expires - Math.floor(Date.now() / 1000));
    reply
      .type(framed ?? type)
      .header('content-disposition', disposition(isDownload ? 'attachment' : 'inline', row.name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', framed ? framedPolicy : "default-src 'none'; sandbox")
      .header('vary', 'sec-fetch-dest')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      // A document of a plan is checked at each use, also one that the browser has stored.
      .header(
        'cache-control',
        row.attached?.kind === 'link' ? 'private, no-cache' : `private, max-age=${Math.min(seconds, 3600)}`,
      )
      .header('accept-ranges', 'bytes')
      .header('etag', etag);
    if (known === etag) return reply.code(304).send();
    if (range === 'unsatisfiable' || !content) return reply.code(416).header('content-range', `bytes */${size}`).send();
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    if (range || !isMeasured) return reply.send(content);
    const verified = new Verification({ size: row.size, crc32: row.crc32! });
    pipeline(content, verified, (err) => {
      if (err instanceof DamagedContent) logger.error({ module: 'files', err, key }, 'a stored file is damaged');
    });
    return reply.send(verified);
  }

  /** @throws SERVICE_UNAVAILABLE for a content that comes too late; it is closed, since connections to a bucket are few */
  async function open(key: string, range: ByteRange | undefined): Promise<Readable> {
    const content = storage.get(key, range);
    return deadline.of(content).catch((error: unknown) => {
      content.then(
        (late) => late.destroy(),
        () => undefined,
      );
      throw error;
    });
  }
}

/** No script, form, link out of the frame or origin of its own; only the app's own pages may frame it. */
const framedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; frame-ancestors 'self'";

/** The range of a `Range` header; undefined (the whole content) for several or unreadable ones, as HTTP allows. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, from, to] = match;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start < size && start <= end ? { start, end } : 'unsatisfiable';
}

/** Some clients read the plain name only, and some of them decode percent signs in it. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^ -~]|%/g, '_').replace(/["\\]/g, '\\$&');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
