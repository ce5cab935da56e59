import type { Booking } from '@paddock/contract/calls/bookings';
import type { Room } from '@paddock/contract/calls/rooms';
import { hourMs } from '@paddock/contract/core/durations';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { BookingPanel } from '@paddock/ui/booking-panel';
import { IconButton } from '@paddock/ui/button';
import { TextInput } from '@paddock/ui/field';
import { Joined } from '@paddock/ui/joined';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import type { Selection } from './day-slots';
import { isElsewhere } from './room-times';
import { RepetitionSheet } from './repetition-sheet';
import type { useBook } from './use-book';

/** Of the comment, as in the contract. */
const maxComment = 1000;

interface PanelProps {
  room: Room;
  selection: Selection;
  moving: Booking | undefined;
  book: ReturnType<typeof useBook>;
  onClear: () => void;
  onDone: (isDone: boolean) => void;
}

/** The selection with its comment: books it, moves a booking to it, or repeats it weekly. */
export function PanelOfSelection({ room, selection, moving, book, onClear, onDone }: PanelProps) {
  const t = useText();
  const format = useFormat();
  const [repeats, setRepeats] = useState(false);
  const { from, to } = selection;
  const span = (zone?: string) => t('rooms.span', { start: format.time(from, zone), end: format.time(to, zone) });
  const hours = (Date.parse(to) - Date.parse(from)) / hourMs;
  return (
    <>
      <BookingPanel
        label={t(moving ? 'room.panel_move' : 'room.panel')}
        range={span(room.time_zone)}
        text={
          <Joined
            parts={[
              room.title,
              hours < 1 ? t('room.half_hour') : t('room.hours', { count: hours }),
              room.price,
              isElsewhere(from, room.time_zone) && t('room.own_time', { span: span() }),
            ]}
          />
        }
        clearLabel={t('room.clear')}
        onClear={onClear}
        bookLabel={t(moving ? 'room.move_here' : room.admin_confirmation_required ? 'room.request' : 'room.book')}
        onBook={() => book.send(selection, moving, onDone)}
        pending={book.isPending}
        {...(!moving && {
          more: <IconButton icon={Repeat} label={t('room.repeat')} onPress={() => setRepeats(true)} />,
        })}
      >
        {!moving && (
          <TextInput
            label={t('room.comment')}
            isLabelHidden
            placeholder={t('room.comment_optional')}
            maxLength={maxComment}
            autoComplete="off"
            value={book.comment}
            onChange={(event) => book.setComment(event.currentTarget.value)}
          />
        )}
      </BookingPanel>
      {repeats && (
        <RepetitionSheet
          {...{ room, selection }}
          comment={book.comment}
          onClose={() => setRepeats(false)}
          onBooked={() => {
            setRepeats(false);
            book.setComment('');
            onDone(true);
          }}
        />
      )}
    </>
  );
}
