import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Agent } from 'undici';
import { sentence } from '../content.mjs';
import { Deliveries } from './deliveries.mjs';
import { actAt } from './members-at-work.mjs';

/**
 * Members with a window each, in a process of their own: each thinks for about ten seconds, does one act, and thinks again. Windows stay
 * open between measurements.
 * @typedef {{ token: string, rooms: string[] }} LoadMember
 * @typedef {{ port: number, host: string, members: LoadMember[] }} Open
 * @typedef {{ seconds: number, thinkMs: number }} Work
 */

const openedAtOnce = 25;
/** How long the windows wait for what has been sent. */
const patienceMs = 30_000;

/** @type {{ member: LoadMember, number: number, socket: import('socket.io-client').Socket, newest: Map<string, string> }[]} */
const windows = [];
/** @type {Map<string, number[]>} */
const windowsIn = new Map();
let deliveries = new Deliveries();
/** @type {Agent} */
let agent;
let [port, host] = [0, ''];

process.on('disconnect', () => process.exit(0));
process.on('message', async (/** @type {{ open?: Open, work?: Work }} */ { open, work }) => {
  if (open) process.send?.(await openAll(open));
  if (work) process.send?.(await measured(work));
});

/** @param {Open} open */
async function openAll({ members, ...at }) {
  ({ port, host } = at);
  agent = new Agent({ connections: 64, pipelining: 1 });
  for (let from = 0; from < members.length; from += openedAtOnce)
    await Promise.all(members.slice(from, from + openedAtOnce).map((member, index) => openOne(member, from + index)));
  return { opened: windows.length };
}

/** @param {LoadMember} member @param {number} number */
async function openOne(member, number) {
  const socket = io(`http://127.0.0.1:${port}`, {
    ...{ path: '/api/realtime', transports: ['websocket'], forceNew: true, reconnection: false },
    ...{ extraHeaders: { host }, auth: { token: member.token } },
  });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('connect_error', reject);
  });
  const newest = new Map();
  windows.push({ member, number, socket, newest });
  for (const room of member.rooms) windowsIn.set(room, [...(windowsIn.get(room) ?? []), number]);
  socket.on('posting_topic', ({ conversation, shout }) => {
    newest.set(conversation, shout.id);
    deliveries.received(shout.client_id, number, performance.now());
  });
  socket.on('posting_comment', ({ comment }) => deliveries.received(comment.client_id, number, performance.now()));
}

/** @param {Work} work */
async function measured({ seconds, thinkMs }) {
  deliveries = new Deliveries();
  /** @type {Record<string, number[]>} */
  const times = {};
  /** @type {string[]} */
  const failed = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    windows.map(async (window) => {
      // Between half of the time and one and a half.
      const think = () => wait(thinkMs * (0.5 + Math.random()));
      await wait(thinkMs * Math.random());
      while (performance.now() < end) {
        const { kind, ms, failure } = await act(window);
        (times[kind] ??= []).push(ms);
        if (failure) failed.push(`${kind}: ${failure}`);
        await think();
      }
    }),
  );
  const latest = performance.now() + patienceMs;
  while (!deliveries.isComplete && performance.now() < latest) await wait(50);
  const { times: times_of_delivery, ...others } = deliveries.result();
  return { times, failed, times_of_delivery, ...others };
}

/** @param {(typeof windows)[number]} window */
async function act({ member, number, socket, newest }) {
  const room = /** @type {string} */ (member.rooms[Math.floor(Math.random() * member.rooms.length)]);
  const [client_id, shout] = [randomUUID(), newest.get(room)];
  const { kind, make } = actAt(Math.random(), shout !== undefined);
  const made = make({ room, shout, text: sentence(number, 6 + (number % 12)), client_id });
  const began = performance.now();
  if ('typing' in made) {
    socket.emit('writing_group', { gid: made.typing });
    return { kind, ms: 0 };
  }
  const isPost = made.method === 'POST';
  if (isPost) deliveries.sent(client_id, began, windowsIn.get(room) ?? []);
  const reply = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path: `/api${made.path}`,
    method: /** @type {any} */ (made.method),
    headers: {
      ...{ host, authorization: `Bearer ${member.token}` },
      ...(made.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(made.method !== 'GET' && { body: JSON.stringify(made.body ?? {}) }),
  });
  const text = await reply.body.text();
  const isDone = reply.statusCode === 200;
  if (!isDone && isPost) deliveries.refused(client_id);
  return {
    kind,
    ms: performance.now() - began,
    ...(!isDone && { failure: `${reply.statusCode} ${text.slice(0, 200)}` }),
  };
}
