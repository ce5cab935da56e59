import { useText } from '@paddock/mfe-kit/i18n';
import { type BackProps, Pane, ScreenHeader, Split } from '@paddock/ui/pane';
import type { ReactNode } from 'react';
import { ChatList } from '../chat-list/chat-list';

interface GroupFrameProps {
  /** The group whose row in the list is marked. */
  current?: string | undefined;
  /** Name of the pane; also its title unless `head` is given. */
  label: string;
  /** Replaces the title: a page with a heading of its own. */
  head?: ReactNode;
  back: Omit<BackProps, 'label'>;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of a group beside the list of chats; on a phone it covers the list. */
export function GroupFrame({ current, label, head, back, actions, children }: GroupFrameProps) {
  const t = useText();
  return (
    <Split show="detail">
      <Pane part="list" label={t('title')}>
        <ChatList current={current} />
      </Pane>
      <Pane part="detail" label={label} surface="canvas" hidesTabBar>
        <ScreenHeader
          {...(head === undefined && { title: label })}
          back={{ label: t('group.back'), alwaysShown: true, ...back }}
          actions={actions}
        >
          {head}
        </ScreenHeader>
        {children}
      </Pane>
    </Split>
  );
}
