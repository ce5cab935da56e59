import type { Socket as Connection } from 'node:net';

/** A Socket.IO window, as far as it is written to. Its only transport is a WebSocket without compression. */
export interface WrittenWindow {
  readonly conn: {
    readonly readyState: string;
    readonly request: { readonly socket: Connection };
    readonly transport: { readonly writable: boolean };
    write(packet: string): unknown;
  };
}

/** An event, encoded once for all its receivers. */
export interface Packet {
  /** As Socket.IO sends it. */
  readonly text: string;
  /** As a frame of a WebSocket, header and payload in one buffer. */
  readonly frame: Buffer;
}

/** @param payload as JSON */
export function packetOf(event: string, payload: string): Packet {
  const text = `2[${JSON.stringify(event)},${payload}]`;
  return { text, frame: frameOf(`4${text}`) };
}

/**
 * Sends what the windows get in one turn of the event loop, in one write for each window. A window that takes its bytes at once gets the
 * frames directly, past the layers of Socket.IO, which take a third of a broadcast's time; they keep what a slow window has to wait for.
 */
export class WindowWrites {
  private next = new Map<WrittenWindow, Packet[]>();

  add(windows: Iterable<WrittenWindow>, packet: Packet): void {
    if (this.next.size === 0) setImmediate(() => this.send());
    for (const window of windows) {
      const packets = this.next.get(window);
      if (packets) packets.push(packet);
      else this.next.set(window, [packet]);
    }
  }

  /** What follows in another way, such as the end of a session, must come after it. */
  send(): void {
    const { next } = this;
    this.next = new Map();
    for (const [{ conn }, packets] of next) {
      const { socket } = conn.request;
      if (conn.readyState !== 'open') continue;
      if (!conn.transport.writable || socket.writableLength > 0 || socket.writableEnded)
        for (const { text } of packets) conn.write(text);
      else if (packets.length === 1) socket.write(packets[0]!.frame);
      else {
        socket.cork();
        for (const { frame } of packets) socket.write(frame);
        socket.uncork();
      }
    }
  }
}

/** An unmasked text frame of RFC 6455, section 5.2. */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(size + length);
  frame[0] = 0x81;
  frame[1] = size === 2 ? length : size === 4 ? 126 : 127;
  if (size === 4) frame.writeUInt16BE(length, 2);
  if (size === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, size);
  return frame;
}
