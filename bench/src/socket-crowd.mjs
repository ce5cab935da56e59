import { io } from 'socket.io-client';

/**
 * Opens many windows in a separate process. For each `listen` it waits until every window has received the event, then sends the
 * time of the last receipt. Both processes read the system's clock, so their times are comparable.
 * @typedef {{ open: { port: number, path: string, headers: Record<string, string>, auths: object[] } }} Open
 * @typedef {{ listen: string }} Listen
 * @typedef {{ flap: { rate: number, seconds: number } }} Flap windows that close and open again, a second
 */

/** @type {import('socket.io-client').Socket[]} */
let sockets = [];
/** @type {(index: number) => Promise<import('socket.io-client').Socket>} */
let reopen = (index) => Promise.reject(new Error(`no window ${index}`));

process.on('disconnect', () => process.exit(0));
process.on('message', async (/** @type {Partial<Open & Listen & Flap>} */ { open, listen, flap }) => {
  if (open) {
    for (const socket of sockets) socket.disconnect();
    sockets = [];
    const { port, path, headers, auths } = open;
    for (let at = 0; at < auths.length; at += 25)
      sockets.push(
        ...(await Promise.all(auths.slice(at, at + 25).map((auth) => connectSocket(port, path, headers, auth)))),
      );
    reopen = (index) => connectSocket(port, path, headers, auths[index] ?? {});
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
  if (flap) process.send?.(await flapping(flap));
});

/** Each window in turn closes and opens again. Returns how often, and the events about members that all windows received meanwhile. */
async function flapping({ rate, seconds }) {
  let updates = 0;
  const count = (name) => {
    if (name === 'updating_user') updates++;
  };
  for (const socket of sockets) socket.onAny(count);
  let flaps = 0;
  const until = performance.now() + seconds * 1000;
  /** @type {Promise<void>[]} */
  const opening = [];
  while (performance.now() < until) {
    const index = flaps++ % sockets.length;
    sockets[index]?.disconnect();
    opening.push(
      reopen(index).then((socket) => {
        socket.onAny(count);
        sockets[index] = socket;
      }),
    );
    await new Promise((passed) => setTimeout(passed, 1000 / rate));
  }
  await Promise.all(opening);
  return { flaps, updates };
}

const now = () => performance.timeOrigin + performance.now();

async function connectSocket(port, path, extraHeaders, auth) {
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
