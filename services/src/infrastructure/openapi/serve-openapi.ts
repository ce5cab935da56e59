import type { Call } from '@paddock/contract/core/call';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi-document.js';
import { openApiPage, openApiStyle } from './openapi-page.js';

const pagePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/api/openapi.json`, and as a page `/api/docs`. Built once: the calls of a process never change. */
export function serveOpenApi(fastify: FastifyInstance, calls: readonly Call[]) {
  const document = openApiDocument(calls);
  const json = JSON.stringify(document);
  const page = openApiPage(document);
  fastify.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(json));
  fastify.get('/api/docs', (_request, reply) =>
    reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(page),
  );
  fastify.get('/api/docs.css', (_request, reply) => reply.type('text/css').send(openApiStyle));
}
