import { randomUUID } from 'node:crypto';
import { sentence } from '../content.mjs';
import { at, fresh } from './cases.mjs';

const dayMs = 86_400_000;
const halfHour = 1_800_000;

const ok = async (paddock, by, method, path, body = {}) => paddock.call(method, path, body, by.token);

/** Creates a group of the member. @returns {Promise<string>} its id */
async function newGroup(paddock, by, more = {}) {
  const body = { title: `Bench ${randomUUID()}`, autojoin: false, ...more };
  return (await ok(paddock, by, 'POST', '/groups', body)).group.id;
}

/** A case in a new group of the member, with the number's next member in it. */
const inGroup = (input, { isMember = true } = {}) =>
  fresh(async (paddock, number, by) => {
    const other = paddock.memberAt(number + 1);
    const id = await newGroup(paddock, by, isMember ? { users: [other.id] } : {});
    return input({ id, by, other, paddock });
  });

/** A case in a new group that the number's next member asks to join. */
const onRequest = (token = false) =>
  inGroup(
    async ({ id, other, paddock }) => {
      await ok(paddock, other, 'PUT', `/groups/${id}/ask_to_join`);
      return { id, user: other.id };
    },
    { isMember: token },
  );

/** A case on a new shout of the member in a group without topics. */
const onNewShout = (input, more = {}) =>
  fresh(async (paddock, number, by) => {
    const body = { group: at(paddock.emptyGroups, number), shout: sentence(number, 14), ...more };
    return input(await ok(paddock, by, 'POST', '/shouts', body));
  });

/** A case on a topic of another member, which no other request of the member names. */
const onTopic = (input, before) =>
  fresh(async (paddock, number, by) => {
    const { id, author } = at(paddock.topics, number + Math.floor(number / paddock.members.length));
    const { id: topic } = author === by.id ? at(paddock.topics, number + 1) : { id };
    if (before) await ok(paddock, by, ...before(topic));
    return input(topic);
  });

const post = (target) =>
  fresh((paddock, number, by) => ({
    client_id: randomUUID(),
    shout: sentence(number, 14),
    ...target(paddock, number, by),
  }));

const newEvent = (number) => ({
  client_id: randomUUID(),
  title: `New session ${number}`,
  when: new Date(Date.now() + 86_400_000).toISOString(),
});
const newAd = (number) => ({
  client_id: randomUUID(),
  title: `New ad ${number}`,
  desc: 'As new.',
  category: 'tools',
  lifetime: 30,
});
let taken = 0;
/** A half hour that no other request of the run takes: of each room one after the other, from the twelfth day on. */
const nextSlot = (rooms) => {
  const number = taken++;
  const from = (Math.floor(Date.now() / dayMs) + 12) * dayMs + Math.floor(number / rooms.length) * halfHour;
  return { id: at(rooms, number).id, from: new Date(from).toISOString(), to: new Date(from + halfHour).toISOString() };
};
const bookingOf = async (paddock, by) => {
  const { id, ...period } = nextSlot(paddock.rooms);
  const body = { client_id: randomUUID(), ...period };
  return (await ok(paddock, by, 'POST', `/rooms/${id}/bookings`, body)).booking;
};
const join = ({ events }, number) => at(events, number + Math.floor(number / 101)).id;
const report = (list) =>
  fresh((paddock, number, by) => {
    const rows = list(paddock).filter((row) => row.by?.id !== by.id && row.id !== by.id);
    return { id: at(rows, number + Math.floor(number / 101)).id, client_id: randomUUID(), reason: 'spam' };
  });

