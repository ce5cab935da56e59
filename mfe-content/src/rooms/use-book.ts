import { type Booking, createBooking, moveBooking } from '@paddock/contract/calls/bookings';
import { useDraft } from '@paddock/mfe-kit/outbox';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import type { Selection } from './day-slots';
import { showsRooms } from './use-live-rooms';

/** Books a selection, or moves a booking to it. A refusal is shown and resets the selection (specification B §8). */
export function useBook(room: string) {
  const toast = useToast();
  const [comment, setComment] = useDraft(`room/${room}`);
  const create = useCallMutation(createBooking, { invalidates: showsRooms, onError: toast.error });
  const move = useCallMutation(moveBooking, { invalidates: showsRooms, onError: toast.error });
  const send = (selection: Selection, moving: Booking | undefined, onSettled: (isDone: boolean) => void) => {
    const settled = { onError: () => onSettled(false) };
    if (moving)
      return move.mutate(
        { id: moving.id, ...selection },
        {
          ...settled,
          onSuccess({ booking }) {
            onSettled(true);
            toast(booking.state === 'pending' ? 'room.move_requested' : 'room.moved');
          },
        },
      );
    return create.mutate(
      { id: room, client_id: crypto.randomUUID(), ...selection, description: comment.trim() },
      {
        ...settled,
        onSuccess({ booking }) {
          setComment('');
          onSettled(true);
          toast(booking.state === 'pending' ? 'room.requested' : 'room.booked');
        },
      },
    );
  };
  return { send, isPending: create.isPending || move.isPending, comment, setComment };
}
