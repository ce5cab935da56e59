import { markAllClassifiedsRead } from '@paddock/contract/calls/classifieds';
import { useBadge } from '@paddock/mfe-kit/badges';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { IconButton, LinkButton } from '@paddock/ui/button';
import { Menu } from '@paddock/ui/menu';
import { CheckCheck, Plus } from 'lucide-react';
import styles from './classifieds-page.module.css';
import { showsAds } from './use-classifieds';

/** At the end of the header: a new ad, and the menu of the tab. */
export function HeaderActions() {
  const t = useText();
  const toast = useToast();
  const [count, setCount] = useBadge('classifieds');
  const readAll = useCallMutation(markAllClassifiedsRead, {
    invalidates: showsAds,
    onError: toast.error,
    onSuccess: ({ classified_new_receipts }) => setCount(classified_new_receipts),
  });
  const href = '#/main/classifieds/new';
  return (
    <>
      {count > 0 && (
        <Menu
          label={t('ads.more')}
          items={[{ id: 'read', label: t('ads.mark_all_read'), icon: CheckCheck, onPress: () => readAll.mutate({}) }]}
        />
      )}
      <LinkButton className={styles.desktop} variant="primary" size="s" icon={Plus} href={href}>
        {t('ads.place')}
      </LinkButton>
      <IconButton className={styles.phone} icon={Plus} label={t('ads.place')} href={href} />
    </>
  );
}
