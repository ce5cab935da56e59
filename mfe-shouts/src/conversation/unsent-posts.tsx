import { useText } from '@paddock/mfe-kit/i18n';
import { Talk } from '@paddock/ui/bubbles';
import type { Posting } from '../composing/use-posting';
import { UnsentBubble } from './unsent-bubble';

interface UnsentPostsProps {
  posting: Pick<Posting, 'items' | 'retry' | 'edit' | 'discard'>;
  /** The conversation's title; undefined while it is not known. */
  name: string | undefined;
  /** The conversation has no composer for the member. */
  readOnly?: boolean;
}

/** The unsent posts to a conversation that the member cannot read. */
export function UnsentPosts({ posting, name, readOnly = false }: UnsentPostsProps) {
  const t = useText();
  if (posting.items.length === 0) return null;
  return (
    <Talk label={name === undefined ? t('conversation') : t('conversation_with', { name })}>
      {posting.items.map((unsent) => (
        <UnsentBubble
          key={unsent.client_id}
          message={{ kind: 'unsent', key: unsent.client_id, unsent, first: true, last: true }}
          posting={posting}
          readOnly={readOnly}
        />
      ))}
    </Talk>
  );
}
