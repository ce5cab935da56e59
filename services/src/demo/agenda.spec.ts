import { describe, expect, it } from '@jest/globals';
import { demoEvents } from './agenda.js';
import type { DemoContent, DemoEvent } from './demo-content.js';
import { demoUsers } from './people.js';

const member = { username: 'ann', fullname: 'Ann Lee', company: 'Crew', description: '', workplaces: [] };
const event = {
  title: 'Briefing',
  lasts_minutes: 30,
  where: 'Spa',
  group: null,
  by: 'ann',
  color: '#d92d3a',
  desc: '',
  images: [],
  workplace: '',
  attending: 0,
  waiting: 0,
  absent: 0,
  ratings: [],
  is_new: false,
};

function startAt(now: string, starts: DemoEvent['starts']): string {
  const events: DemoEvent[] = [{ ...event, geo: [5.97, 50.44], starts }];
  const members = [{ ...member, workplace_admin: [], fields: {}, admin: false, waiting: false, portrait: false }];
  const content: DemoContent = {
    about: '',
    members,
    lists: {},
    plans: [],
    groups: [],
    conversations: [],
    classifieds: [],
    notices: [],
    links: [],
    rooms: [],
    dues: [],
    files: [],
    events,
    seasons: [],
  };
  const users = demoUsers(content, 'motorsport', new Date(now));
  return demoEvents(content, users, new Map(), new Date(now)).events[0]!.when.toISOString();
}

describe(demoEvents, () => {
  it.each<[string, string, DemoEvent['starts'], string]>([
    ['minutes from now, on full five minutes', '2026-06-20T13:02:00Z', { in_minutes: 75 }, '2026-06-20T14:15:00.000Z'],
    ['by the place’s clock in summer', '2026-06-20T13:00:00Z', { day: 1, time: '08:15' }, '2026-06-21T06:15:00.000Z'],
    ['and in winter', '2026-11-21T13:00:00Z', { day: 1, time: '08:15' }, '2026-11-22T07:15:00.000Z'],
    ['across the change of clocks', '2026-10-24T13:00:00Z', { day: 1, time: '08:15' }, '2026-10-25T07:15:00.000Z'],
    ['from the place’s today', '2026-06-20T22:30:00Z', { day: 1, time: '08:15' }, '2026-06-22T06:15:00.000Z'],
  ])('begins %s', (_, now, starts, when) => expect(startAt(now, starts)).toBe(when));
});
