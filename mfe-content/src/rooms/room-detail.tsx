import { readRoom, type Room } from '@paddock/contract/calls/rooms';
import type { Booking } from '@paddock/contract/calls/bookings';
import { useText } from '@paddock/mfe-kit/i18n';
import { useGoneItem } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useAddressPart, useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { IconButton } from '@paddock/ui/button';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { Map as MapIcon, Pencil } from 'lucide-react';
import { useState } from 'react';
import { DayCard } from './day-card';
import { PanelOfSelection } from './panel-of-selection';
import { RoomFacts } from './room-page-facts';
import { RoomFoot } from './room-foot';
import { RoomPictures } from './room-pictures';
import styles from './room-detail.module.css';
import { useBook } from './use-book';
import { useSelection } from './use-selection';

interface RoomDetailProps {
  id: string;
  /** The list's copy: shown at once while the room loads. */
  known: Room | undefined;
  now: number;
}

/** A room: pictures, facts, and a day of slots to book (specification B §2 and §4). */
export function RoomDetail({ id, known, now }: RoomDetailProps) {
  const t = useText();
  const back = useBack('/main/rooms');
  const [part, setDay] = useAddressPart('day');
  const day = /^\d{4}-\d\d-\d\d$/.test(part) ? part : undefined;
  const answer = useCallQuery(
    readRoom,
    { id, ...(day && { day }) },
    { live: true, placeholderData: (before) => (before?.room.id === id ? before : undefined) },
  );
  const isGone = answer.error?.status === 404;
  const room = isGone ? undefined : (answer.data?.room ?? known);
  useGoneItem('/main/rooms', id, { isGone, isRead: answer.isSuccess && answer.isFetchedAfterMount });
  const [moving, setMoving] = useState<Booking>();
  const book = useBook(id);
  // The day of the former address stays below the skeleton of the next one.
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const { days, selection, press, reset } = useSelection({
    ...{ room: id, day: shown?.day ?? '', slots: shown?.slots, bookings: shown?.room.bookings ?? [] },
    ...{ now, moving, isSending: book.isPending },
  });
  const title = room?.title ?? t('rooms.room');
  return (
    <Pane part="detail" label={title} surface="canvas" hidesTabBar>
      <ScreenHeader
        {...(room
          ? { title: room.title, level: 2 as const, actions: <RoomActions room={room} /> }
          : { phoneOnly: true })}
        back={{ label: t('rooms.back'), onPress: back }}
      />
      <Scroll surface="canvas">
        {room ? (
          <>
            <RoomPictures room={room} />
            <Column width="wide" className={styles.column ?? ''}>
              <RoomFacts room={room} />
              <DayCard
                {...{ room, answer, days, now, moving }}
                onDay={(next) => setDay(next === answer.data?.today ? '' : next)}
                onPress={press}
                onMove={(booking) => {
                  reset();
                  setMoving(booking);
                }}
              />
              <RoomFoot room={room} />
            </Column>
          </>
        ) : isGone ? (
          <Empty title={t('rooms.gone')} />
        ) : answer.isError ? (
          <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          <Column>
            <Skeleton shape="detail" count={1} label={t('loading')} />
          </Column>
        )}
      </Scroll>
      {room && selection && (
        <PanelOfSelection
          {...{ room, selection, moving, book }}
          onClear={reset}
          onDone={(isDone) => {
            reset();
            if (isDone) setMoving(undefined);
          }}
        />
      )}
    </Pane>
  );
}

function RoomActions({ room: { id, title, url, can_edit } }: { room: Room }) {
  const t = useText();
  return (
    <>
      {url !== '' && <IconButton icon={MapIcon} label={t('room.map', { title })} href={url} external />}
      {can_edit && (
        <IconButton
          icon={Pencil}
          label={t('room.edit', { title })}
          href={`#/main/rooms/${encodeURIComponent(id)}/edit`}
        />
      )}
    </>
  );
}
