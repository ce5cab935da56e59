import type { Room } from '@paddock/contract/calls/rooms';
import { useText } from '@paddock/mfe-kit/i18n';
import { Joined } from '@paddock/ui/joined';
import { Tag } from '@paddock/ui/tag';
import { DoorOpen, Hourglass, KeyRound, MapPin, Monitor, Undo2, Users, Wallet } from 'lucide-react';
import styles from './room-detail.module.css';
import { cancellationText } from './room-facts';

/** What a room offers, and its rules. The door code is there for those who may know it now. */
export function RoomFacts({ room }: { room: Room }) {
  const t = useText();
  const { desc, capacity, equipment, door_code, city, building, price } = room;
  const { cancellation_delay, admin_confirmation_required, check_in_minutes } = room;
  return (
    <>
      {desc !== '' && (
        <p className={styles.desc} dir="auto">
          {desc}
        </p>
      )}
      <div className={styles.facts}>
        {capacity !== undefined && <Tag icon={Users}>{t('rooms.people', { count: capacity })}</Tag>}
        {equipment !== '' && (
          <Tag icon={Monitor}>
            <bdi>{equipment}</bdi>
          </Tag>
        )}
        {(city !== '' || building !== '') && (
          <Tag icon={MapPin}>
            <span>
              <Joined parts={[city, building]} />
            </span>
          </Tag>
        )}
        {price !== '' && (
          <Tag icon={Wallet}>
            <bdi>{price}</bdi>
          </Tag>
        )}
        {door_code !== undefined && door_code !== '' && (
          <Tag icon={KeyRound}>
            {t('room.door_code')} <span className="tabular-nums">{door_code}</span>
          </Tag>
        )}
        <Tag icon={Undo2}>{cancellationText(t, cancellation_delay)}</Tag>
        {admin_confirmation_required && <Tag icon={Hourglass}>{t('rooms.needs_approval')}</Tag>}
        {check_in_minutes > 0 && <Tag icon={DoorOpen}>{t('room.check_in_within', { count: check_in_minutes })}</Tag>}
      </div>
    </>
  );
}
