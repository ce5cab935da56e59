import proxyAddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

/** The address of a connection, and the requested host. */
export interface ConnectingClient {
  address: string;
  host: string;
}

/**
 * Reads them from a socket's handshake as Fastify does for calls: `X-Forwarded-For` and `X-Forwarded-Host` count only from a
 * trusted proxy.
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
