import { useState } from 'react';
import { PersonAvatar } from '../../primitives/avatar/avatar';
import { BookingPanel } from '../booking-panel/booking-panel';
import { TextInput } from '../../forms/field/field';
import { BookingRow, RoomRow } from './room';
import { SlotLegend, SlotPicker } from '../slot-picker/slot-picker';
import type { Slot } from '../slot-picker/slot-picker';
import { Tag } from '../../primitives/tag/tag';
import { people, pictures } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';

const nothing = () => undefined;
const hugo = <PersonAvatar {...people.hugo} size="xs" />;

function slotsOf(chosen: readonly string[]): Slot[] {
  const free = (time: string): Slot => {
    const on = chosen.includes(time);
    return { id: time, time, state: on ? 'new' : 'free', stateLabel: on ? 'chosen' : 'free' };
  };
  return [
    { id: '14:00', time: '14:00', state: 'past', stateLabel: 'past' },
    { id: '14:30', time: '14:30', state: 'past-booked', bookedBy: 'Scuderia Ravello', stateLabel: 'was booked' },
    free('15:30'),
    free('16:00'),
    free('16:30'),
    { id: '19:00', time: '19:00', state: 'held', bookedBy: 'Being booked', stateLabel: 'not available' },
    {
      id: '19:30',
      time: '19:30',
      state: 'own',
      bookedBy: 'You',
      stateLabel: 'yours, waits for approval',
      pending: true,
    },
    { id: '17:00', time: '17:00', state: 'own', bookedBy: 'You', stateLabel: 'yours' },
    {
      id: '18:00',
      time: '18:00',
      state: 'booked',
      bookedBy: 'Hugo',
      avatar: hugo,
      stateLabel: 'booked by',
      href: '#hugo',
    },
    { id: '18:30', time: '18:30', state: 'booked', bookedBy: 'Kestrel', stateLabel: 'booked by' },
  ];
}

export function RoomBoards() {
  const [chosen, setChosen] = useState(['16:00', '16:30']);
  return (
    <>
      <Board title="Slot picker">
        <SlotPicker
          label="Today, 20 June"
          slots={slotsOf(chosen)}
          onToggle={(id) =>
            setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id].sort()))
          }
          onOwn={nothing}
        />
        <SlotLegend
          items={[
            { state: 'free', label: 'Free' },
            { state: 'new', label: 'Chosen' },
            { state: 'own', label: 'Yours' },
            { state: 'booked', label: 'Booked' },
            { state: 'held', label: 'Being booked' },
            { state: 'pending', label: 'Waits for approval' },
            { state: 'past', label: 'Past' },
          ]}
        />
      </Board>
      <Board title="Rooms and bookings" flush>
        <BookingRow
          href="#b1"
          start="17:00"
          end="18:00"
          tone="var(--group-2)"
          title="Strategy room, garage 14"
          text="Today, 17:00 to 18:00"
          tag={<Tag kind="ok">Confirmed</Tag>}
        />
        <BookingRow
          href="#b2"
          start="08:30"
          end="09:00"
          tone="var(--group-8)"
          title="Media centre 1"
          text="Sunday, 08:30 to 09:00"
          tag={<Tag kind="warn">Pending</Tag>}
        />
        <RoomRow
          href="#r1"
          src={pictures.lane}
          name="Strategy room, garage 14"
          lines={['Spa · 8 people · screen, timing feed']}
          price="Free for teams"
          current
        />
        <RoomRow
          href="#r2"
          name="Media centre 1"
          lines={['Spa · 40 people · stage, sound desk', 'Ground floor']}
          price="On request"
          tag={<Tag>Needs approval</Tag>}
        />
      </Board>
      {[false, true].map((wide) => (
        <Board key={String(wide)} title={wide ? 'Booking panel, wide' : 'Booking panel'} wide={wide} flush>
          <State name={wide ? 'under way' : 'chosen'} flush>
            <BookingPanel
              label="Your booking"
              range="16:00–17:00"
              text="Strategy room, 1 hour, free for teams"
              clearLabel="Clear"
              onClear={nothing}
              bookLabel="Book"
              onBook={nothing}
              pending={wide}
            >
              <TextInput label="Comment" isLabelHidden placeholder="Comment (optional)" />
            </BookingPanel>
          </State>
        </Board>
      ))}
    </>
  );
}
