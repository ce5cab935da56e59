import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Agent, request } from 'undici';

const host = 'motorsport.localhost';

/** @typedef {{ socket: import('socket.io-client').Socket, received: { event: string, payload: any, at: number }[] }} Window */
/** @typedef {{ status: number, reply: any, resends: number }} Reply */

/** How often a window's client sends a refused request again: see `packages/mfe-kit/src/calls/api.ts`. */
const maxResends = 3;

/**
 * A member of the demo community who calls the site through nginx.
 * @param {{ port: number, ca: string }} nginx
 */
export function siteMember({ port, ca }) {
  // As from several browsers: each request may meet another process.
  const agent = new Agent({ connect: { ca, servername: host }, connections: 4 });
  /** @type {string | undefined} */
  let token;
  /** @type {import('socket.io-client').Socket[]} */
  const sockets = [];

  /** @returns {Promise<{ status: number, text: string, headers: any }>} */
  const send = async (method, path, body) => {
    const response = await request(`https://127.0.0.1:${port}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        host,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    return { status: response.statusCode, text: await response.body.text(), headers: response.headers };
  };

  /** Sends again what was refused before it was handled, as windows do. @returns {Promise<Reply>} */
  const call = async (method, path, body) => {
    for (let resends = 0; ; resends++) {
      const { status, text } = await send(method, `/api${path}`, body);
      const reply = text.startsWith('{') ? JSON.parse(text) : {};
      // What has a client_id is sent again also where it may have been handled: it is answered then, not repeated.
      const isResent = reply.retry_after !== undefined || body?.client_id !== undefined;
      if (status !== 503 || !isResent || resends === maxResends) return { status, reply, resends };
      await wait((reply.retry_after ?? 1) * 1000);
    }
  };

  return {
    send,
    call,
    /** @param {string} username */
    signIn: async (username) => {
      const { status, reply } = await call('PUT', '/users/login', {
        username_or_email: username,
        password: 'paddock-demo',
      });
      if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${reply.code}`);
      token = reply.token;
      return /** @type {{ id: string }} */ (reply.user);
    },
    /**
     * A window of the member.
     * @param {number} [process] the port of the process that holds its socket; without it nginx chooses one
     * @returns {Promise<Window>}
     */
    open: async (process) => {
      const socket = io(process ? `http://127.0.0.1:${process}` : `https://127.0.0.1:${port}`, {
        ...{ path: '/api/realtime', transports: ['websocket'], forceNew: true, auth: { token, workplace: '' } },
        ...{ ca, extraHeaders: { host, 'x-forwarded-proto': 'https' }, reconnection: process === undefined },
      });
      sockets.push(socket);
      /** @type {Window['received']} */
      const received = [];
      socket.onAny((event, payload) => received.push({ event, payload, at: performance.now() }));
      await new Promise((resolve, reject) =>
        socket.once('connect', () => resolve(undefined)).once('connect_error', reject),
      );
      return { socket, received };
    },
    close: async () => {
      for (const socket of sockets) socket.disconnect();
      await agent.close();
    },
  };
}
