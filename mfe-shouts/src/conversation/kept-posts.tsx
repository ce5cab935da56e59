import { useText } from '@paddock/mfe-kit/i18n';
import { Talk } from '@paddock/ui/bubbles';
import type { Posting } from '../composing/use-posting';
import { UnsentBubble } from './unsent-bubble';

interface KeptPostsProps {
  posting: Pick<Posting, 'items' | 'retry' | 'edit' | 'discard'>;
  /** The conversation's title; undefined while it is not known. */
  name: string | undefined;
  /** The conversation has no composer for the member. */
  readOnly?: boolean;
}

/** The unsent posts to a conversation that the member cannot read. */
export function KeptPosts({ posting, name, readOnly = false }: KeptPostsProps) {
  const t = useText();
  if (posting.items.length === 0) return null;
  const discard = (clientId: string) => {
    leaveBubble(document.activeElement);
    posting.discard(clientId);
  };
  return (
    <Talk label={name === undefined ? t('conversation') : t('conversation_with', { name })}>
      {posting.items.map((unsent) => (
        <UnsentBubble
          key={unsent.client_id}
          message={{ kind: 'unsent', key: unsent.client_id, unsent, first: true, last: true }}
          posting={{ ...posting, discard }}
          readOnly={readOnly}
        />
      ))}
    </Talk>
  );
}

/** Moves the focus from a bubble that goes away to the button of a neighbour, else to the pane. */
function leaveBubble(focused: Element | null): void {
  const bubble = focused?.closest('[role="group"]');
  const others = [...(bubble?.parentElement?.querySelectorAll('button') ?? [])].filter((one) => !bubble!.contains(one));
  const isAfter = (one: Element) => bubble!.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING;
  const next = others.find(isAfter) ?? others.at(-1) ?? bubble?.closest('section');
  if (!next) return;
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
}
