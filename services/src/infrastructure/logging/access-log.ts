import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.js';
import { networkOf } from '../rate-limits/network-of.js';
import type { Logger } from './logger.js';

/** Parameters of routes that are ids; other ones may be tokens, such as that of a calendar's address. */
const idParameters = new Set(['id', 'kind', 'parent', 'prop', 'uid', 'user', 'verb', 'version', 'mfe', '*']);
/** Tokens and signatures are longer. */
const idLength = 40;

/** Bytes that a connection had sent before the reply. */
const sentBefore = new WeakMap<FastifyRequest, number>();

/**
 * Logs one line per reply with the client's address, for operators who must find abuse or a fault of one client. `ACCESS_LOG` turns it on;
 * with `short`, a line names the client's network only. No line contains a query, or a token of an address.
 */
export function logAccess(fastify: FastifyInstance, logger: Logger, { accessLog }: Pick<Environment, 'accessLog'>) {
  if (accessLog === 'off') return;
  const client = accessLog === 'short' ? maskAddress : (address: string) => address;
  fastify.addHook('onRequest', (request, _reply, done) => {
    sentBefore.set(request, request.raw.socket.bytesWritten);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    logger.info(
      {
        module: 'access',
        request: request.id,
        client: client(request.ip),
        method: request.method,
        path: openPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        bytes: request.raw.socket.bytesWritten - (sentBefore.get(request) ?? 0),
      },
      'request served',
    );
    done();
  });
}

/** The network of an address: 24 bits of IPv4, 48 of IPv6. */
export function maskAddress(address: string): string {
  const network = networkOf(address);
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : network.replace(/\.\d+$/, '.0/24');
}

/** The path as sent, its pattern where it may contain a token, and only the first part of a page's path, such as `/activation/…`. */
function openPath({ url, routeOptions, params }: FastifyRequest): string {
  const path = url.split(/[?#;]/, 1)[0]!;
  const pattern = routeOptions.url;
  if (pattern === undefined || pattern === '/*') return /^\/(assets\/.*|[^/]*)$/.test(path) ? path : firstPart(path);
  const isOpen = Object.entries((params ?? {}) as Record<string, string>).every(
    ([name, value]) => idParameters.has(name) && (name === '*' || value.length < idLength),
  );
  return isOpen ? path : pattern;
}

const firstPart = (path: string) => `/${path.split('/', 2)[1]}/…`;
