import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cancelBooking,
  checkInBooking,
  confirmBooking,
  createBooking,
  createBookings,
  moveBooking,
  readRepetitions,
  rejectBooking,
  verifyBooking,
} from '@paddock/contract/calls/bookings';
import {
  createRoom,
  deleteRoom,
  holdSlots,
  readDisplay,
  readDisplayAddress,
  readRoom,
  readRoomRemoval,
  readRooms,
  readRoomsWeek,
  releaseSlots,
  revokeDisplayAddress,
  updateRoom,
} from '@paddock/contract/calls/rooms';
import {
  cells,
  codesOn,
  hq,
  refusedRows,
  sameCode,
  tableCallers,
  type TableCaller,
} from '../../../test/permission-tables.js';
import { at, booked } from '../../../test/rooms-scenario.js';
import {
  type CallOptions,
  startTestServices,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';

const acts = [
  ...(['list', 'week', 'read', 'create', 'update', 'removal', 'delete', 'hold', 'release'] as const),
  ...(['display', 'revoke', 'wall', 'book', 'series', 'repetitions', 'move', 'cancel', 'checkIn'] as const),
  ...(['verify', 'confirm', 'reject'] as const),
] as const;
type Act = (typeof acts)[number];
type Caller = TableCaller | 'member' | 'booker' | 'groupOwner' | 'groupMember' | 'ownerOfAnotherGroup' | 'outOfReach';
type Codes = Record<Act, string>;

let services: TestServices;
let callers: Record<Caller, CallOptions>;
let admin: TestMember;
let booker: TestMember;
let group: string;
/** What `rooms_tab.limited_access` asks for, in this table. */
const inside = { fields: { company: 'Hydrology' } };

beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('workplace', (file) => {
    file.flags['rooms_tab'] = { limited_access: { company: ['Hydrology', 'Sensors'] } };
  });
  const shared = await tableCallers(services);
  admin = shared.admin.as;
  const [groupOwner, groupMember, ownerOfAnotherGroup] = await Promise.all(
    Array.from({ length: 3 }, () => services.member({ ...hq, ...inside })),
  );
  booker = await services.member({ ...hq, ...inside });
  group = (await services.group(groupOwner!, [groupMember!]))._id;
  await services.group(ownerOfAnotherGroup!);
  callers = {
    ...shared,
    booker: { as: booker },
    member: { as: await services.member({ ...hq, ...inside }) },
    groupOwner: { as: groupOwner! },
    groupMember: { as: groupMember! },
    ownerOfAnotherGroup: { as: ownerOfAnotherGroup! },
    outOfReach: { as: await services.member({ ...hq, fields: { company: 'Boats' } }) },
  };
});
afterAll(() => services.close());

/** A room of the group that needs confirmation, with a request for it and the link of its display. */
async function scene() {
  const fields = { title: 'Delta', group, admin_confirmation_required: true, check_in_minutes: 10 };
  const { body } = await services.call(createRoom, { client_id: randomUUID(), ...fields }, { as: admin });
  const booking = await booked(services, booker, { id: body.room.id, from: at('10:00'), to: at('11:00') });
  const { address } = (await services.call(readDisplayAddress, { id: body.room.id }, { as: admin })).body;
  return { id: body.room.id, booking: booking.id, display_token: address.split('/').at(-1)! };
}
type Scene = Awaited<ReturnType<typeof scene>>;

function attempt(act: Act, options: CallOptions, { id, booking, display_token }: Scene) {
  const [free, early] = [
    { from: at('12:00'), to: at('13:00') },
    { from: at('09:00'), to: at('09:30') },
  ];
  const client_id = randomUUID();
  const calls = {
    list: () => services.call(readRooms, {}, options),
    week: () => services.call(readRoomsWeek, {}, options),
    read: () => services.call(readRoom, { id }, options),
    create: () => services.call(createRoom, { client_id, title: 'New' }, options),
    update: () => services.call(updateRoom, { id, title: 'Changed' }, options),
    removal: () => services.call(readRoomRemoval, { id }, options),
    delete: () => services.call(deleteRoom, { id }, options),
    hold: () => services.call(holdSlots, { id, ...free }, options),
    release: () => services.call(releaseSlots, { id }, options),
    display: () => services.call(readDisplayAddress, { id }, options),
    revoke: () => services.call(revokeDisplayAddress, { id }, options),
    wall: () => services.call(readDisplay, { id, display_token }, options),
    book: () => services.call(createBooking, { id, client_id, ...free }, options),
    series: () => services.call(createBookings, { id, client_id, periods: [free, early] }, options),
    repetitions: () => services.call(readRepetitions, { id, ...free, weeks: 2 }, options),
    move: () => services.call(moveBooking, { id: booking, ...free }, options),
    cancel: () => services.call(cancelBooking, { id: booking }, options),
    checkIn: () => services.call(checkInBooking, { id: booking }, options),
    verify: () => services.call(verifyBooking, { id: booking }, options),
    confirm: () => services.call(confirmBooking, { id: booking }, options),
    reject: () => services.call(rejectBooking, { id: booking }, options),
  };
  return calls[act]();
}

const reading = ['list', 'week', 'read', 'create', 'removal', 'display', 'wall', 'repetitions', 'verify'];
const codeOn = codesOn(scene, reading);

const all = (code: string) => sameCode(acts, code);
const forbidden = 'FORBIDDEN';
const manages = sameCode(['create', 'update', 'removal', 'delete'], forbidden);
const decides = sameCode(['display', 'revoke', 'verify', 'confirm', 'reject', 'cancel'], forbidden);
const bookings = sameCode(['move', 'checkIn'], forbidden);
const member: Codes = { ...all('ok'), ...manages, ...decides, ...bookings };
const adminCodes: Codes = { ...all('ok'), ...bookings };
const own = { list: 'ok', week: 'ok', create: 'ok', wall: 'ok' };
const booking = 'BOOKING_NOT_FOUND';
const ofBooking = sameCode(['move', 'cancel', 'checkIn', 'verify', 'confirm', 'reject'], booking);
const elsewhere: Codes = { ...all('ROOM_NOT_FOUND'), ...ofBooking, ...own };
/** Calls by link name no workplace, and check the session themselves. */
const refused = Object.fromEntries(
  Object.entries(refusedRows(acts)).map(([caller, codes]) => [caller, { ...codes, wall: 'ok' }]),
) as ReturnType<typeof refusedRows<Act>>;
const table: Record<Caller, Codes> = {
  ...refused,
  member,
  groupMember: member,
  ownerOfAnotherGroup: member,
  booker: { ...member, move: 'ok', cancel: 'ok' },
  groupOwner: { ...all('ok'), ...manages, ...bookings },
  admin: adminCodes,
  superAdmin: adminCodes,
  // Without the value that `limited_access` asks for.
  outOfReach: { ...all(forbidden), wall: 'ok' },
  adminOfAnotherWorkplace: { ...all(forbidden), wall: 'ok' },
  adminInTheirOwnWorkplace: elsewhere,
  memberOfAnotherCommunity: { ...all(forbidden), wall: 'LINK_INVALID' },
};

describe('a room of a group that limits access', () => {
  it.each(cells(table))('%s may %s: %s', async (caller, act, code) =>
    expect(await codeOn(act, (room) => attempt(act, callers[caller], room))).toBe(code),
  );
});
