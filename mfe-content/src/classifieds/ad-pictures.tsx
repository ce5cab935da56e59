import type { Classified } from '@paddock/contract/calls/classifieds';
import { useText } from '@paddock/mfe-kit/i18n';
import { ItemPictures } from '../item-pictures/item-pictures';
import styles from './open-ad.module.css';

/** The pictures of an ad. */
export function AdPictures({ ad: { title, files } }: { ad: Classified }) {
  const t = useText();
  return (
    <ItemPictures
      files={files}
      label={t('ads.pictures', { title })}
      nameOf={(index) => t('ads.picture', { number: index + 1, of: files.length })}
      previousLabel={t('ads.picture_before')}
      nextLabel={t('ads.picture_after')}
      className={styles.pictures}
      oneClassName={styles.one}
    />
  );
}
