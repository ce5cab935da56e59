import fastifyStatic from '@fastify/static';
import { webviewOrigins } from '@paddock/contract/core/webview-origins';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Environment } from '../infrastructure/environment/environment.js';
import type { Communities } from '../infrastructure/tenancy/communities.js';
import { cardFormHosts } from './card-form-hosts.js';
import { communityPage } from './community-page.js';
import { pagePolicy } from './page-policy.js';

const immutable = 'public, max-age=31536000, immutable';
/** Files of the shell's build with a content hash in the name, and their compressed copies. A picture's date looks alike. */
const hashed = /[.-][0-9a-f]{8,}\.\w+(\.br|\.gz)?$/;

/**
 * Serves static files: the module registry below `/<mfe>/<version>/`, the shell's files, communities' pictures below `/deployments/`, and
 * for every other path the shell's page, which converts the path to its hash form.
 */
export function serveStatic(
  fastify: FastifyInstance,
  { registryDir, shellDir, deploymentsDir }: Environment,
  communities: Communities,
  mirror: { ensure: (id: string, version: string) => Promise<void> },
): void {
  const page = join(shellDir, 'index.html');
  // Not awaited: that would load the plugins before Nest sets its error handler.
  void fastify.register(fastifyStatic, {
    serve: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isReleased = path.startsWith(registryDir + sep) || (path.startsWith(shellDir + sep) && hashed.test(path));
      reply.header('cache-control', isReleased ? immutable : 'no-cache');
    },
  });

  fastify.get('/:mfe(^mfe-[a-z-]+$)/:version(^\\d[\\w.-]*$)/*', { errorHandler }, async (request, reply) => {
    const { mfe, version } = request.params as Record<'mfe' | 'version', string>;
    await mirror.ensure(mfe, version);
    // A worker has the policy of its own reply; that of the PDF viewer imports decoders of scanned pages.
    if (rest(request).endsWith('.mjs'))
      reply.header('content-security-policy', "default-src 'none'; script-src 'self'");
    return reply.sendFile(rest(request), join(registryDir, mfe, version));
  });
  fastify.get('/deployments/*', { errorHandler }, (request, reply) =>
    reply.sendFile(rest(request), join(deploymentsDir, 'assets')),
  );
  fastify.get('/*', { errorHandler }, async (request, reply) => {
    const path = rest(request);
    if (path.startsWith('api/')) return reply.callNotFound();
    // Its messages show the community's icon.
    if (path === 'push-worker.js') reply.header('content-security-policy', "default-src 'none'; img-src 'self'");
    const isFile = /\.\w+$/.test(path) && path !== 'index.html';
    if (isFile) return reply.sendFile(path, shellDir);
    const community = communities.ofHost(request.host);
    const added = community && { frames: webviewOrigins(community), cardForm: cardFormHosts(community) };
    reply.header('content-security-policy', pagePolicy(request.host, added));
    const text = await readFile(page, 'utf8');
    return reply.type('text/html; charset=utf-8').send(community ? communityPage(text, community) : text);
  });
}

/** Paths outside the folder and ranges outside the file look like missing files; a failure of the disk is one. */
function errorHandler(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  if ((error.statusCode ?? 500) >= 500) throw error;
  reply.callNotFound();
}

const rest = (request: FastifyRequest) => (request.params as { '*': string })['*'];
