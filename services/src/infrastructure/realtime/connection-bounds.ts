import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Environment } from '../environment/environment.js';
import { connectionLimits } from '../rate-limits/limits.js';
import { networkOf } from '../rate-limits/network-of.js';

/** A WebSocket of the package `ws`, as far as it is watched. */
interface WatchedSocket extends EventEmitter {
  pong(data: Buffer): void;
  terminate(): void;
}

/** An Engine.IO connection. Its only transport is the WebSocket. */
export interface WatchedConnection {
  readonly request: { readonly socket: Socket };
  readonly transport: { readonly socket: WatchedSocket };
}

/**
 * Bounds what one connection of realtime may send, with or without a session: bytes and packets are counted before anything is decoded, and
 * a connection past a bound is closed. An address whose connections were closed several times may open no others for a while. These
 * bounds protect the process, so they hold for any `RATE_LIMITS`.
 */
export class ConnectionBounds {
  private readonly closed: RateLimiterMemory;

  constructor(private readonly networks: Environment['networks']) {
    const { points, seconds } = connectionLimits.closed;
    this.closed = new RateLimiterMemory({ points, duration: seconds });
  }

  /** Whether a client of this address may open a connection now. */
  async admits(address: string): Promise<boolean> {
    const network = networkOf(address);
    const { known, factor } = this.networks;
    const most = connectionLimits.closed.points * (known(network) ? factor : 1);
    return ((await this.closed.get(network))?.consumedPoints ?? 0) < most;
  }

  /**
   * Counts what a new connection sends from now on, and answers its pings: the server of the package `ws` must not.
   *
   * @param onClose runs when a bound closes the connection
   */
  watch({ request: { socket: raw }, transport: { socket } }: WatchedConnection, address: string, onClose: () => void) {
    const { seconds, ...most } = connectionLimits.sent;
    const sent = { packets: 0, bytes: 0, since: performance.now() };
    const count = (packets: number, bytes: number) => {
      if (performance.now() - sent.since > seconds * 1000)
        Object.assign(sent, { packets: 0, bytes: 0, since: performance.now() });
      sent.packets += packets;
      sent.bytes += bytes;
      if (sent.packets <= most.packets && sent.bytes <= most.bytes) return;
      raw.off('data', countBytes);
      // Engine.IO still parses bytes that have arrived: remove its listeners, so that none is handled or answered.
      for (const event of counted) socket.removeAllListeners(event);
      socket.terminate();
      void this.closed.penalty(networkOf(address));
      onClose();
    };
    const countBytes = ({ length }: Buffer) => count(0, length);
    const countPacket = () => count(1, 0);
    // Frames of the protocol itself cost as much as messages.
    const counted = ['message', 'ping', 'pong'];
    raw.prependListener('data', countBytes);
    socket.on('ping', (data: Buffer) => socket.pong(data));
    for (const event of counted) socket.prependListener(event, countPacket);
  }
}
