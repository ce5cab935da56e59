import { io } from 'socket.io-client';

/**
 * Opens many windows in a separate process. For each `listen` it waits until every window has received the event, then sends the
 * time of the last receipt. Both processes read the system's clock, so their times are comparable.
 * @typedef {{ open: { port: number, path: string, headers: Record<string, string>, auths: object[] } }} Open
 * @typedef {{ listen: string }} Listen
 */

/** @type {import('socket.io-client').Socket[]} */
let sockets = [];

process.on('disconnect', () => process.exit(0));
process.on('message', async (/** @type {Partial<Open & Listen>} */ { open, listen }) => {
  if (open) {
    for (const socket of sockets) socket.disconnect();
    sockets = [];
    const { port, path, headers, auths } = open;
    for (let at = 0; at < auths.length; at += 25)
      sockets.push(
        ...(await Promise.all(auths.slice(at, at + 25).map((auth) => connected(port, path, headers, auth)))),
      );
    process.send?.({ opened: sockets.length });
  }
  if (listen) {
    let missing = sockets.length;
    for (const socket of sockets)
      socket.once(listen, (payload) => {
        if (--missing === 0) process.send?.({ last: now(), payload });
      });
    process.send?.({ listening: true });
  }
});

const now = () => performance.timeOrigin + performance.now();

async function connected(port, path, extraHeaders, auth) {
  const socket = io(`http://127.0.0.1:${port}`, {
    path,
    extraHeaders,
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('connect_error', reject);
  });
  return socket;
}
