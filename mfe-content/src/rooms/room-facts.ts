import type { Room } from '@paddock/contract/calls/rooms';
import type { RoomRowField } from '@paddock/contract/core/tab-flags';
import type { Text } from '@paddock/mfe-kit/kit-context';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';

const hoursADay = 24;

/** The notice that a cancellation needs: hours as stored, days as shown (specification B §3); less than a day in hours. */
export function cancellationText(t: Text, hours: number): string {
  if (hours === 0) return t('rooms.cancel_never');
  if (hours < 0) return t('rooms.cancel_always');
  if (hours < hoursADay) return t('rooms.cancel_hours', { count: hours });
  return t('rooms.cancel_days', { count: Number((hours / hoursADay).toFixed(2)) });
}

/** A room's texts in the list: its name, the lines below it, and whether these have the price. */
interface RoomTexts {
  name: string;
  lines: readonly (readonly string[])[];
  hasPrice: boolean;
}

/**
 * The rows of a room in the list, from the fields that the deployment chooses (`rooms_tab.rows`): the first field is the name, the
 * first two rows share a line. Empty fields are skipped.
 */
export function useRoomTexts(): (room: Room) => RoomTexts {
  const t = useText();
  const { rows } = useSession().flags.rooms_tab;
  const textOf = (room: Room, name: RoomRowField) =>
    name === 'capacity' ? room.capacity !== undefined && t('rooms.people', { count: room.capacity }) : room[name];
  return (room) => {
    const [[name = room.title, ...beside] = [], second = [], ...further] = rows.map((names) =>
      names.map((field) => textOf(room, field)).filter((text) => typeof text === 'string' && text !== ''),
    ) as string[][];
    return { name, lines: [[...beside, ...second], ...further], hasPrice: rows.flat().includes('price') };
  };
}
