import { content, people, sentence, username } from '../content.mjs';

/** Title of the group with the long conversation. */
export const longTitle = 'Pit wall';
/** Shouts of the long conversation that demo content creates; `grown-community.mjs` copies them. */
const models = 1000;
const minutesPerHour = 60;

/** Flags of the measured community, so that every member can use every call. */
export const largeFlags = {
  events_tab: { months_before: 1, months_after: 12, public_add_event: true },
  files_tab: { everybody_can_create: true },
  people_tab: { by_distance: true },
  rooms_tab: { start_hour: 0, end_hour: 24 },
};

/** The content of `content.mjs` with a group with a long conversation, events, ads, links and notices. */
export function largeContent() {
  const base = content();
  const [group] = base.groups;
  const long = { ...group, key: 'long', title: longTitle };
  const shouts = Array.from({ length: models }, (_, index) => ({
    by: username((index * 17) % people),
    minutes_ago: 2_000_000 - index,
    text: sentence(index, 8 + (index % 17)),
  }));
  return {
    ...base,
    groups: [...base.groups, long],
    conversations: [...base.conversations, { group: 'long', workplace: '', shouts }],
    events: Array.from({ length: 100 }, (_, index) => eventAt(index)),
    classifieds: Array.from({ length: 200 }, (_, index) => adAt(index)),
    links: Array.from({ length: 40 }, (_, index) => ({
      title: `Link ${index}`,
      icon: 'link',
      url: `https://links.example/${index}`,
    })),
    rooms: Array.from({ length: 50 }, (_, index) => roomAt(index)),
    dues: Array.from({ length: 20 }, (_, index) => ({
      title: `Fee ${index}`,
      amount: 1000 + index,
      currency: 'EUR',
      payable_in_days: index,
      days_ago: 30,
      percent: index * 5,
    })),
    notices: Array.from({ length: 100 }, (_, index) => noticeAt(index)),
  };
}

/** The first ten events are over. @param {number} index */
const eventAt = (index) => ({
  title: `Session ${index}`,
  starts: { in_minutes: (index - 10) * 12 * minutesPerHour },
  lasts_minutes: 90,
  where: 'Spa-Francorchamps',
  geo: [5.97, 50.44],
  group: null,
  by: username(index % people),
  color: '#2a6fdb',
  desc: sentence(index, 20),
  attending: 40,
  absent: 10,
  ratings: index < 9 ? [3, 4, 5] : [],
});

/** @param {number} index */
const adAt = (index) => ({
  title: `${sentence(index, 3)} ${index}`,
  desc: sentence(index, 20),
  category: ['tyres', 'parts', 'tools', 'gear'][index % 4],
  by: username(index % people),
  hours_ago: index + 1,
  lifetime: 30,
});

/** Bookings on twenty days; the eleventh day and later ones are free for the cases. @param {number} index */
const roomAt = (index) => ({
  title: `Room ${index}`,
  desc: sentence(index, 12),
  capacity: 4 + (index % 20),
  equipment: 'Screen, whiteboard',
  city: 'Stavelot',
  building: `Building ${index % 5}`,
  bookings: Array.from({ length: 20 }, (_, day) => ({
    by: username((index + day) % people),
    day: day - 9,
    from: '10:00',
    minutes: 90,
    text: sentence(day, 6),
  })),
});

/** Every tenth notice asks for an acknowledgement. @param {number} index */
const noticeAt = (index) => ({
  title: `Bulletin ${index}`,
  desc: sentence(index, 20),
  by: username(index % people),
  hours_ago: index + 1,
  color: '#2a6fdb',
  ...(index % 10 === 0 && { acknowledge: { percent: 0 } }),
});
