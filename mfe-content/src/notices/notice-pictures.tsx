import type { Sponsor } from '@paddock/contract/calls/notices';
import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Carousel } from '@paddock/ui/carousel';
import styles from './notices.module.css';

/** The notice's pictures; a press shows them over the whole window, and Back closes them. */
export function NoticePictures({ sponsor }: { sponsor: Sponsor }) {
  const t = useText();
  const opens = useSlotAvailable('shouts.pictures');
  const [opened, setOpened] = useAddressPart('picture');
  const { id, image_urls: pictures } = sponsor;
  const [notice, start = ''] = opened.split('-');
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
        {...(opens && { onOpen: (at) => setOpened(`${id}-${at}`) })}
      />
      {notice === id && pictures[Number(start)] !== undefined && (
        <Slot name="shouts.pictures" props={{ title, pictures, start: Number(start), onClose: () => setOpened('') }} />
      )}
    </div>
  );
}
