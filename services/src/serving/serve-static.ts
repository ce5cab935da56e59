import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import type { Environment } from '../infrastructure/environment/environment.js';
import { webviewOrigins } from '@paddock/contract/core/webview-origins';
import type { Communities } from '../infrastructure/tenancy/communities.js';
import { CompressedFiles } from './compressed-files.js';
import { pagePolicy } from './page-policy.js';

const immutable = 'public, max-age=31536000, immutable';
/** Files of the shell's build with a content hash in the name. */
const hashed = /[.-][0-9a-f]{8,}\.\w+$/;
const compressed = new CompressedFiles();

/**
 * Serves static files: the module registry below `/<mfe>/<version>/`, the shell's files, communities' pictures below `/deployments/`, and
 * for every other path the shell's page, which converts the path to its hash form.
 */
export function serveStatic(fastify: FastifyInstance, environment: Environment, communities: Communities): void {
  const { registryDir, shellDir, deploymentsDir } = environment;

  fastify.get('/:mfe(^mfe-[a-z-]+$)/:version(^\\d[\\w.-]*$)/*', (request, reply) => {
    const { mfe, version, '*': file } = request.params as Record<'mfe' | 'version' | '*', string>;
    return sendFile(request, reply, join(registryDir, mfe, version), file, immutable);
  });
  fastify.get('/deployments/*', (request, reply) =>
    sendFile(request, reply, join(deploymentsDir, 'assets'), rest(request), 'no-cache'),
  );
  fastify.get('/*', (request, reply) => {
    const path = rest(request);
    if (path.startsWith('api/')) return reply.callNotFound();
    const isFile = /\.\w+$/.test(path) && path !== 'index.html';
    if (isFile) return sendFile(request, reply, shellDir, path, hashed.test(path) ? immutable : 'no-cache');
    const community = communities.ofHost(request.host);
    reply.header('content-security-policy', pagePolicy(request.host, community && webviewOrigins(community)));
    return sendFile(request, reply, shellDir, 'index.html', 'no-store');
  });
}

const rest = (request: FastifyRequest) => (request.params as { '*': string })['*'];

/** Sends a file from a folder; `send` refuses dot files and paths outside the folder. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, root: string, path: string, caching: string) {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const options = { root, index: false as const, dotfiles: 'ignore' as const, cacheControl: false };
  const { type, statusCode, headers, stream, metadata } = await send(request.raw, encoded, options);
  if (type !== 'file') return reply.callNotFound();
  reply.code(statusCode).headers(headers).header('cache-control', caching);
  const isCompressible = statusCode === 200 && caching === immutable && /\.(js|css|json|svg)$/.test(path);
  const bytes = isCompressible && acceptsBrotli(request) && compressed.of(metadata.path, metadata.stat);
  if (!bytes) return reply.send(stream);
  stream.destroy();
  return reply
    .removeHeader('content-length')
    .header('content-encoding', 'br')
    .header('vary', 'accept-encoding')
    .send(bytes);
}

const acceptsBrotli = ({ headers }: FastifyRequest) =>
  /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding']));
