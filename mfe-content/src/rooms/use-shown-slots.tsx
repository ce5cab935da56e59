import type { Room } from '@paddock/contract/calls/rooms';
import type { UserCard } from '@paddock/contract/calls/users';
import { firstName } from '@paddock/contract/core/first-name';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useHrefs } from '@paddock/mfe-kit/navigation';
import { PersonAvatar } from '@paddock/ui/avatar';
import type { Slot } from '@paddock/ui/slot-picker';
import type { DaySlot } from './day-slots';

interface ShownSlotsInput {
  room: Room;
  users: readonly UserCard[];
  days: readonly DaySlot[];
}

/**
 * The slots as the picker shows them. A slot that another member booked opens their profile; for those who decide on bookings it opens
 * what they can do with it.
 */
export function useShownSlots({ room, users, days }: ShownSlotsInput): Slot[] {
  const t = useText();
  const format = useFormat();
  const hrefs = useHrefs();
  return days.map(({ from, state, booking }) => {
    const pending = booking?.state === 'pending' && state !== 'past-booked';
    const user = users.find(({ id }) => id === booking?.user);
    const isBooked = state === 'booked' || state === 'past-booked';
    const profile = state === 'booked' && user && !room.can_decide && hrefs('people.profile', { uid: user.id });
    return {
      ...{ id: from, state, time: format.time(from, room.time_zone), pending },
      stateLabel: t(`room.state.${pending ? pendingName(state) : state}`),
      ...(booking?.own && { bookedBy: t('room.you') }),
      ...(state === 'held' && { bookedBy: t('room.being_booked') }),
      ...(isBooked && booking && !booking.own && { bookedBy: user ? firstName(user) : t('room.legend.booked') }),
      ...(state === 'booked' &&
        user && { avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="xs" /> }),
      ...(profile ? { href: profile } : {}),
    };
  });
}

const pendingName = (state: DaySlot['state']) => (state === 'own' ? 'own_pending' : 'booked_pending');
