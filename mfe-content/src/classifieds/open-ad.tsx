import { type Classified, markClassifiedRead } from '@paddock/contract/calls/classifieds';
import { useBadge } from '@paddock/mfe-kit/badges';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Banner } from '@paddock/ui/banner';
import { IconButton } from '@paddock/ui/button';
import { Icon } from '@paddock/ui/icon';
import { Joined } from '@paddock/ui/joined';
import { ListRow } from '@paddock/ui/row';
import { CalendarClock, X } from 'lucide-react';
import { useEffect } from 'react';
import { AdActions } from './ad-actions';
import { AdPictures } from './ad-pictures';
import { useDaysText } from './ad-days';
import { categoryIcon } from './category-icon';
import styles from './open-ad.module.css';

/** An open ad: pictures, text, owner, and what the member may do. Opening it marks it as read. */
export function OpenAd({ ad, closeHref }: { ad: Classified; closeHref: string }) {
  const t = useText();
  const format = useFormat();
  const daysOf = useDaysText();
  const { id, title, desc, category, owner, expires, expired } = ad;
  const profile = useHref('people.profile', { uid: owner?.id ?? '' });
  const [, setCount] = useBadge('classifieds');
  const { mutate: markRead } = useCallMutation(markClassifiedRead, {
    onSuccess: ({ classified_new_receipts }) => setCount(classified_new_receipts),
  });
  const isNew = ad.new;
  useEffect(() => {
    if (isNew) markRead({ id });
  }, [isNew, id, markRead]);
  return (
    <article className={styles.ad} aria-label={title} data-pictures={ad.files.length > 0 || undefined}>
      <AdPictures ad={ad} />
      <div className={styles.text}>
        <div className={styles.head}>
          <h2 className="heading">
            <bdi>{title}</bdi>
          </h2>
          <IconButton icon={X} label={t('ads.close')} href={closeHref} />
        </div>
        <p className={`${styles.facts} label text-secondary`}>
          <span className={styles.fact}>
            <Icon of={categoryIcon(category.icon)} size="s" />
            {category.title ?? category.key}
          </span>
          <span className={styles.fact}>
            <Icon of={CalendarClock} size="s" />
            {expired ? (
              t('ads.ended_on', { day: format.day(expires) })
            ) : (
              <span>
                <Joined parts={[daysOf(ad), t('ads.until', { day: format.day(expires) })]} />
              </span>
            )}
          </span>
        </p>
        {expired && <Banner kind="warn">{t('ads.ended_text')}</Banner>}
        <p className={styles.desc} dir="auto">
          {desc}
        </p>
        {owner && (
          <div className={styles.owner}>
            <ListRow
              {...(profile !== null && { href: profile, chevron: true })}
              start={
                <PersonAvatar id={owner.id} name={owner.fullname} src={owner.profile_image} online={owner.online} />
              }
              title={owner.fullname}
              sub={
                <Joined
                  parts={[t('ads.placed', { day: format.relative(ad.created) }), ad.updated && t('ads.edited')]}
                />
              }
              line={false}
            />
          </div>
        )}
        <AdActions ad={ad} closeHref={closeHref} />
      </div>
    </article>
  );
}
