import type { Room } from '@paddock/contract/calls/rooms';
import { useText } from '@paddock/mfe-kit/i18n';
import { Joined } from '@paddock/ui/joined';
import { RoomRow } from '@paddock/ui/room';
import { Tag } from '@paddock/ui/tag';
import { useRoomTexts } from './room-facts';

/** A room in the list. */
export function RoomItem({ room, isOpen }: { room: Room; isOpen: boolean }) {
  const t = useText();
  const { name, lines, hasPrice } = useRoomTexts()(room);
  return (
    <RoomRow
      href={`#/main/rooms/${encodeURIComponent(room.id)}`}
      current={isOpen}
      name={name}
      lines={lines.map((parts, line) => (
        <Joined key={line} parts={parts} />
      ))}
      price={hasPrice ? '' : room.price}
      src={room.files[0]?.feed_path ?? room.image_urls[0]}
      {...(room.admin_confirmation_required && { tag: <Tag>{t('rooms.needs_approval')}</Tag> })}
    />
  );
}
