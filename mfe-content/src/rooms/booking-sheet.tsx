import {
  type Booking,
  cancelBooking,
  checkInBooking,
  confirmBooking,
  rejectBooking,
} from '@paddock/contract/calls/bookings';
import type { Room } from '@paddock/contract/calls/rooms';
import type { UserCard } from '@paddock/contract/calls/users';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ActionSheet, type SheetAction } from '@paddock/ui/sheet';
import { CalendarClock, Check, DoorOpen, Trash2, UserRound, X } from 'lucide-react';
import { useCancelError } from './use-cancel-error';
import { showsRooms } from './use-live-rooms';

interface BookingSheetProps {
  room: Room;
  booking: Booking;
  user: UserCard | undefined;
  onClose: () => void;
  onMove: () => void;
  /** Asks about this booking and the later ones of its series. */
  onCancelSeries: () => void;
}

/**
 * What the member can do with a booking: with their own, or with any if they decide on the room's bookings. It names the booking, so
 * that cancelling that one asks no further (B §8).
 */
export function BookingSheet({ room, booking, user, onClose, onMove, onCancelSeries }: BookingSheetProps) {
  const t = useText();
  const format = useFormat();
  const name = useMemberName()(user ?? { fullname: '' });
  const profile = useHref('people.profile', { uid: user?.id ?? '' });
  const { cancel, checkIn, confirm, reject } = useBookingActs();
  const { id, own, from, to, state, series, can_check_in, can_cancel, description } = booking;
  const zone = room.time_zone;
  const span = t('rooms.span', { start: format.time(from, zone), end: format.time(to, zone) });
  const who = own ? t('room.yours') : name;
  const isRequest = room.can_decide && state === 'pending';
  const actions: (SheetAction | false)[] = [
    !own &&
      user !== undefined &&
      profile !== null && { id: 'profile', label: t('room.profile', { name }), icon: UserRound, href: profile },
    can_check_in && {
      id: 'check-in',
      label: t('room.check_in'),
      icon: DoorOpen,
      onPress: () => checkIn.mutate({ id }),
    },
    isRequest && { id: 'confirm', label: t('room.confirm'), icon: Check, onPress: () => confirm.mutate({ id }) },
    isRequest && { id: 'reject', label: t('room.reject'), icon: X, danger: true, onPress: () => reject.mutate({ id }) },
    own && { id: 'move', label: t('room.move'), icon: CalendarClock, onPress: onMove },
    // The service decides: the owner of a booking that is too close learns that it cannot be cancelled.
    (own || can_cancel) && {
      ...{ id: 'cancel', label: t('room.cancel_booking'), icon: Trash2, danger: true },
      onPress: () => cancel.mutate({ id }),
    },
    (own || can_cancel) &&
      series !== undefined && {
        ...{ id: 'cancel-series', label: t('room.cancel_series'), icon: Trash2, danger: true },
        onPress: onCancelSeries,
      },
  ];
  return (
    <ActionSheet
      open
      onClose={onClose}
      label={t('room.booking', { who, span })}
      text={
        <>
          <p className="strong">
            <bdi>{who}</bdi> <span className="tabular-nums">{span}</span>
          </p>
          {description && (
            <p className="text-secondary" dir="auto">
              {description}
            </p>
          )}
          {booking.checked_in && <p className="label text-secondary">{t('room.checked_in')}</p>}
        </>
      }
      actions={actions.filter((action) => action !== false)}
      cancelLabel={t('room.close')}
    />
  );
}

/** The calls of the sheet, which closes before they answer. */
function useBookingActs() {
  const toast = useToast();
  const onCancelError = useCancelError();
  const options = { invalidates: showsRooms, onError: toast.error };
  return {
    cancel: useCallMutation(cancelBooking, {
      ...options,
      onError: onCancelError,
      onSuccess: () => toast('room.cancelled'),
    }),
    checkIn: useCallMutation(checkInBooking, { ...options, onSuccess: () => toast('room.checked_in') }),
    confirm: useCallMutation(confirmBooking, { ...options, onSuccess: () => toast('room.booked') }),
    reject: useCallMutation(rejectBooking, { ...options, onSuccess: () => toast('room.rejected') }),
  };
}
