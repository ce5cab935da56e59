import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers';

/**
 * Floods the services in a process of its own: opens connections, sends prepared bytes in a loop on each, and opens another one as
 * soon as one is closed. Reports how many were opened, refused and closed when the parent asks.
 * @typedef {{ port: number, host: string, address: string, path: string, connections: number, first: string[], then: string, kind: 'text' | 'ping' }} Flood
 */

/** @type {Flood} */
const flood = JSON.parse(process.argv[2] ?? '{}');
const counts = { opened: 0, refused: 0, closed: 0 };
const loopBytes = 32_768;

process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send?.(counts));

/** A masked frame of a client; the mask is zero, so that the payload stays readable. @param {string} text */
function frame(text, opcode = 1) {
  const payload = Buffer.from(text);
  const isLong = payload.length > 125;
  const head = Buffer.alloc(isLong ? 8 : 6);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (isLong ? 126 : payload.length);
  if (isLong) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

const one = frame(flood.then, flood.kind === 'ping' ? 9 : 1);
const many = Buffer.concat(Array(Math.ceil(loopBytes / one.length)).fill(one));

const handshake = [
  `GET ${flood.path} HTTP/1.1`,
  `Host: ${flood.host}`,
  `X-Forwarded-For: ${flood.address}`,
  'Upgrade: websocket',
  'Connection: Upgrade',
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  'Sec-WebSocket-Version: 13',
  '',
  '',
].join('\r\n');

function open() {
  const socket = connect(flood.port, '127.0.0.1');
  let isUp = false;
  let isSending = false;
  const send = () => {
    isSending = true;
    while (socket.writable && socket.write(many)) if (socket.writableLength > loopBytes) break;
  };
  socket.on('connect', () => void socket.write(handshake));
  socket.on('data', (data) => {
    if (!isUp) {
      isUp = data.toString('latin1').startsWith('HTTP/1.1 101');
      if (!isUp) return void counts.refused++;
      counts.opened++;
      for (const text of flood.first) socket.write(frame(text));
    }
    // Socket.IO answers the connection before the loop begins.
    if (!isSending) send();
  });
  socket.on('drain', send);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    counts.closed++;
    setImmediate(open);
  });
}

for (let at = 0; at < flood.connections; at++) open();
process.send?.('started');
