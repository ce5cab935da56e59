import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack, useWithParts } from '@paddock/mfe-kit/navigation';
import { Slot } from '@paddock/mfe-kit/slots';
import { Pane, Split } from '@paddock/ui/pane';
import { useMemo } from 'react';
import { ChatList } from './chat-list';

/** The list and, beside it (on a phone: over it), the open chat. The conversation itself belongs to mfe-shouts. */
export function Chats({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  return (
    <Split show={id === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={t('title')}>
        <ChatList openId={id} />
      </Pane>
      {id === undefined ? (
        <Pane part="detail" label={t('conversation')} surface="canvas">
          {null}
        </Pane>
      ) : (
        <Pane part="detail" label={t('conversation')} surface="canvas">
          <Conversation key={id} id={id} />
        </Pane>
      )}
    </Split>
  );
}

/** Memoizes the props once per chat: the slot compares them by identity. */
function Conversation({ id }: { id: string }) {
  const onBack = useBack(useWithParts()('/main/chats'));
  const props = useMemo(() => ({ id, onBack }), [id, onBack]);
  return <Slot name="shouts.conversation" props={props} />;
}
