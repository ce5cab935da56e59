import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { isReleaseFile } from '../registry/release-file.js';

const mb = 1024 * 1024;
/** Bounds of an upload. The largest module of this repository has 5 MB in 55 files, and as much again in compressed copies. */
export const uploadBounds = { files: 600, fileBytes: 8 * mb, bytes: 32 * mb, pathLength: 150 };

/** What builds of modules contain. No page: it would be shown at the address of the community. */
const kinds = /\.(css|js|mjs|json|map|svg|png|jpe?g|gif|webp|avif|woff2?|ttf|wasm|txt|mp3|mp4)(\.br|\.gz)?$/;

/**
 * Writes the files of a multipart request below a folder that is new: each part's name is the path. Nothing in the request is packed or
 * compressed, so that what arrives is what is counted, and it can hold no links.
 *
 * @throws RELEASE_REFUSED for a path that no release has; BODY_TOO_LARGE; MALFORMED_REQUEST
 */
export async function receiveFiles(request: FastifyRequest, folder: string): Promise<void> {
  const { files, fileBytes, bytes } = uploadBounds;
  const limits = { fileSize: fileBytes, files, parts: files, fields: 1, headerPairs: 20 };
  const left = { bytes };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') throw refused(`${part.fieldname} is not a file`);
      const path = checkedPath(part.fieldname);
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true }).catch(clash(path));
      // Never through a link, and never over another file.
      const file = createWriteStream(target, { flags: 'wx', mode: 0o644 });
      await pipeline(part.file, byteLimiter(left), file).catch(clash(path));
      if (part.file.truncated) throw new PaddockError('BODY_TOO_LARGE');
    }
  } catch (error) {
    // The parser's own errors (no boundary, an early end) carry no status.
    const { statusCode, code } = error as { statusCode?: number; code?: string };
    const isParsers = !(error instanceof PaddockError) && statusCode === undefined && !/^E[A-Z]+$/.test(code ?? '');
    throw isParsers ? new PaddockError('MALFORMED_REQUEST') : error;
  }
}

function checkedPath(path: string): string {
  if (path.length > uploadBounds.pathLength || !isReleaseFile(path))
    throw refused(`'${path}' is not a path of a release`);
  if (!kinds.test(path)) throw refused(`${path} is of a kind that releases do not have`);
  return path;
}

/** Two parts with one path, or one below the other. */
const clash = (path: string) => (error: NodeJS.ErrnoException) => {
  throw ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '') ? refused(`${path} is there twice`) : error;
};

function byteLimiter(left: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left.bytes -= chunk.length;
      if (left.bytes < 0) done(new PaddockError('BODY_TOO_LARGE'));
      else done(null, chunk);
    },
  });
}

const refused = (message: string) => new PaddockError('RELEASE_REFUSED', { message });
