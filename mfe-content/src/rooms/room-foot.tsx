import type { Room } from '@paddock/contract/calls/rooms';
import { useText } from '@paddock/mfe-kit/i18n';
import { Button } from '@paddock/ui/button';
import { Tv } from 'lucide-react';
import { useState } from 'react';
import { DisplaySheet } from './display-sheet';
import styles from './room-detail.module.css';

/** For those who decide on the room's bookings: its wall display. */
export function RoomFoot({ room }: { room: Room }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!room.can_decide) return null;
  return (
    <div className={styles.foot}>
      <Button size="s" icon={Tv} onPress={() => setOpen(true)}>
        {t('display.open')}
      </Button>
      {isOpen && <DisplaySheet room={room} onClose={() => setOpen(false)} />}
    </div>
  );
}
