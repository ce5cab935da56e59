import type { Classified } from '@paddock/contract/calls/classifieds';
import { useText } from '@paddock/mfe-kit/i18n';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Carousel } from '@paddock/ui/carousel';
import { useState } from 'react';
import styles from './open-ad.module.css';

/** The pictures of an ad; a press shows them over the whole window. */
export function AdPictures({ ad: { title, files } }: { ad: Classified }) {
  const t = useText();
  const opens = useSlotAvailable('shouts.pictures');
  const [start, setStart] = useState<number>();
  const [first] = files;
  if (!first) return null;
  const nameOf = (at: number) => t('ads.picture', { number: at + 1, of: files.length });
  const label = t('ads.pictures', { title });
  const alt = opens ? '' : label;
  const picture = <img src={first.feed_path ?? first.path} alt={alt} width={first.width} height={first.height} />;
  return (
    <div className={styles.pictures}>
      {files.length > 1 ? (
        <Carousel
          label={label}
          items={files.map(({ feed_path, path }, at) => ({ src: feed_path ?? path, alt: nameOf(at) }))}
          previousLabel={t('ads.picture_before')}
          nextLabel={t('ads.picture_after')}
          positionLabel={nameOf}
          {...(opens && { onOpen: setStart })}
        />
      ) : opens ? (
        <button type="button" className={styles.one} aria-label={label} onClick={() => setStart(0)}>
          {picture}
        </button>
      ) : (
        <div className={styles.one}>{picture}</div>
      )}
      {start !== undefined && (
        <Slot
          name="shouts.pictures"
          props={{ title: label, pictures: files.map(({ path }) => path), start, onClose: () => setStart(undefined) }}
        />
      )}
    </div>
  );
}
