import type { Room } from '@paddock/contract/calls/rooms';
import { useText } from '@paddock/mfe-kit/i18n';
import { ItemPictures } from '../item-pictures/item-pictures';
import styles from './room-detail.module.css';

/** The pictures of a room. */
export function RoomPictures({ room: { title, files } }: { room: Room }) {
  const t = useText();
  return (
    <ItemPictures
      files={files}
      label={t('room.pictures', { title })}
      nameOf={(index) => t('room.picture', { number: index + 1, of: files.length })}
      previousLabel={t('room.picture_before')}
      nextLabel={t('room.picture_after')}
      className={styles.cover}
      oneClassName={styles.one}
    />
  );
}
