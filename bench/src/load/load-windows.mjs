import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Agent } from 'undici';

/**
 * @typedef {{ token: string, rooms: string[] }} LoadMember
 * @typedef {{ member: LoadMember, number: number, newest: Map<string, string>, socket?: import('socket.io-client').Socket }} Window
 *   `newest`: the last shout of each room that the window has received
 */

/** As the product's windows do after a lost connection, at random so that they do not return in step. */
const [minRetryMs, maxRetryMs] = [250, 750];
/** What gets no reply for so long has failed: after a kill the services are back within seconds, on a busy machine within minutes. */
const patienceMs = 180_000;

const pause = () => wait(minRetryMs + (maxRetryMs - minRetryMs) * Math.random());

/** The members' windows and their requests. */
export class LoadWindows {
  /** @type {Window[]} */
  all = [];
  /** Windows by room. @type {Map<string, number[]>} */
  in = new Map();
  #agent = new Agent({ connections: 64, pipelining: 1 });

  /** @param {{ port: number, host: string }} at @param {(window: Window, client_id: string) => void} onText */
  constructor(at, onText) {
    this.at = at;
    this.onText = onText;
  }

  /** @param {LoadMember} member */
  add(member) {
    const window = { member, number: this.all.length, newest: new Map() };
    this.all.push(window);
    for (const room of member.rooms) this.in.set(room, [...(this.in.get(room) ?? []), window.number]);
    return window;
  }

  /** @param {Window} window @param {(window: Window) => void} [onLost] when its connection breaks */
  async connect(window, onLost = () => undefined) {
    const { port, host } = this.at;
    const socket = io(`http://127.0.0.1:${port}`, {
      ...{ path: '/api/realtime', transports: ['websocket'], forceNew: true, reconnection: false },
      ...{ extraHeaders: { host }, auth: { token: window.member.token } },
    });
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', reject);
    }).catch((error) => {
      socket.disconnect();
      throw error;
    });
    socket.once('disconnect', (reason) => reason !== 'io client disconnect' && onLost(window));
    socket.on('posting_topic', ({ conversation, shout }) => {
      window.newest.set(conversation, shout.id);
      this.onText(window, shout.client_id);
    });
    socket.on('posting_comment', ({ comment }) => this.onText(window, comment.client_id));
    window.socket = socket;
  }

  /** Connects again and again until it succeeds. @type {LoadWindows['connect']} */
  async reconnect(window, onLost) {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        return await this.connect(window, onLost);
      } catch (error) {
        if (performance.now() > until) throw error;
        await pause();
      }
    }
  }

  /**
   * @param {Window} window
   * @param {{ method: string, path: string, body?: object }} request
   * @param {boolean} [repeats] whether a request without a reply, or with one of a server that starts, is sent again
   */
  async call({ member }, { method, path, body }, repeats = false) {
    const { port, host } = this.at;
    const until = performance.now() + (repeats ? patienceMs : 0);
    for (;;) {
      const reply = await this.#agent
        .request({
          origin: `http://127.0.0.1:${port}`,
          path: `/api${path}`,
          method: /** @type {any} */ (method),
          headers: {
            ...{ host, authorization: `Bearer ${member.token}` },
            ...(method !== 'GET' && { 'content-type': 'application/json' }),
          },
          ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
        })
        .then(async ({ statusCode, body: content }) => ({ status: statusCode, text: await content.text() }))
        .catch((error) => ({ status: 0, text: String(error) }));
      if ((reply.status > 0 && reply.status < 500) || performance.now() >= until) return reply;
      await pause();
    }
  }
}
