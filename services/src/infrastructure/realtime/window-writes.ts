/** A Socket.IO window, as far as it is written to. Its only transport is a WebSocket without compression. */
export interface WrittenWindow {
  readonly conn: { write(packet: string, options: { compress: false; wsPreEncodedFrame: [Buffer] }): unknown };
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
 * Sends what the windows get in one turn of the event loop, in one write for each window. Engine.IO takes encoded frames, as it does from
 * Socket.IO's broadcasts, and keeps what a slow window has to wait for.
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

  /** Sends the collected packets. Call it before anything sent another way, such as the end of a session. */
  send(): void {
    const { next } = this;
    this.next = new Map();
    for (const [{ conn }, [first, ...others]] of next) {
      const { text, frame } = first!;
      // One packet of Engine.IO for the frames of all: it writes each packet alone.
      const all = others.length === 0 ? frame : Buffer.concat([frame, ...others.map((packet) => packet.frame)]);
      conn.write(text, { compress: false, wsPreEncodedFrame: [all] });
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