/** Writes of members. @type {import('./cases.mjs').Cases} */
export const writeCases = {
  'logs.write': fresh(() => ({ type: 'go_to_page', page_name: 'chats' })),
  'feedback.send': fresh((_, number) => ({ client_id: randomUUID(), msg: sentence(number, 14) })),
  'people.update_profile': fresh((_, number, by) => ({ id: by.id, fields: { job: `Job ${number}` } })),
  'people.set_position': fresh((_, number) => ({ position: [5.97 + (number % 50) / 100, 50.44] })),
  'account.update_preferences': fresh((_, number, by) => ({ id: by.id, pn_like: number % 2 === 0 })),
  'notifications.read': fresh(async ({ call }, _, by) => {
    const { notifications } = await call('GET', '/notifications?count=1', undefined, by.token);
    return { id: notifications[0]?.id ?? '0'.repeat(24) };
  }),
  'chats.mark_read': fresh(({ groups }, number) => ({ id: at(groups, number) })),
  'chats.mark_all_read': fresh(() => ({})),
  'chats.mark_unread': fresh(({ groups }, number) => ({ id: at(groups, number), seq: 20 })),
  'chats.mute': fresh(({ groups }, number) => ({ id: at(groups, number), mute: number % 2 === 0 })),
  'chats.archive': fresh(({ emptyGroups }, number) => ({ id: at(emptyGroups, number), archive: number % 2 === 0 })),
  'chats.mute_direct': fresh(({ chats }, number) => {
    const { a, b } = at(chats, number);
    return { by: a, input: { id: b.id, mute: number % 2 === 0 } };
  }),
  'chats.archive_direct': fresh(({ chats }, number) => {
    const { a, b } = at(chats, number);
    return { by: a, input: { id: b.id, archive: false } };
  }),
  'groups.create': fresh(() => ({ client_id: randomUUID(), title: `Bench ${randomUUID()}` })),
  'groups.update': inGroup(({ id }) => ({ id, description: 'Changed' })),
  'groups.delete': inGroup(({ id }) => ({ id })),
  'groups.add_members': inGroup(({ id, other }) => ({ id, uid: [other.id] }), { isMember: false }),
  'groups.remove_member': inGroup(({ id, other }) => ({ id, uid: other.id })),
  'groups.lift_removal': inGroup(async ({ id, by, other, paddock }) => {
    await ok(paddock, by, 'DELETE', `/groups/${id}/users/${other.id}`);
    return { id, uid: other.id };
  }),
  'groups.set_owner': inGroup(({ id, other }) => ({ id, uid: other.id, owner: true })),
  'groups.set_read_only': inGroup(({ id, other }) => ({ id, uid: other.id, read_only: true })),
  'groups.leave': inGroup(({ id, other }) => ({ by: other, input: { id } })),
  'groups.ask_to_join': inGroup(({ id, other }) => ({ by: other, input: { id } }), { isMember: false }),
  'groups.accept_request': onRequest(),
  'groups.ignore_request': onRequest(),
  'groups.verify_request': onRequest(),
  'groups.create_link': inGroup(({ id }) => ({ id })),
  'groups.end_link': inGroup(async ({ id, by, paddock }) => {
    await ok(paddock, by, 'POST', `/groups/${id}/deep_link`);
    return { id };
  }),
  ...Object.fromEntries(
    ['groups.verify_link', 'groups.join_by_link'].map((name) => [
      name,
      inGroup(
        async ({ id, by, other, paddock }) => {
          const { token: link_token } = await ok(paddock, by, 'POST', `/groups/${id}/deep_link`);
          return { by: other, input: { id, link_token } };
        },
        { isMember: false },
      ),
    ]),
  ),
  'shouts.create': {
    'a shout': post(({ emptyGroups }, number) => ({ group: at(emptyGroups, number) })),
    'a comment': post(({ topics }, number) => ({ in_reply_to: at(topics, number).id })),
    'a message': fresh(({ chats }, number) => {
      const { a, b } = at(chats, number);
      return { by: a, input: { client_id: randomUUID(), recipients: [b.id], shout: sentence(number, 14) } };
    }),
    'a shout in the long conversation': post(({ long }) => ({ group: long })),
    'a comment on an event': post(({ events }, number) => ({ subject: { kind: 'event', id: at(events, number).id } })),
  },
  'shouts.update': onNewShout(({ id }) => ({ id, shout: 'Changed' })),
  'shouts.delete': onNewShout(({ id }) => ({ id })),
  'shouts.like': onTopic((id) => ({ id })),
  'shouts.unlike': onTopic(
    (id) => ({ id }),
    (id) => ['PUT', `/shouts/${id}/like`],
  ),
  'shouts.viewed': fresh(({ topics }, number) => ({
    ids: Array.from({ length: 10 }, (_, index) => at(topics, number * 10 + index).id),
  })),
  'shouts.vote': fresh(({ poll }, number) => ({ id: poll.id, poll_option_ids: [at(poll.options, number).id] })),
  'shouts.click_link': onNewShout(({ id }) => ({ id, url: 'https://example.invalid/' }), {
    shout: 'https://example.invalid/',
  }),
  'events.create': fresh((_, number) => newEvent(number)),
  'events.update': fresh(({ events }, number) => {
    const { id, by } = at(events, number);
    return { by, input: { id, desc: `Changed ${number}` } };
  }),
  'events.delete': fresh(async (paddock, number, by) => ({
    id: (await ok(paddock, by, 'POST', '/events', newEvent(number))).id,
  })),
  'events.join': fresh((paddock, number) => ({ id: join(paddock, number) })),
  'events.leave': fresh((paddock, number) => ({ id: join(paddock, number) })),
  'events.rate': fresh(({ pastEvents }, number) => ({ id: at(pastEvents, number).id, rating: 1 + (number % 5) })),
  'events.answer_organizing': fresh(async (paddock, number, member) => {
    const { id, by } = at(paddock.events, number);
    await ok(paddock, by, 'PUT', `/events/${id}`, { organizer: member.id });
    return { id, accept: false };
  }),
  'events.mark_read': fresh(() => ({
    after: new Date(Date.now() - 86_400_000).toISOString(),
    before: new Date(Date.now() + 86_400_000).toISOString(),
  })),
  'events.mark_all_read': fresh(() => ({})),
  'events.revoke_calendar_address': fresh(() => ({})),
  'events.record_arrivals': fresh(async (paddock, number, member) => {
    const { id, by } = at(paddock.events, number);
    await ok(paddock, member, 'PUT', `/events/${id}/join`);
    const now = new Date().toISOString();
    return { by, input: { id, arrivals: [{ user: member.id, at: now }], sent: now } };
  }),
  'events.remove_arrival': fresh(async (paddock, number, member) => {
    const { id, by } = at(paddock.events, number);
    await ok(paddock, member, 'PUT', `/events/${id}/join`);
    const now = new Date().toISOString();
    await ok(paddock, by, 'PUT', `/events/${id}/arrivals`, { arrivals: [{ user: member.id, at: now }], sent: now });
    return { by, input: { id, user: member.id } };
  }),
  'sponsors.update': fresh(({ notices }, number) => {
    const { id, by } = at(notices, number);
    return { by, input: { id, desc: `Changed ${number}` } };
  }),
  'sponsors.acknowledge': fresh(({ notices }, number) => {
    const asking = notices.filter(({ acknowledged }) => acknowledged);
    return { id: at(asking, number + Math.floor(number / 101)).id, version: 1 };
  }),
  'sponsors.mark_read': fresh(({ notices }, number) => ({ id: at(notices, number + Math.floor(number / 101)).id })),
  'sponsors.mark_all_read': fresh(() => ({})),
  'classifieds.create': fresh((_, number) => newAd(number)),
  'classifieds.update': fresh(({ ads }, number) => {
    const { id, by } = at(ads, number);
    return { by, input: { id, desc: `Changed ${number}` } };
  }),
  'classifieds.delete': fresh(async (paddock, number, by) => ({
    id: (await ok(paddock, by, 'POST', '/classifieds', newAd(number))).classified.id,
  })),
  'classifieds.renew': fresh(({ ads }, number) => {
    const { id, by } = at(ads, number);
    return { by, input: { id } };
  }),
  'classifieds.mark_read': fresh(({ ads }, number) => ({ id: at(ads, number + Math.floor(number / 101)).id })),
  'classifieds.mark_all_read': fresh(() => ({})),
  'bookings.create': fresh(({ rooms }) => ({ client_id: randomUUID(), ...nextSlot(rooms) })),
  'bookings.create_series': fresh(({ rooms }) => {
    const { id, ...period } = nextSlot(rooms);
    return { client_id: randomUUID(), id, periods: [period] };
  }),
  'bookings.move': fresh(async (paddock, _, by) => {
    const { id, from, to } = await bookingOf(paddock, by);
    // Further ahead than any other request.
    const later = (instant) => new Date(Date.parse(instant) + 180 * dayMs).toISOString();
    return { id, from: later(from), to: later(to) };
  }),
  'bookings.cancel': fresh(async (paddock, _, by) => ({ id: (await bookingOf(paddock, by)).id })),
  'rooms.hold': fresh(({ rooms }) => nextSlot(rooms)),
  'rooms.release': fresh(async (paddock, _, by) => {
    const { id, ...period } = nextSlot(paddock.rooms);
    await ok(paddock, by, 'PUT', `/rooms/${id}/hold`, period);
    return { id };
  }),
  'folders.create': fresh(() => newFolder()),
  'folders.read_item': fresh(async (paddock, _, by) => ({ id: await folderOf(paddock, by) })),
  'folders.update': fresh(async (paddock, _, by) => ({ id: await folderOf(paddock, by), ...newFolder() })),
  'folders.delete': fresh(async (paddock, _, by) => ({ id: await folderOf(paddock, by) })),
  'folders.restore': fresh(async (paddock, _, by) => {
    const id = await folderOf(paddock, by);
    await ok(paddock, by, 'DELETE', `/folders/${id}`);
    return { id };
  }),
  'folders.mark_all_read': fresh(() => ({})),
  'invitations.send': fresh((_, number) => ({
    client_id: randomUUID(),
    emails: [`guest-${number}-${randomUUID().slice(0, 8)}@example.org`],
  })),
  'moderation.report_shout': report(({ topics }) => topics.map(({ id, author }) => ({ id, by: { id: author } }))),
  'moderation.report_member': report(({ members }) => members),
  'moderation.report_event': report(({ events }) => events),
  'moderation.report_classified': report(({ ads }) => ads),
  'moderation.report_sponsor': report(({ notices }) => notices),
};

const newFolder = () => ({ name: `Folder ${randomUUID()}` });
const folderOf = async (paddock, by) => (await ok(paddock, by, 'POST', '/folders', newFolder())).item.id;
