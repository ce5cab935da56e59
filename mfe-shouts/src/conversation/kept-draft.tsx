import { useText } from '@paddock/mfe-kit/i18n';
import { Suspense } from 'react';
import { AttachedSlots } from '../attaching/use-attachments';
import type { Posting } from '../composing/use-posting';
import { CopyOrDiscard } from './copy-or-discard';
import styles from './kept-draft.module.css';
import { RichText } from '../text/rich-text';

/** The draft of a comment that can no longer be sent, such as one on a deleted shout, to copy or discard. */
export function KeptDraft({ posting: { text, setText, attaching } }: { posting: Posting }) {
  const t = useText();
  const { draft, items, fault } = attaching;
  const discard = () => {
    setText('');
    for (const { key } of items) draft?.remove(key);
  };
  return (
    <div role="group" aria-label={t('refused.comment')} className="stack gap-2 pad">
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
  );
}
