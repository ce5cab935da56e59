import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { DaySeparator, NewLine, TypingLine } from '@paddock/ui/bubbles';
import type { Posting } from '../composing/use-posting';
import { dayOf, nearDay } from '../shared/day-of';
import type { ShoutActions } from '../shared/use-shout-actions';
import { ShoutBubble } from './shout-bubble';
import type { TimelineItem } from './timeline';
import { UnsentBubble } from './unsent-bubble';

export interface TimelineRowProps {
  item: TimelineItem;
  /** Shows names and pictures of the authors. */
  group: boolean;
  now: number;
  actions: ShoutActions;
  posting: Pick<Posting, 'retry' | 'edit'>;
  /** Undefined where the member may not write. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** Id of the shout being edited. */
  editedId: string | undefined;
  /** Id of the shout that a link leads to, while it is highlighted. */
  highlightedId: string | undefined;
  /** Address of a shout in this conversation. */
  addressOf: (shout: string) => string;
  /** Position up to which the member has read. */
  readSeq: number;
  /** Position up to which the others have seen the conversation; undefined without seen marks. */
  seenSeq: number | undefined;
  /** Id of the newest own shout that the others have seen. */
  lastSeen: string | undefined;
  /** Called with the position of each unread shout by another member that enters the viewport. */
  onSeen: (seq: number) => void;
}

/** One item of a conversation's timeline. */
export function TimelineRow({ item, ...rest }: TimelineRowProps) {
  const t = useText();
  const format = useFormat();
  switch (item.kind) {
    case 'day': {
      const near = nearDay(item.instant, rest.now);
      return <DaySeparator>{near ? t(near) : dayOf(format, item.instant, rest.now)}</DaySeparator>;
    }
    case 'new':
      return <NewLine>{t('new', { count: item.count })}</NewLine>;
    case 'shout':
      return <ShoutBubble message={item} {...rest} />;
    case 'unsent':
      return <UnsentBubble message={item} posting={rest.posting} />;
    case 'typing':
      return <TypingLine indented={rest.group}>{typingText(t, item.users)}</TypingLine>;
  }
}

function typingText(t: ReturnType<typeof useText>, users: readonly UserCard[]): string {
  const names = users.map((user) => user.fullname.trim().split(/\s+/)[0] ?? user.username);
  return names.length === 1 ? t('writing', { name: names[0] }) : t('writing_several', { names: names.join(', ') });
}
