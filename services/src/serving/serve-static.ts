import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { join } from 'node:path';
import type { Environment } from '../platform/environment/environment.js';
import { pagePolicy } from './page-policy.js';

const immutable = 'public, max-age=31536000, immutable';
/** Files of the shell's build whose names carry a hash of their content. */
const hashed = /[.-][0-9a-f]{8,}\.\w+$/;

/**
 * The static half of the one origin: the module registry below `/<mfe>/<version>/`, the shell's files, communities' pictures
 * below `/assets/`, and for every other address the shell's page, which turns it into its hash form.
 */
export async function serveStatic(fastify: FastifyInstance, environment: Environment): Promise<void> {
  const { registryDir, shellDir, deploymentsDir } = environment;
  // `sendFile` resolves below the root it is given and refuses `..`, dot files and folders.
  await fastify.register(fastifyStatic, { root: shellDir, serve: false, preCompressed: true, cacheControl: false });

  fastify.get('/:mfe(^mfe-[a-z-]+$)/:version(^\\d[^/]*$)/*', (request, reply) => {
    const { mfe, version, '*': file } = request.params as Record<'mfe' | 'version' | '*', string>;
    return reply.header('cache-control', immutable).sendFile(file, join(registryDir, mfe, version));
  });
  fastify.get('/assets/*', (request, reply) => {
    const { '*': file } = request.params as { '*': string };
    return reply.header('cache-control', 'no-cache').sendFile(file, join(deploymentsDir, 'assets'));
  });
  fastify.get('/', (request, reply) => sendPage(reply, request.host));
  fastify.get('/*', (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    if (path.startsWith('api/')) return reply.callNotFound();
    if (!/\.\w+$/.test(path) || path === 'index.html') return sendPage(reply, request.host);
    return reply.header('cache-control', hashed.test(path) ? immutable : 'no-cache').sendFile(path);
  });
}

function sendPage(reply: FastifyReply, host: string) {
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy(host))
    .sendFile('index.html');
}
