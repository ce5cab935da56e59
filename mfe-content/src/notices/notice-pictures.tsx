import type { Sponsor } from '@paddock/contract/calls/notices';
import { useText } from '@paddock/mfe-kit/i18n';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Carousel } from '@paddock/ui/carousel';
import { useState } from 'react';
import styles from './notices.module.css';

/** The notice's pictures; a press shows them over the whole window. */
export function NoticePictures({ sponsor }: { sponsor: Sponsor }) {
  const t = useText();
  const opens = useSlotAvailable('shouts.pictures');
  const [start, setStart] = useState<number>();
  const { image_urls: pictures } = sponsor;
  const of = pictures.length;
  const title = t('pictures.title', { title: sponsor.title });
  return (
    <div className={styles.pictures}>
      <Carousel
        label={title}
        items={pictures.map((src, index) => ({ src, alt: t('pictures.picture', { number: index + 1, of }) }))}
        previousLabel={t('pictures.previous')}
        nextLabel={t('pictures.next')}
        positionLabel={(index) => t('pictures.position', { number: index + 1, of })}
        {...(opens && { onOpen: setStart })}
      />
      {start !== undefined && (
        <Slot name="shouts.pictures" props={{ title, pictures, start, onClose: () => setStart(undefined) }} />
      )}
    </div>
  );
}
