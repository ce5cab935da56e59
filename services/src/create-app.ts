import compress, { type FastifyCompressOptions } from '@fastify/compress';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { allCalls } from './infrastructure/calls/all-calls.js';
import { errorCatalogue } from '@paddock/contract/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { AppModule } from './app.module.js';
import { CallRoutes } from './community/calls/call-routes.js';
import { RegistryMirror } from './deployment/registry/registry-mirror.js';
import type { Environment } from './infrastructure/environment/environment.js';
import { messageOf } from './infrastructure/errors/messages.js';
import { boundRequests } from './infrastructure/http/bound-requests.js';
import { serveHealth } from './infrastructure/health/serve-health.js';
import type { Logger } from './infrastructure/logging/logger.js';
import { logAccess } from './infrastructure/logging/access-log.js';
import { NestLog } from './infrastructure/logging/nest-log.js';
import { logRequests, requestId, type RequestFacts } from './infrastructure/logging/request-log.js';
import { measureRequests, Metrics, serveMetrics } from './infrastructure/metrics/metrics.js';
import { Mongo } from './infrastructure/mongo/mongo.js';
import { serveOpenApi } from './infrastructure/openapi/serve-openapi.js';
import { Outbox } from './infrastructure/outbox/outbox.js';
import { Communities } from './infrastructure/tenancy/communities.js';
import { startTelemetry } from './infrastructure/telemetry/start-telemetry.js';
import { ownDataFolder } from './infrastructure/storage/own-data-folder.js';
import { securityHeaders } from './infrastructure/security-headers.js';
import { servedElsewhere } from './service-modules.js';
import { Draining } from './serving/draining.js';
import { rewriteDelete } from './serving/rewrite-delete.js';
import { serveIcons } from './serving/serve-icons.js';
import { serveStatic } from './serving/serve-static.js';
import { refuseExpectations, refuseUnreadable } from './serving/unreadable-requests.js';

/** Bytes of a request body without files: the longest text with every character escaped. */
const bodyLimit = 512 * 1024;

/** Replies are compressed for one request each, so the cheapest levels; a thread or stream would cost more than most of them take. */
const compression: FastifyCompressOptions = {
  threshold: 1024,
  syncThreshold: 128 * 1024,
  encodings: ['gzip', 'br', 'deflate'],
  zlibOptions: { level: 1 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
};

/**
 * Creates the application, ready to listen: API under `/api`, realtime, registry and shell on one origin.
 *
 * @param services the services to run, by default all: a test that needs few starts faster
 */
export async function createApp(
  environment: Environment,
  logger: Logger,
  services?: readonly string[],
): Promise<NestFastifyApplication> {
  ownDataFolder(environment.dataDir);
  const headers = securityHeaders(environment);
  const adapter = new FastifyAdapter({
    bodyLimit,
    genReqId: requestId(environment),
    rewriteUrl: rewriteDelete,
    // Without a configured proxy, X-Forwarded-* headers are untrusted.
    trustProxy: environment.trustedProxy.length > 0 ? [...environment.trustedProxy] : false,
    // A HEAD request would run the GET handler, and signing out is a GET.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // `Draining` refuses requests while the process ends, with the catalogue's code.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: refuseUnreadable(headers),
    // Node would refuse without a body; the hook below refuses instead.
    http: { requireHostHeader: false },
    // URLs that Fastify cannot parse.
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
      void malformed(reply.headers(headers));
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    await AppModule.with(environment, logger, services),
    adapter,
    {
      logger: new NestLog(logger),
      // Fastify itself parses JSON, the only body type besides multipart.
      bodyParser: false,
      abortOnError: false,
    },
  );
  app.setGlobalPrefix('api');

  const fastify = adapter.getInstance<FastifyInstance>();
  fastify.removeContentTypeParser('text/plain');
  refuseExpectations(fastify.server, headers);
  boundRequests(fastify.server, headers);
  await fastify.register(compress, compression);
  await fastify.register(multipart);
  // First, since the hooks below may reply.
  logAccess(fastify, logger, environment);
  // Cacheable replies override `no-store`; a rule by path would miss its other spellings (`/%61pi/…`).
  fastify.addHook('onRequest', async ({ raw }, reply) => {
    reply.headers(headers).header('cache-control', 'no-store');
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      return malformed(reply.header('connection', 'close'));
  });
  app.get(Draining).watch(fastify, headers);

  const routes = app.get(CallRoutes);
  routes.serve(fastify, await servedElsewhere(environment.services));
  const mongo = app.get(Mongo);
  const metrics = app.get(Metrics);
  const factsOf = ({ answered }: FastifyRequest): RequestFacts => ({
    call: answered?.call.name,
    ...answered?.caller?.tenant,
    user: answered?.caller?.user?._id,
    code: answered?.code,
  });
  logRequests(fastify, logger, factsOf);
  measureRequests(fastify, metrics, ({ answered }) => answered?.call.name);
  serveMetrics(fastify, metrics, environment.metricsToken);
  const outbox = app.get(Outbox);
  metrics.outboxLag = () => outbox.lag();
  const telemetry = await startTelemetry(environment, metrics, logger);
  if (telemetry) {
    telemetry.traceRequests(fastify, factsOf);
    telemetry.traceCommands(mongo.connection.getClient());
    outbox.traceDeliveries(telemetry);
    fastify.addHook('onClose', () => telemetry.stop());
  }
  const communities = app.get(Communities);
  serveHealth(
    fastify,
    () => mongo.ping(),
    metrics.outboxLag,
    () => communities.refused(),
  );
  const served = new Set(routes.routes().flatMap(({ calls }) => calls.map(({ name }) => name)));
  serveOpenApi(
    fastify,
    allCalls.filter(({ name }) => served.has(name)),
  );
  serveIcons(fastify, communities, environment);
  serveStatic(fastify, environment, communities, app.get(RegistryMirror, { strict: false }));
  return app;
}

function malformed(reply: FastifyReply): FastifyReply {
  const code = 'MALFORMED_REQUEST';
  return reply
    .code(errorCatalogue[code])
    .header('cache-control', 'no-store')
    .send({ code, message: messageOf(code) });
}
