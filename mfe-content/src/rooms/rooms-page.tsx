import { readRoom } from '@paddock/contract/calls/rooms';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useMinute } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List, useItemBeside } from '@paddock/mfe-kit/list';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { Button, IconButton, LinkButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll, Split } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { Empty } from '@paddock/ui/state';
import { CalendarRange, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { OwnBookings } from './own-bookings';
import { PeriodFilter } from './period-filter';
import { RoomDetail } from './room-detail';
import { RoomItem } from './room-item';
import { useLiveRooms } from './use-live-rooms';
import { useRooms } from './use-rooms';

/** Own bookings and available rooms, the open room beside them in a wide window (specification B §2, Rooms). */
export function RoomsPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const { number } = useFormat();
  const title = useTabTitle('rooms') ?? t('rooms.title');
  const now = useMinute();
  const { answer, bookings, rooms, period, usual, setChosen, zone } = useRooms(now);
  const items = useMemo(() => rooms?.map((room) => room.id), [rooms]);
  useLiveRooms(now);
  useItemBeside({ path: '/main/rooms', open: id, items, read: readRoom, inputOf });
  const query = answer.isPlaceholderData ? { ...answer, data: undefined, isPending: true } : answer;
  return (
    <Split show={id === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={title}>
        <ScreenHeader title={title} actions={<Actions />} />
        <Scroll>
          {bookings && <OwnBookings bookings={bookings} now={now} />}
          <SectionHead tight={!bookings?.length} aside={rooms && number(rooms.length)}>
            {t('rooms.available')}
          </SectionHead>
          <PeriodFilter {...{ period, usual, zone, now }} onChange={setChosen} />
          <List
            id="rooms"
            label={t('rooms.available')}
            query={query}
            rows={rooms ?? []}
            rowKey={idOf}
            render={(room) => <RoomItem room={room} isOpen={room.id === id} />}
            shape="room"
            divider="none"
            empty={<NoRooms onShowAll={period && (() => setChosen('all'))} />}
            linked={id}
          />
        </Scroll>
      </Pane>
      {id === undefined ? (
        <Pane part="detail" label={t('rooms.room')}>
          {rooms?.length === 0 && <Empty text={t('rooms.none_chosen')} />}
        </Pane>
      ) : (
        <RoomDetail key={id} id={id} known={answer.data?.rooms.find((room) => room.id === id)} now={now} />
      )}
    </Split>
  );
}

/** The way to the week of all rooms, and for those who may add one to its form. */
function Actions() {
  const t = useText();
  const { isAdmin, flags } = useSession();
  return (
    <>
      <IconButton icon={CalendarRange} label={t('rooms.week')} href="#/main/rooms/week" />
      {isAdmin && !flags.rooms_tab.disable_admin_edit && (
        <IconButton icon={Plus} label={t('rooms.add')} href="#/main/rooms/new" />
      )}
    </>
  );
}

/** 'No rooms', with the way to all of them while a period is chosen. */
function NoRooms({ onShowAll }: { onShowAll: (() => void) | undefined }) {
  const t = useText();
  const { isAdmin, flags } = useSession();
  if (onShowAll)
    return (
      <Empty
        title={t('rooms.empty')}
        text={t('rooms.empty_then')}
        action={<Button onPress={onShowAll}>{t('rooms.show_all')}</Button>}
      />
    );
  if (!isAdmin || flags.rooms_tab.disable_admin_edit) return <Empty title={t('rooms.empty')} />;
  return (
    <Empty
      title={t('rooms.empty')}
      action={
        <LinkButton variant="primary" icon={Plus} href="#/main/rooms/new">
          {t('rooms.add')}
        </LinkButton>
      }
    />
  );
}

const idOf = ({ id }: { id: string }) => id;
const inputOf = (id: string) => ({ id });
