/**
 * What members do, with the share of each act in percent, near the mix of Mattermost's load test: `room` is one of the member's rooms,
 * `shout` one that the member has received there.
 * @typedef {{ room: string, shout: string | undefined, text: string, client_id: string }} Subject
 * @typedef {{ kind: string, share: number, isOnShout?: boolean, make(subject: Subject): { method: string, path: string, body?: object } | { typing: string } }} Act
 */

/** @type {readonly Act[]} */
export const acts = [
  { kind: 'chat list', share: 18, make: () => get('/filters/retrieve/all?count=20') },
  { kind: '50 messages', share: 20, make: ({ room }) => get(`/shouts?filter=${room}&count=50`) },
  { kind: 'read mark', share: 15, make: ({ room }) => ({ method: 'PUT', path: `/filters/read/${room}` }) },
  { kind: 'feed', share: 8, make: ({ room }) => get(`/shouts?filter=${room}&count=20`) },
  { kind: 'typing', share: 10, make: ({ room }) => ({ typing: room }) },
  {
    kind: 'post',
    share: 10,
    make: ({ room, text, client_id }) => post({ client_id, group: room, shout: text }),
  },
  {
    kind: 'comment',
    share: 5,
    isOnShout: true,
    make: ({ shout, text, client_id }) => post({ client_id, in_reply_to: shout, shout: text }),
  },
  { kind: 'like', share: 6, isOnShout: true, make: ({ shout }) => ({ method: 'PUT', path: `/shouts/${shout}/like` }) },
  { kind: 'search', share: 3, make: () => get('/filters/search/all?query=pit') },
  { kind: 'directory', share: 5, make: () => get('/users/abc') },
];

const get = (path) => ({ method: 'GET', path });
const post = (body) => ({ method: 'POST', path: '/shouts', body });

/**
 * The act at a place between 0 and 1. A member without a received shout reads instead of commenting or liking.
 * @param {number} place
 * @param {boolean} hasShout
 */
export function actAt(place, hasShout) {
  let left = place * 100;
  const found = acts.find(({ share }) => (left -= share) < 0) ?? acts[0];
  return /** @type {Act} */ (found?.isOnShout && !hasShout ? acts[1] : found);
}

/**
 * Puts each member into some rooms of about the same size: the numbers of the members of each room, each member once in a room.
 * @param {number} members @param {{ size: number, roomsOfMember: number }} shape
 */
export function roomsFor(members, { size, roomsOfMember }) {
  const count = Math.max(1, Math.round(members / size));
  return Array.from({ length: roomsOfMember }, (_, round) => {
    /** @type {number[][]} */
    const rooms = Array.from({ length: count }, () => []);
    // Members who share a room in one round are apart in the others.
    for (let member = 0; member < members; member++)
      rooms[(member + round * Math.floor(member / count)) % count]?.push(member);
    return rooms;
  }).flat();
}
