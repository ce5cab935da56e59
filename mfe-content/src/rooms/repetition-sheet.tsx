import { createBookings, maxRepetitions, readRepetitions, type Repetition } from '@paddock/contract/calls/bookings';
import type { Room } from '@paddock/contract/calls/rooms';
import { useErrorText, useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Select } from '@paddock/ui/select';
import { Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import { useRef, useState } from 'react';
import type { Selection } from './day-slots';
import { periodsOf, type Resolutions, skip, unresolved } from './repetitions';
import styles from './repetition-sheet.module.css';
import { showsRooms } from './use-live-rooms';

interface RepetitionSheetProps {
  room: Room;
  selection: Selection;
  comment: string;
  onClose: () => void;
  onBooked: () => void;
}

const usualWeeks = 4;
const weekOptions = Array.from({ length: maxRepetitions - 1 }, (_, index) => index + 2);

/** Repeats a booking weekly: the weeks in which it conflicts come first, and each is resolved before anything is booked. */
export function RepetitionSheet({ room, selection, comment, onClose, onBooked }: RepetitionSheetProps) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const errorText = useErrorText();
  const [weeks, setWeeks] = useState(usualWeeks);
  const [resolutions, setResolutions] = useState<Resolutions>({});
  const answer = useCallQuery(readRepetitions, { id: room.id, ...selection, weeks }, { live: true, staleTime: 0 });
  const { repetitions } = answer.data ?? {};
  const create = useCallMutation(createBookings, {
    invalidates: [...showsRooms, readRepetitions],
    onSuccess({ bookings }) {
      toast(bookings[0]?.state === 'pending' ? 'repeat.requested' : 'repeat.booked', { count: bookings.length });
      onBooked();
    },
  });
  const clientIds = useRef(new Map<string, string>());
  const open = repetitions ? unresolved(repetitions, resolutions) : [];
  const periods = repetitions ? periodsOf(repetitions, resolutions) : [];
  const send = () => {
    // A resend has the same id, so that it is answered and not repeated; other periods are another request.
    const chosen = JSON.stringify(periods);
    const client_id = clientIds.current.get(chosen) ?? crypto.randomUUID();
    clientIds.current.set(chosen, client_id);
    create.mutate({ id: room.id, client_id, periods, description: comment.trim() });
  };
  const dayOf = ({ from }: { from: string }) => format.day(from, room.time_zone);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('repeat.title')}
      closeLabel={t('room.close')}
      size="l"
      dismissable={!create.isPending}
      footer={
        <>
          <Button onPress={onClose} disabled={create.isPending}>
            {t('room.cancel')}
          </Button>
          <Button
            variant="primary"
            pending={create.isPending}
            disabled={open.length > 0 || periods.length === 0}
            onPress={send}
          >
            {t('repeat.book', { count: periods.length })}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <Select
          label={t('repeat.weeks')}
          options={weekOptions.map((count) => ({ id: String(count), label: t('repeat.count', { count }) }))}
          value={String(weeks)}
          onChange={(count) => setWeeks(Number(count))}
        />
        {create.error && (
          <Banner kind="bad" live="alert">
            {errorText(create.error)}
          </Banner>
        )}
        {open.length > 0 && <Banner kind="warn">{t('repeat.conflicts', { count: open.length })}</Banner>}
        {repetitions ? (
          <ul className={styles.weeks} aria-label={t('repeat.list')}>
            {conflictsFirst(repetitions).map((week) => (
              <li key={week.from}>
                {week.free ? (
                  <p className={styles.free}>
                    <span>{dayOf(week)}</span>
                    <span className="text-secondary">{t('repeat.free')}</span>
                  </p>
                ) : (
                  <Conflict
                    label={dayOf(week)}
                    week={week}
                    value={resolutions[week.from]}
                    zone={room.time_zone}
                    onChange={(value) => setResolutions((now) => ({ ...now, [week.from]: value }))}
                  />
                )}
              </li>
            ))}
          </ul>
        ) : answer.isError ? (
          <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          <Skeleton shape="row" count={weeks} label={t('loading')} />
        )}
      </div>
    </Sheet>
  );
}

const conflictsFirst = (weeks: readonly Repetition[]) => [
  ...weeks.filter(({ free }) => !free),
  ...weeks.filter(({ free }) => free),
];

interface ConflictProps {
  label: string;
  week: Repetition;
  value: string | undefined;
  zone: string;
  onChange: (value: string) => void;
}

/** A week in which the time is taken: another time of that day, or no booking. */
function Conflict({ label, week, value, zone, onChange }: ConflictProps) {
  const t = useText();
  const format = useFormat();
  const offered = [
    ...week.alternatives.map(({ from, to }) => ({
      id: from,
      label: t('rooms.span', { start: format.time(from, zone), end: format.time(to, zone) }),
    })),
    { id: skip, label: t('repeat.skip') },
  ];
  // An alternative that another member took since.
  const known = offered.some(({ id }) => id === value) ? value! : null;
  return (
    <Select
      label={label}
      help={t('repeat.taken')}
      options={offered}
      value={known}
      placeholder={t('rooms.choose')}
      onChange={onChange}
    />
  );
}
