import { useState } from 'react';
import { CalendarSteps, EventCalendar } from './event-calendar';
import { shiftDate } from './shift-date';
import { EventRow, EventTag, NowLine } from '../event/event';
import { Board, State } from '../../gallery/board';

const weekdays = [
  ['Mon', 'Monday'],
  ['Tue', 'Tuesday'],
  ['Wed', 'Wednesday'],
  ['Thu', 'Thursday'],
  ['Fri', 'Friday'],
  ['Sat', 'Saturday'],
  ['Sun', 'Sunday'],
].map(([short = '', long = '']) => ({ short, long }));

const titles: Record<string, [string, number][]> = {
  '2026-06-01': [['Freight closes', 13]],
  '2026-06-05': [
    ['Team managers’ call', 9],
    ['Trucks leave Halden', 13],
  ],
  '2026-06-18': [
    ['Media day', 11],
    ['Scrutineering', 2],
    ['Barbecue', 7],
  ],
  '2026-06-20': [
    ['Free practice 3', 8],
    ['Qualifying', 1],
    ['Drivers’ briefing', 2],
    ['Crew supper', 7],
  ],
  '2026-06-21': [
    ['Warm-up', 8],
    ['Race 6', 1],
  ],
};

const days = Array.from({ length: 35 }, (_, index) => {
  const date = shiftDate('2026-06-01', { days: index });
  const events = (titles[date] ?? []).map(([title, group], at) => ({
    id: `${at}`,
    title,
    tone: `var(--group-${group})`,
  }));
  const number = String(Number(date.slice(8)));
  return {
    date,
    number,
    label: `${number} ${date < '2026-07' ? 'June' : 'July'}, ${events.length} events`,
    outside: date >= '2026-07',
    weekend: index % 7 > 4,
    today: date === '2026-06-20',
    events,
    more: events.length > 3 ? `${events.length - 3} more` : undefined,
  };
});

function Month({ label, start }: { label: string; start: string | null }) {
  const [value, setValue] = useState(start);
  return <EventCalendar label={label} weekdays={weekdays} days={days} value={value} onChange={setValue} />;
}

export function CalendarBoards() {
  return (
    <>
      <Board title="Calendar" flush>
        <State name="another day chosen" flush>
          <div className="inline pad">
            <span className="title grow">June 2026</span>
            <CalendarSteps previousLabel="Previous month" nextLabel="Next month" onStep={() => undefined} />
          </div>
          <Month label="June 2026" start="2026-06-18" />
        </State>
      </Board>
      <Board title="Event rows" flush>
        <EventRow
          href="#1"
          start="13:30"
          end="14:20"
          tone="var(--group-1)"
          title="Qualifying, group A"
          place="Circuit"
          past
        />
        <NowLine time="15:32">Now</NowLine>
        <EventRow
          href="#2"
          start="15:20"
          end="16:10"
          tone="var(--group-1)"
          title="Qualifying, group B"
          place="Circuit"
          tag={<EventTag kind="now">Now</EventTag>}
          current
        />
        <EventRow
          href="#3"
          start="18:40"
          end="19:10"
          tone="var(--group-2)"
          title="Drivers’ briefing with every team manager"
          place="Media centre"
          tag={<EventTag kind="going">Going</EventTag>}
        />
      </Board>
      <Board title="Calendar, wide" wide flush>
        <State name="today chosen" flush>
          <Month label="June 2026, with titles" start="2026-06-20" />
        </State>
      </Board>
    </>
  );
}
