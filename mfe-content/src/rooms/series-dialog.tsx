import { type Booking, cancelBooking } from '@paddock/contract/calls/bookings';
import type { UserCard } from '@paddock/contract/calls/users';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { useCancelError } from './use-cancel-error';
import { showsRooms } from './use-live-rooms';

interface SeriesDialogProps {
  booking: Booking;
  user: UserCard | undefined;
  onClose: () => void;
}

/** Asks before a booking and the later ones of its series are cancelled: the sheet of one booking shows that one alone. */
export function SeriesDialog({ booking, user, onClose }: SeriesDialogProps) {
  const t = useText();
  const toast = useToast();
  const format = useFormat();
  const name = useMemberName()(user ?? { fullname: '' });
  const onError = useCancelError();
  const { id, own, from, room_title: room, time_zone } = booking;
  const cancel = useCallMutation(cancelBooking, {
    invalidates: showsRooms,
    onError,
    onSuccess() {
      onClose();
      toast('room.series_cancelled');
    },
  });
  const day = format.day(from, time_zone);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('room.cancel_series_title')}
      text={t(own ? 'room.cancel_series_own' : 'room.cancel_series_theirs', { day, room, name })}
      confirmLabel={t('room.cancel_series_confirm')}
      cancelLabel={t('room.cancel_series_keep')}
      danger
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate({ id, series: true })}
    />
  );
}
