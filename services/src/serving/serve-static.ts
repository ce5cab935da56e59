import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import type { Environment } from '../platform/environment/environment.js';
import { pagePolicy } from './page-policy.js';

const immutable = 'public, max-age=31536000, immutable';
/** Files of the shell's build whose names carry a hash of their content. */
const hashed = /[.-][0-9a-f]{8,}\.\w+$/;

/**
 * The static half of the one origin: the module registry below `/<mfe>/<version>/`, the shell's files, communities' pictures
 * below `/deployments/`, and for every other address the shell's page, which turns it into its hash form.
 */
export function serveStatic(fastify: FastifyInstance, environment: Environment): void {
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
    reply.header('content-security-policy', pagePolicy(request.host));
    return sendFile(request, reply, shellDir, 'index.html', 'no-store');
  });
}

const rest = (request: FastifyRequest) => (request.params as { '*': string })['*'];

/** Sends a file below a folder; `send` refuses what leads out of it, and dot files. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, root: string, path: string, caching: string) {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const options = { root, index: false as const, dotfiles: 'ignore' as const, cacheControl: false };
  const { type, statusCode, headers, stream } = await send(request.raw, encoded, options);
  if (type !== 'file') return reply.callNotFound();
  return reply.code(statusCode).headers(headers).header('cache-control', caching).send(stream);
}
