import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sentence } from '../content.mjs';
import { Deliveries } from './deliveries.mjs';
import { LoadWindows } from './load-windows.mjs';
import { actAt } from './members-at-work.mjs';

/**
 * Members with a window each, in a process of their own: each thinks for about ten seconds, does one act, and thinks again. Windows stay
 * open between measurements.
 * @typedef {import('./load-windows.mjs').LoadMember} LoadMember
 * @typedef {import('./load-windows.mjs').Window} Window
 * @typedef {{ port: number, host: string, members: LoadMember[] }} Open
 * @typedef {{ seconds: number, thinkMs: number, outage?: boolean }} Work `outage`: the services are killed meanwhile
 */

const openedAtOnce = 25;
/** How long the windows wait for what has been sent. */
const patienceMs = 30_000;

let deliveries = new Deliveries();
/** @type {LoadWindows} */
let windows;
/** When each window had a reply again after its connection broke, by the wall clock. @type {Promise<number>[]} */
let returns = [];
/** @type {string[]} */
let failed = [];

process.on('disconnect', () => process.exit(0));
process.on('message', async (/** @type {{ open?: Open, work?: Work, returnAll?: boolean }} */ message) => {
  if (message.open) process.send?.(await openAll(message.open));
  if (message.work) process.send?.(await measured(message.work));
  if (message.returnAll) process.send?.(await returnTogether());
});

/** @param {Open} open */
async function openAll({ members, ...at }) {
  windows = new LoadWindows(at, ({ number }, id) => deliveries.received(id, number, performance.now()));
  const all = members.map((member) => windows.add(member));
  for (let from = 0; from < all.length; from += openedAtOnce)
    await Promise.all(all.slice(from, from + openedAtOnce).map((window) => windows.reconnect(window, comeBack)));
  return { opened: all.length };
}

/** @param {Window} window */
function comeBack(window) {
  const back = async () => {
    await windows.reconnect(window, comeBack);
    await catchUp(window);
    return Date.now();
  };
  returns.push(
    back().catch((error) => {
      failed.push(`return: ${error}`);
      return Date.now();
    }),
  );
}

/** What a window asks for when it is connected again; returns the messages of one room. @param {Window} window */
async function catchUp(window) {
  const [list, room] = await Promise.all(
    ['/filters/retrieve/all?count=20', `/shouts?filter=${window.member.rooms[0]}&count=50`].map((path) =>
      windows.call(window, { method: 'GET', path }, true),
    ),
  );
  if (list?.status !== 200 || room?.status !== 200) throw new Error(`A return failed: ${list?.text} ${room?.text}`);
  return room.text;
}

/** Each room gets a message while all windows are closed; then they open at once. */
async function returnTogether() {
  for (const { socket } of windows.all) socket?.disconnect();
  /** @type {Map<string, string>} */
  const posted = new Map();
  for (const window of windows.all) {
    const group = /** @type {string} */ (window.member.rooms[0]);
    if (posted.has(group)) continue;
    const client_id = randomUUID();
    posted.set(group, client_id);
    const body = { client_id, group, shout: sentence(window.number, 9) };
    await windows.call(window, { method: 'POST', path: '/shouts', body }, true);
  }
  const began = performance.now();
  const times = await Promise.all(
    windows.all.map(async (window) => {
      await windows.reconnect(window, comeBack);
      const text = await catchUp(window);
      const isThere = text.includes(posted.get(window.member.rooms[0] ?? '') ?? '');
      return { ms: performance.now() - began, isThere };
    }),
  );
  return { times: times.map(({ ms }) => ms), lost: times.filter(({ isThere }) => !isThere).length };
}

/** @param {Work} work */
async function measured({ seconds, thinkMs, outage = false }) {
  deliveries = new Deliveries();
  returns = [];
  failed = [];
  /** @type {Record<string, number[]>} */
  const times = {};
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    windows.all.map(async (window) => {
      // Between half of the time and one and a half.
      const think = () => wait(thinkMs * (0.5 + Math.random()));
      await wait(thinkMs * Math.random());
      while (performance.now() < end) {
        const { kind, ms, failure } = await act(window, outage);
        (times[kind] ??= []).push(ms);
        if (failure) failed.push(`${kind}: ${failure}`);
        await think();
      }
    }),
  );
  const returned = await Promise.all(returns);
  const latest = performance.now() + (outage ? 0 : patienceMs);
  while (!deliveries.isComplete && performance.now() < latest) await wait(50);
  const stored_twice = outage ? await lookUp() : 0;
  const { times: times_of_delivery, ...others } = deliveries.result();
  return { times, failed, times_of_delivery, returned, stored_twice, ...others };
}

/** Finds the texts whose events were lost with their connection; returns how many texts are stored twice. */
async function lookUp() {
  /** @type {Map<string, Promise<string>>} */
  const twice = new Map();
  await Promise.all(
    windows.all.map(async (window) => {
      for (const { id, path } of deliveries.missing(window.number)) {
        const { text } = await windows.call(window, { method: 'GET', path }, true);
        if (text.includes(id)) deliveries.found(id, window.number);
      }
      const own = deliveries.all().filter(({ by }) => by === window.number);
      for (const { id, path } of own)
        twice.set(
          id,
          windows.call(window, { method: 'GET', path }, true).then(({ text }) => text),
        );
    }),
  );
  let count = 0;
  for (const [id, text] of twice) if ((await text).split(`"${id}"`).length > 2) count++;
  return count;
}

/** @param {Window} window @param {boolean} repeats */
async function act(window, repeats) {
  const { member, number, socket, newest } = window;
  const room = /** @type {string} */ (member.rooms[Math.floor(Math.random() * member.rooms.length)]);
  const [client_id, shout] = [randomUUID(), newest.get(room)];
  const { kind, make } = actAt(Math.random(), shout !== undefined);
  const made = make({ room, shout, text: sentence(number, 6 + (number % 12)), client_id });
  const began = performance.now();
  if ('typing' in made) {
    socket?.emit('writing_group', { gid: made.typing });
    return { kind, ms: 0 };
  }
  const isText = made.method === 'POST';
  const path = kind === 'comment' ? `/shouts/${shout}/comments?count=50` : `/shouts?filter=${room}&count=50`;
  if (isText) deliveries.sent(client_id, { at: began, by: number, receivers: windows.in.get(room) ?? [], path });
  const { status, text } = await windows.call(window, made, repeats);
  if (status !== 200 && isText) deliveries.refused(client_id);
  return {
    kind,
    ms: performance.now() - began,
    ...(status !== 200 && { failure: `${status} ${text.slice(0, 200)}` }),
  };
}
