import { useText } from '@paddock/mfe-kit/i18n';
import { Sheet } from '@paddock/ui/sheet';
import { lazy, Suspense } from 'react';
import styles from './new-chat.module.css';
import { PendingMembers } from './pending-members';

const MemberSearch = lazy(async () => ({ default: (await import('./member-search')).MemberSearch }));

/** The sheet in which a member chooses the other one of a new chat. */
export function NewChat({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('new_chat.title')} closeLabel={t('new_chat.close')}>
      <div className={styles.choose}>
        <Suspense fallback={<PendingMembers />}>
          <MemberSearch />
        </Suspense>
      </div>
    </Sheet>
  );
}
