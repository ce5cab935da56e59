import { at, byAll, fresh } from './cases.mjs';

const dayMs = 86_400_000;
const group = ({ groups }, index) => at(groups, index);
const topic = ({ topics }, index) => at(topics, index * 7).id;
const search = (query) => byAll(() => ({ verb: 'search', prop: 'all', query }));
/** Requests by one side of each direct chat. @param {(other: string) => Record<string, any>} input @returns {import('./cases.mjs').Case} */
const byChat =
  (input) =>
  ({ chats }) =>
    chats.flatMap(({ a, b }) => [
      { by: a, input: input(b.id) },
      { by: b, input: input(a.id) },
    ]);
/** An hour of a day from today, by the clock of UTC. */
const hours = (hour, day) => {
  const from = Math.floor(Date.now() / dayMs + day) * dayMs + hour * 3_600_000;
  return { from: new Date(from).toISOString(), to: new Date(from + 3_600_000).toISOString() };
};

/** By the creator of each event. @param {'events' | 'pastEvents'} events @returns {import('./cases.mjs').Case} */
const byCreators = (events) => (paddock) =>
  paddock[events].map(({ id, by }) => ({ by: by ?? paddock.memberAt(0), input: { id } }));

/** Reads of members. @type {import('./cases.mjs').Cases} */
export const readCases = {
  'boot.read': byAll(),
  'workplaces.list': byAll(),
  'account.me': byAll(),
  'account.me_jwt': byAll(),
  'account.sessions': byAll(),
  'account.security': byAll(),
  'badges.read': byAll(),
  'notifications.list': byAll(),
  'home.read': byAll(),
  'items.list': byAll(() => ({ type: 'plan' })),
  'chats.list': {
    '20 chats': byAll(() => ({ verb: 'retrieve', prop: 'all', count: 20 })),
    archived: byAll(() => ({ verb: 'archived', prop: 'all' })),
    'search, common word': search('pit'),
    'search, two words': search('pit board'),
    'search, one letter': search('p'),
    'search, no result': search('zzyzx'),
  },
  'chats.read': byAll((paddock, index) => ({ id: group(paddock, index) })),
  'chats.unread': byAll(),
  'groups.read': byAll(({ long }) => ({ id: long })),
  'groups.browse': byAll(() => ({})),
  'groups.read_title': byAll((_, index) => ({ title: `Garage ${1 + (index % 20)}` })),
  'groups.read_selected': byAll(({ groups }) => ({ ids: groups.slice(0, 5).join() })),
  'groups.read_link': byAll((paddock, index) => ({ id: group(paddock, index) })),
  'groups.requests': (paddock) =>
    paddock.groups.map((id) => ({ by: paddock.ownerOf(id) ?? paddock.memberAt(0), input: { id } })),
  'shouts.list': {
    'feed of 20': byAll((paddock, index) => ({ filter: group(paddock, index), count: 20 })),
    'newest 30 of the long conversation': byAll(({ long }) => ({ filter: long, count: 30 })),
    'middle 30 of the long conversation': byAll(({ long, size }, index) => ({
      filter: long,
      count: 30,
      around_seq: size.shouts / 2 + index,
    })),
    '50 messages': byChat((filter) => ({ filter, count: 50 })),
  },
  'shouts.read': byAll((paddock, index) => ({ id: topic(paddock, index) })),
  'shouts.comments': byAll((paddock, index) => ({ id: topic(paddock, index) })),
  'shouts.of_member': byAll(({ memberAt }, index) => ({ id: memberAt(index + 7).id })),
  'shouts.likers': byAll((paddock, index) => ({ id: topic(paddock, index) })),
  'shouts.views': ({ topics, members }) =>
    topics.flatMap(({ id, author }) => {
      const by = members.find((member) => member.id === author);
      return by ? [{ by, input: { id } }] : [];
    }),
  'shouts.link': byAll((paddock, index) => ({ id: topic(paddock, index) })),
  'shouts.audience': byAll(({ long }) => ({ id: long })),
  'shouts.mentions': byAll(({ long }) => ({ id: long, query: 'mem' })),
  'shouts.voters': byAll(({ poll }) => ({ id: poll.id, option: poll.options[0].id })),
  'comments.list': byAll(({ events }, index) => ({ kind: 'event', id: at(events, index).id })),
  'comments.mentions': byAll(({ events }, index) => ({ kind: 'event', id: at(events, index).id, query: 'mem' })),
  'people.list': {
    'first page': byAll(),
    'page in the middle': async (paddock) => {
      const by = paddock.memberAt(0);
      const { next } = await paddock.call('GET', '/users/abc?count=60', undefined, by.token);
      return byAll(() => ({ page: next }))(paddock, 0);
    },
    'from a letter': byAll(() => ({ letter: 'M' })),
    'from a member': byAll(({ memberAt }, index) => ({ member: memberAt(index + 1).id })),
    'of a group': byAll(({ long }) => ({ group: long })),
  },
  'people.closest': {
    'first page': byAll(),
    'page in the middle': async (paddock) => {
      const by = paddock.memberAt(0);
      const { next } = await paddock.call('GET', '/users/closest?count=60', undefined, by.token);
      return [{ by, input: { page: next } }];
    },
    // All near members are behind it: the far ones are searched for among them.
    'far members': async (paddock) => {
      const by = paddock.memberAt(0);
      let page = '';
      for (let bucket = ''; bucket !== 'far_far';) {
        const query = `/users/closest?count=60${page && `&page=${page}`}`;
        const { users, next } = await paddock.call('GET', query, undefined, by.token);
        [bucket, page] = [users.at(-1)?.bucket ?? bucket, next];
      }
      return [{ by, input: { page } }];
    },
  },
  'people.search': {
    'all by a word': byAll(() => ({ query: 'number' })),
    'one by name': byAll((_, index) => ({ query: `member_${index}` })),
    'no result': byAll(() => ({ query: 'zzyzx' })),
  },
  'people.profile': byAll(({ memberAt }, index) => ({ id: memberAt(index + 1).id })),
  'people.activities': byAll(({ memberAt }, index) => ({ id: memberAt(index + 1).id })),
  'people.named': byAll(({ memberAt }, index) => ({ username: memberAt(index + 1).username })),
  'events.list': byAll(),
  'events.read': byAll(({ events }, index) => ({ id: at(events, index).id })),
  'events.attendees': byAll(({ events }, index) => ({ id: at(events, index).id })),
  'events.calendar_address': byAll(),
  'events.check_in': byCreators('events'),
  'events.pass': fresh(async ({ events, call }, number, { token }) => {
    const { id } = at(events, number);
    await call('PUT', `/events/${id}/join`, {}, token);
    return { id };
  }),
  'events.ratings': byCreators('pastEvents'),
  'sponsors.list': byAll(() => ({ count: 20 })),
  'sponsors.read': byAll(({ notices }, index) => ({ id: at(notices, index).id })),
  'classifieds.list': {
    'newest 20': byAll(),
    search: byAll(() => ({ query: 'pit' })),
    own: byAll(() => ({ own: true })),
  },
  'classifieds.read': byAll(({ ads }, index) => ({ id: at(ads, index).id })),
  'classifieds.categories': byAll(),
  'rooms.list': {
    all: byAll(),
    'free in a period': byAll(() => hours(10, 1)),
  },
  'rooms.week': byAll(),
  'rooms.read': byAll(({ rooms }, index) => ({ id: at(rooms, index).id })),
  'bookings.repetitions': byAll(({ rooms }, index) => ({ id: at(rooms, index).id, ...hours(10, 1), weeks: 8 })),
  'subscription.read': byAll(),
  'dues.list': byAll(),
  'dues.read': byAll(({ dues }, index) => ({ id: at(dues, index).id })),
  'links.list': byAll(),
  'links.read': byAll(({ links }, index) => ({ id: at(links, index).id })),
  'folders.list': byAll(() => ({ parent: 'null', count: 400 })),
  'folders.search': byAll(() => ({ query: 'Folder 1' })),
  'folders.bin': byAll(),
  'invitations.groups': byAll(),
};
