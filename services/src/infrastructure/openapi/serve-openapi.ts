import type { Call } from '@paddock/contract/core/call';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi-document.js';
import { openApiPage, openApiStyle } from './openapi-page.js';

const pagePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `/api/openapi.json`, and as a page `/api/docs`. Built at the first request, once: the calls of a process never change, and
 * most processes are never asked.
 */
export function serveOpenApi(fastify: FastifyInstance, calls: readonly Call[]) {
  const document = once(() => openApiDocument(calls));
  const json = once(() => JSON.stringify(document()));
  const page = once(() => openApiPage(document()));
  fastify.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(json()));
  fastify.get('/api/docs', (_request, reply) =>
    reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(page()),
  );
  fastify.get('/api/docs.css', (_request, reply) => reply.type('text/css').send(openApiStyle));
}

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
