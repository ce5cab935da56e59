import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { allCalls } from '@paddock/contract/contract-calls';
import { errorCatalogue } from '@paddock/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import type { Environment } from './platform/environment/environment.js';
import { messageOf } from './platform/errors/messages.js';
import { serveHealth } from './platform/health/serve-health.js';
import type { Logger } from './platform/logging/logger.js';
import { NestLog } from './platform/logging/nest-log.js';
import { logRequests } from './platform/logging/request-log.js';
import { measureRequests, Metrics, serveMetrics } from './platform/metrics/metrics.js';
import { Mongo } from './platform/mongo/mongo.js';
import { serveOpenApi } from './platform/openapi/serve-openapi.js';
import { Communities } from './platform/tenancy/communities.js';
import { rewriteDelete } from './serving/rewrite-delete.js';
import { serveIcons } from './serving/serve-icons.js';
import { serveStatic } from './serving/serve-static.js';

/** Most bytes of a request's body, files apart: a text of the longest kind with every character escaped. */
const bodyLimit = 512 * 1024;

/** The whole process, ready to listen: API under `/api`, realtime, registry and shell on one origin. */
export async function createApp(environment: Environment, logger: Logger): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit,
    rewriteUrl: rewriteDelete,
    // Without a proxy in the settings, X-Forwarded-* headers are a stranger's words.
    trustProxy: environment.trustedProxy.length > 0 ? [...environment.trustedProxy] : false,
    // A HEAD would run a GET's handler, and signing out is one.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // Addresses that Fastify cannot read at all.
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
      const code = 'MALFORMED_REQUEST';
      void reply
        .code(errorCatalogue[code])
        .header('cache-control', 'no-store')
        .send({ code, message: messageOf(code) });
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(environment, logger), adapter, {
    logger: new NestLog(logger),
    // Fastify reads JSON by itself, and nothing else is wanted.
    bodyParser: false,
    abortOnError: false,
  });
  app.setGlobalPrefix('api');

  const fastify = adapter.getInstance<FastifyInstance>();
  fastify.removeContentTypeParser('text/plain');
  await fastify.register(helmet, {
    // The page's policy is sent with the page; everything else is no page.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: environment.publicUrl?.startsWith('https:') ?? false,
  });
  await fastify.register(compress, { threshold: 1024 });
  await fastify.register(multipart);
  // Whoever may be kept says so; going by the address would miss its other spellings (`/%61pi/…`).
  fastify.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  const mongo = app.get(Mongo);
  const metrics = app.get(Metrics);
  logRequests(fastify, logger, ({ answered }) => ({
    call: answered?.call.name,
    ...answered?.caller?.tenant,
    user: answered?.caller?.user?._id,
    code: answered?.code,
  }));
  measureRequests(fastify, metrics, ({ answered }) => answered?.call.name);
  serveMetrics(fastify, metrics, environment.metricsToken);
  serveHealth(fastify, () => mongo.ping());
  serveOpenApi(fastify, allCalls);
  serveIcons(fastify, app.get(Communities));
  serveStatic(fastify, environment);
  return app;
}
