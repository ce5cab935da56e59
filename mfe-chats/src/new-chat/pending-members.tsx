import { useText } from '@paddock/mfe-kit/i18n';
import { Skeleton } from '@paddock/ui/state';
import styles from './new-chat.module.css';

/** The shapes of members, while they or the code of their list load. */
export function PendingMembers() {
  const t = useText();
  return (
    <div className={styles.members}>
      <Skeleton shape="person" label={t('search.pending')} />
    </div>
  );
}
