import proxyAddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

/** Where a connection comes from, and the host it was made to. */
export interface ConnectingClient {
  address: string;
  host: string;
}

/**
 * Reads them of a socket's handshake as Fastify does of a call: `X-Forwarded-For` and `X-Forwarded-Host` count when they come
 * from a trusted proxy, and are a stranger's words otherwise.
 */
export function clientReader(trustedProxy: readonly string[]): (request: IncomingMessage) => ConnectingClient {
  const trusts = proxyAddr.compile([...trustedProxy]);
  return (request) => {
    const { headers, socket } = request;
    const forwarded = headers['x-forwarded-host'];
    const isForwarded = forwarded !== undefined && trusts(socket.remoteAddress ?? '', 0);
    const host = isForwarded ? String(forwarded).split(',').at(-1)!.trim() : (headers.host ?? '');
    return { address: proxyAddr(request, trusts), host };
  };
}
