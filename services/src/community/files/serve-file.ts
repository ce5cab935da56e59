import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../infrastructure/errors/messages.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Communities } from '../../infrastructure/tenancy/communities.js';
import type { FileAddresses } from './file-address.js';
import { downloadOnly } from '../../infrastructure/storage/file-types.js';
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
) {
  fastify.get('/api/files/:viewer/:file', async (request: FileRequest, reply) => {
    try {
      return await answer(request, reply);
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
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
    const { row, key, type } = await files.find(community.id, address);
    const size = await storage.stat(key);
    if (size === undefined) throw new PaddockError('FILE_NOT_FOUND');

    const isDownload = type === downloadOnly || address.variant === 'download';
    // A video's content changes once, when it is transcoded.
    const etag = `"${key}"`;
    const { range: wanted, 'if-range': ifRange, 'if-none-match': known } = request.headers;
    const range = ifRange === undefined || ifRange === etag ? rangeOf(wanted, size) : undefined;
    const seconds = Math.max(0, address.expires - Math.floor(Date.now() / 1000));
    reply
      .type(type)
      .header('content-disposition', disposition(isDownload ? 'attachment' : 'inline', row.name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', `private, max-age=${Math.min(seconds, 3600)}`)
      .header('accept-ranges', 'bytes')
      .header('etag', etag);
    if (known === etag) return reply.code(304).send();
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    return reply.send(await storage.get(key, range));
  }
}

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
