import { useText } from '@paddock/mfe-kit/i18n';
import { Card } from '@paddock/ui/card';
import { Suspense, useId } from 'react';
import { AttachedSlots } from '../attaching/use-attachments';
import type { Posting } from '../composing/use-posting';
import { CopyOrDiscard } from './copy-or-discard';
import styles from './unsent-draft.module.css';
import { RichText } from '../text/rich-text';

/** The draft of a comment that can no longer be sent, such as one on a deleted shout, to copy or discard. */
export function UnsentDraft({ posting: { text, setText, attaching } }: { posting: Posting }) {
  const t = useText();
  const heading = useId();
  const { draft, items, fault } = attaching;
  const discard = () => {
    setText('');
    for (const { key } of items) draft?.remove(key);
  };
  return (
    <Card pad className={styles.card}>
      <div role="group" aria-labelledby={heading} className="stack gap-2">
        <p id={heading} className="caption text-secondary">
          {t('refused.comment')}
        </p>
        <RichText text={text} mentions={[]} />
        {draft && items.length > 0 && (
          <Suspense>
            <AttachedSlots draft={draft} items={items} fault={fault} />
          </Suspense>
        )}
        <div className="inline gap-3">
          <CopyOrDiscard text={text} onDiscard={discard} className={`link label ${styles.action}`} />
        </div>
      </div>
    </Card>
  );
}
